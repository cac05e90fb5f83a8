// SPDX-License-Identifier: MIT
// Contexts of the driver API: one primary for each device, which the runtime
// uses, and those that a program makes. A thread has a stack of them. Memory is
// the device's: a context only knows what ends with it.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <set>

#include "simt/stream/cuda.h"

namespace simt::cudart {

struct Binary;

/// Its address is the handle, also when it has ended.
struct Context {
  int device = 0;
  bool primary = false;
  bool ended = false;
  unsigned flags = 0;
  int retained = 0;  // a primary one, by the driver API
  // Of one that the program made: what it was given and nobody gave back.
  std::set<void*> memory, host_memory;
  std::set<cudaStream_t> streams;
  std::set<cudaEvent_t> events;
  std::set<cudaArray_t> arrays;
};

class Contexts {
 public:
  /// A device's primary context, made when somebody first asks.
  Context& primary(int device);
  /// Another one of the device.
  Context& create(int device, unsigned flags);
  /// The context with that address; null: there never was one.
  Context* find(const void* handle);
  /// The one of the program's own that was given `memory`; null: none was.
  Context* holder(void* memory);

 private:
  std::deque<Context> all_;
};

/// The calling thread's contexts. What a thread has must not need a destructor:
/// the program's own static destructors still call us.
class ContextStack {
 public:
  /// The current one; null: there is none.
  Context* top() const { return size_ == 0 ? nullptr : all_[size_ - 1]; }
  /// False when there is no room.
  bool push(Context* context);
  void pop() { size_ -= size_ == 0 ? 0 : 1; }
  /// In the place of the current one; null: only takes it off.
  void set_top(Context* context);

 private:
  static constexpr size_t kMost = 256;
  std::array<Context*, kMost> all_;
  size_t size_ = 0;
};
ContextStack& context_stack();

/// Whether the calling thread has begun to use its device by the runtime, which
/// makes the primary context current where none is.
bool& runtime_in_use();

/// While one lives, the thread is in a call of the driver API. It has no last
/// error, and diagnostics name it.
class DriverCall {
 public:
  /// `name` lives as long as the program.
  explicit DriverCall(const char* name);
  ~DriverCall();
  DriverCall(const DriverCall&) = delete;
  DriverCall& operator=(const DriverCall&) = delete;

 private:
  const char* const before_;
};
bool in_driver_call();
/// The call of the driver API that the thread is in, else `runtime_call`.
const char* called_as(const char* runtime_call);

}  // namespace simt::cudart
