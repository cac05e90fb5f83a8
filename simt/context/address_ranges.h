// SPDX-License-Identifier: MIT
// Virtual memory: addresses that a program reserves, memory that it makes
// without an address, and what of the one lies at which of the other. Memory
// may lie at several addresses: a view of the same pages is mapped at each.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "simt/context/memory.h"

namespace simt::cudart {

/// What addresses and pieces of memory are multiples of, as on an H200.
constexpr uint64_t kGranularity = uint64_t{2} << 20;

/// Memory without an address of its own.
struct PhysicalMemory {
  int device = 0;
  uint64_t bytes = 0;
  Allocation* pages = nullptr;  // where we keep it
  unsigned holders = 1;         // calls that gave the handle
  unsigned mappings = 0;
};

/// What lies at reserved addresses.
struct Mapping {
  uint64_t end = 0;
  uint64_t handle = 0;
  uint32_t reach = 0;  // as in Allocation; 0: no device may use it yet
};

class AddressRanges {
 public:
  explicit AddressRanges(Memory& memory) : memory_(memory) {}

  /// 0: there are not so many left.
  uint64_t reserve(uint64_t bytes, uint64_t align);
  /// False: no range of this size begins there, or something is mapped in it.
  bool give_back(uint64_t begin, uint64_t bytes);

  /// 0: the device has not so much left.
  uint64_t create(uint64_t bytes, int device);
  /// Null: no such memory.
  PhysicalMemory* find(uint64_t handle);
  /// Where the memory of a mapping is.
  int device_of(const Mapping& mapping) {
    return physical_[mapping.handle].device;
  }
  /// One holder more, of memory that is held or mapped.
  void retain(uint64_t handle) { ++physical_[handle].holders; }
  /// One holder less; without one and without a mapping the memory ends.
  void release(uint64_t handle);

  /// False: the addresses are not reserved, or something lies there.
  bool map(uint64_t begin, uint64_t bytes, uint64_t handle);
  /// Whether whole mappings cover [begin, begin + bytes), without a hole.
  bool covers(uint64_t begin, uint64_t bytes);
  /// Of what covers() says is so: `bits` of the devices become as in `reach`.
  void open(uint64_t begin, uint64_t bytes, uint32_t bits, uint32_t reach);
  void unmap(uint64_t begin, uint64_t bytes);
  /// What is mapped at `address`; null: nothing. `begin`: where it starts.
  const Mapping* at(uint64_t address, uint64_t* begin = nullptr);
  /// The reserved addresses around `address`: where they begin, how many; 0, 0:
  /// there are none.
  std::pair<uint64_t, uint64_t> around(uint64_t address);

 private:
  /// Reserved addresses. An allocation holds each run of open mappings that
  /// touch, for a copy may cross from one into the next, and one each hole.
  struct Range {
    uint64_t begin = 0, end = 0;
    std::string name;
    std::map<uint64_t, Mapping> mappings;
    std::vector<Allocation*> pieces;
  };
  struct Piece {
    uint64_t begin, end;
    uint32_t reach;
  };

  Range* range_at(uint64_t address);
  static std::vector<Piece> pieces_of(const Range& range);
  void renew(Range& range);
  void show(uint64_t begin, uint64_t from, uint64_t bytes, bool closed) const;

  Memory& memory_;
  std::map<uint64_t, Range> ranges_;
  std::map<uint64_t, PhysicalMemory> physical_;
  uint64_t last_ = 0;  // the handle given last
};

}  // namespace simt::cudart
