// SPDX-License-Identifier: MIT
// The handles that a program holds: streams, events, graphs and the like. Who
// keeps such objects tells of each handle. Knows none of the objects.
#pragma once

#include <cstdint>

namespace simt::cudart {

enum class HandleKind : uint8_t {
  kStream,
  kEvent,
  kGraph,
  kGraphExec,
  kArray,
  kTexture,
  kSurface,
};

/// Hears of handles.
class HandleWatch {
 public:
  virtual ~HandleWatch() = default;
  /// A value that no handle had before, so that an old one stays wrong.
  virtual uint64_t fresh() = 0;
  /// The program gets the handle.
  virtual void made(HandleKind kind, uint64_t handle) = 0;
  virtual void ended(HandleKind kind, uint64_t handle) = 0;
  /// It was looked up and is not there.
  virtual void missed(HandleKind kind, uint64_t handle) = 0;

  /// A fresh one, which the program gets.
  template <class Handle>
  Handle make(HandleKind kind) {
    const uint64_t handle = fresh();
    made(kind, handle);
    return reinterpret_cast<Handle>(handle);
  }
  template <class Handle>
  void end(HandleKind kind, Handle handle) {
    ended(kind, reinterpret_cast<uint64_t>(handle));
  }
  template <class Handle>
  void miss(HandleKind kind, Handle handle) {
    missed(kind, reinterpret_cast<uint64_t>(handle));
  }
};

}  // namespace simt::cudart
