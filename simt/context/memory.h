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

#include "simt/machine/device_memory.h"
#include "simt/ops/observer.h"

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
};

struct MemoryFacts {
  MemoryKind kind = MemoryKind::kDevice;
  unsigned flags = 0;  // as given to the call
  int device = 0;      // that was chosen then
};

class Memory {
 public:
  /// `limits`: bytes of memory that each device has; `file` as DeviceMemory
  /// takes it.
  Memory(std::vector<uint64_t> limits, Observer& observer, int file)
      : limits_(std::move(limits)),
        used_(limits_.size()),
        observer_(observer),
        device_(file) {}

  /// What is allocated and reset from now on is this device's.
  void use(int device) { current_ = static_cast<size_t>(device); }

  /// Null when the device has not so much left. The name is `call #n`, or
  /// `call` itself when that is a phrase ("variable kc").
  Allocation* allocate(uint64_t bytes, MemoryKind kind, const std::string& call,
                       unsigned flags = 0);
  /// Makes page-locked host memory of `bytes` at `host` known.
  Allocation* adopt(void* host, uint64_t bytes, unsigned flags);
  void release(Allocation& allocation);
  /// Ends everything of the device, as cudaDeviceReset does; `observer` is
  /// told.
  void reset();

  /// The live allocation that holds `pointer`, or null.
  Allocation* find(const void* pointer);
  /// The live allocation that begins at `pointer`, or null.
  Allocation* starting_at(const void* pointer);
  /// The allocation at or below `pointer`, live or freed: what a wrong
  /// pointer was probably meant to be. Null when there is none.
  Allocation* meant_by(const void* pointer);
  const MemoryFacts& facts(const Allocation& allocation) const;

  /// Tells the checks that the host wrote here.
  void wrote(uint64_t begin, uint64_t bytes) {
    observer_.on_host_write(begin, bytes);
  }
  DeviceMemory& device() { return device_; }
  uint64_t limit() const { return limits_[current_]; }
  uint64_t used() const { return used_[current_]; }

 private:
  Allocation* note(Allocation* allocation, MemoryFacts facts);

  std::vector<uint64_t> limits_, used_;  // bytes, by device
  size_t current_ = 0;
  Observer& observer_;
  DeviceMemory device_;
  std::map<std::string, int> numbers_;  // per call, the last one given
  std::map<uint64_t, MemoryFacts> facts_;
};

}  // namespace simt::cudart
