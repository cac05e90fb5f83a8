// SPDX-License-Identifier: MIT
// Memory as the host API sees it: which call made it, what may be done with
// it. Tells the checks of every allocation, free and host write.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "simt/context/caller.h"
#include "simt/machine/device_memory.h"
#include "simt/ops/observer.h"
#include "simt/stream/cuda.h"

namespace simt::cudart {

/// Which call made a piece of memory.
enum class MemoryKind : uint8_t {
  kDevice,      // cudaMalloc and its kin
  kManaged,     // cudaMallocManaged, __managed__
  kHost,        // cudaHostAlloc, cudaMallocHost: page-locked
  kRegistered,  // cudaHostRegister
  kVariable,    // __device__, __constant__
  kHeap,        // malloc in device code
  kInternal,    // ours
  kMapped,      // reserved addresses, and what is mapped there
  kPhysical,    // cuMemCreate: no address for the program
};

struct MemoryFacts {
  MemoryKind kind = MemoryKind::kDevice;
  unsigned flags = 0;     // as given to the call
  int device = 0;         // that was chosen then
  bool pooled = false;    // its pool says who may use it
  bool of_graph = false;  // release() leaves it for the next launch
  bool left = false;      // of a graph that was launched; nothing given to a
                          // stream since then frees it
};

/// Memory that was given back.
struct EndedMemory {
  std::string name;
  MemoryKind kind = MemoryKind::kDevice;
  CallPlace place;  // of the call that gave it back
};

class Memory {
 public:
  /// `limits`: bytes of memory that each device has; `file` as DeviceMemory
  /// takes it, or -1.
  Memory(std::vector<uint64_t> limits, Observer& observer, int file)
      : limits_(std::move(limits)),
        used_(limits_.size()),
        visitors_(limits_.size()),
        observer_(observer),
        device_(file < 0 ? DeviceMemory() : DeviceMemory(file)) {}

  /// What is allocated and reset from now on is this device's.
  void use(int device) { current_ = static_cast<size_t>(device); }
  /// Kernels of `visitor` may use the memory of `owner` from now on, or no
  /// more (cudaDeviceEnablePeerAccess); memory of pools is not meant.
  void set_peer(int owner, int visitor, bool open);
  bool is_peer(int owner, int visitor) const {
    return visitors_[static_cast<size_t>(owner)] >> visitor & 1;
  }

  /// Null when the device has not so much left. The name is `call #n`.
  Allocation* allocate(uint64_t bytes, MemoryKind kind, const std::string& call,
                       unsigned flags = 0);
  /// The same for memory that no call of the program asks for: it is named by
  /// what it is, "variable kc".
  Allocation* allocate_named(uint64_t bytes, MemoryKind kind, std::string name);
  /// Memory of a graph's node: it has its address from now on, and is there
  /// from bring() to release(), as often as the graph runs.
  Allocation* reserve(uint64_t bytes, const std::string& call);
  /// False when its device has not so much left.
  bool bring(Allocation& reserved);
  /// Sets MemoryFacts::left.
  void set_left(const Allocation& reserved, bool left);
  /// What reserve() gave `pointer`, there or not; null: nothing.
  Allocation* reserved_at(const void* pointer);
  /// The one that holds `pointer`, or null.
  Allocation* reserved_around(const void* pointer);
  /// Addresses for `bytes`, which are no memory of a device.
  Allocation* reserve_addresses(uint64_t bytes);
  /// An allocation at reserved addresses; `reach` as in Allocation, 0 where
  /// nothing is that a device may use.
  Allocation* put(uint64_t begin, uint64_t bytes, std::string name,
                  uint32_t reach);
  /// Ends one of these. Its pages are others' and stay.
  void take_away(Allocation& allocation);
  /// Pages of a device, whole ones of ours; null when it has not so much left.
  Allocation* make_physical(uint64_t bytes, int device);
  void end_physical(Allocation& pages, uint64_t bytes);
  /// Makes page-locked host memory of `bytes` at `host` known.
  Allocation* adopt(void* host, uint64_t bytes, unsigned flags);
  void release(Allocation& allocation);
  /// The program has given it back; release() comes later, with what comes
  /// before it in its stream.
  void end(const Allocation& allocation);
  /// Memory of a pool, which alone says whose kernels may use it: `reach` as
  /// in Allocation.
  void set_reach(Allocation& allocation, uint32_t reach);
  /// Ends everything of the device but memory of pools, which CUDA's reference
  /// of cudaDeviceReset excepts; `observer` is told.
  void reset();

  /// The live allocation that holds `pointer`, or null. Reserved addresses
  /// without memory are none.
  Allocation* find(const void* pointer);
  /// The live allocation that begins at `pointer`, or null.
  Allocation* starting_at(const void* pointer);
  /// The allocation at or below `pointer`, live or freed: what a wrong
  /// pointer was probably meant to be. Null when there is none.
  Allocation* meant_by(const void* pointer);
  const MemoryFacts& facts(const Allocation& allocation) const;
  /// As cudaPointerGetAttributes says it; unregistered: no live allocation.
  cudaMemoryType type_at(const void* pointer);
  /// The memory that began at `pointer` and was given back, if no other memory
  /// begins there now; else null.
  const EndedMemory* ended_at(const void* pointer) const;
  /// What the program and its kernels allocated, and nobody gave back yet.
  std::vector<const Allocation*> kept();

  /// Tells the checks that the host wrote here.
  void wrote(uint64_t begin, uint64_t bytes) {
    observer_.on_host_write(begin, bytes);
  }
  DeviceMemory& device() { return device_; }
  uint64_t limit() const { return limits_[current_]; }
  uint64_t used() const { return used_[current_]; }
  /// What `device` has left, in bytes.
  uint64_t room_of(int device) const {
    const auto index = static_cast<size_t>(device);
    return limits_[index] - used_[index];
  }

 private:
  Allocation* make(uint64_t bytes, MemoryKind kind, std::string name,
                   int number, unsigned flags);
  Allocation* note(Allocation* allocation, MemoryFacts facts);

  std::vector<uint64_t> limits_, used_;  // bytes, by device
  std::vector<uint32_t> visitors_;       // by device: a bit for each peer
  size_t current_ = 0;
  Observer& observer_;
  DeviceMemory device_;
  std::map<std::string, int> numbers_;  // per call, the last one given
  std::map<uint64_t, MemoryFacts> facts_;
  std::map<uint64_t, EndedMemory> ended_;  // by where it began
};

}  // namespace simt::cudart
