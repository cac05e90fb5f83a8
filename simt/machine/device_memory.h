// SPDX-License-Identifier: MIT
// Device memory: one reserved range, mapped twice. The addresses that the
// program holds are closed to the host (a touch faults and is explained);
// the emulator works through a second, open view. Addresses are never reused
// while fresh ones are left, so a use after free stays visible.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "simt/machine/device_range.h"
#include "simt/ops/inst.h"

namespace simt {

class DeviceMemory final : public ops::GlobalMemory {
 public:
  DeviceMemory();
  /// `file` is a file of memory whose size is the range's, shared with another
  /// process, which has it at kDeviceBase. It stays open.
  explicit DeviceMemory(int file);
  ~DeviceMemory() override;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  /// In a child after fork, where nothing is allocated yet: memory of its own
  /// at the same addresses, since the parent's is shared. Asks for no memory of
  /// the host. False: the system has no more, and it must not be used.
  bool renew();

  /// Allocates `bytes` (0 is rounded up to 1), aligned to 512 bytes (the
  /// device) with an unmapped gap after it. `host_visible`: managed or
  /// page-locked memory, open to the host at the same address. Null when the
  /// range is used up.
  Allocation* allocate(uint64_t bytes, std::string name, int number,
                       bool host_visible);
  /// Adds foreign host memory (cudaHostRegister) under its own address.
  Allocation* adopt(void* host, uint64_t bytes, std::string name, int number);
  /// Marks as freed and drops the pages; the entry stays for explanations.
  void release(Allocation& allocation);
  /// cudaDeviceReset: forgets everything.
  void reset();

  /// The live or freed allocation that holds `address`; null when none.
  Allocation* find(uint64_t address) override;
  /// The last allocation that begins at or below `address`, or null.
  Allocation* below(uint64_t address);
  /// The one that holds `address`, else the nearest; null when none.
  Allocation* near(uint64_t address) override;
  /// True when `address` lies in the reserved range.
  bool contains(uint64_t address) const { return address - base_ < size_; }
  bool is_of_device(uint64_t address) const override;
  /// Where the reserved range begins, and its bytes.
  std::pair<uint64_t, uint64_t> range() const { return {base_, size_}; }
  /// The emulator's pointer for a program's address inside `a`.
  static std::byte* host(const Allocation& a, uint64_t address) {
    return reinterpret_cast<std::byte*>(address +
                                        static_cast<uint64_t>(a.delta));
  }
  /// Makes [begin, begin + bytes), in the emulator's view of `a`, zero. Pages
  /// of a large range are given back to the system instead.
  static void clear(const Allocation& a, std::byte* begin, uint64_t bytes);
  /// host() for any address of a live allocation with `bytes` left in it;
  /// null otherwise.
  std::byte* host(uint64_t address, uint64_t bytes);

  /// Where the reserved range begins; it has capacity() bytes.
  uint64_t base() const { return base_; }
  /// host() of an address of the range, less that address.
  int64_t delta() const { return delta_; }
  uint64_t bytes_live() const { return live_; }
  uint64_t capacity() const { return size_; }
  const std::map<uint64_t, std::unique_ptr<Allocation>>& all() const {
    return allocations_;
  }

 private:
  bool map(int file, uint64_t size, bool anywhere);
  uint64_t place(uint64_t bytes, uint64_t align);
  void forget(uint64_t begin, uint64_t end);

  uint64_t base_ = 0, size_ = 0, next_ = 0, live_ = 0;
  int64_t delta_ = 0;
  std::map<uint64_t, std::unique_ptr<Allocation>> allocations_;
  std::vector<std::unique_ptr<Allocation>> retired_;
};

}  // namespace simt
