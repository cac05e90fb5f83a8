// SPDX-License-Identifier: MIT
// Device profiles: what differs between the GPUs that the emulator can be.
// The table with its sources is profile.cpp; docs/devices.md shows it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace simt {

/// How registers are handed out to a block.
enum class RegisterRule : uint8_t {
  kPerBlock,  // compute capability 1.x: the sum of a block is rounded up
  kPerWarp,   // since 2.0: each warp's share is rounded up
};

/// The banks of shared memory; docs/counting.md has each rule in words.
enum class Banks : uint8_t {
  kHalfWarp,  // 16 banks of 4 bytes, half a warp at a time
  kKepler,    // 32 banks of 8 bytes, read as 4- or 8-byte banks
  kFourByte,  // 32 banks of 4 bytes
};

struct Profile {
  std::string_view name;         // "h200", the value of SIMT_DEVICE
  std::string_view device_name;  // cudaDeviceProp::name
  int major, minor;              // compute capability
  int sms;
  int max_threads_per_sm, max_threads_per_block, max_blocks_per_sm;
  std::array<int, 3> max_block, max_grid;  // x, y, z
  int registers_per_sm, registers_per_block, max_registers_per_thread;
  RegisterRule register_rule;
  int register_unit;  // allocation granularity, registers
  int warp_unit;      // warps allocate registers in groups of
  uint32_t shared_per_sm, shared_per_block, shared_per_block_optin;
  uint32_t shared_reserved, shared_unit;  // per block; granularity, bytes
  bool shared_splits_l1;  // 64 KB are cut 16/48, 32/32 or 48/16 with L1
  Banks banks;
  bool counts_sectors;       // memory goes in sectors of 32 bytes
  bool independent_threads;  // since Volta
  bool ecc;
  uint64_t global_bytes;
  int l2_bytes, persisting_l2_bytes, bus_bits, memory_khz, clock_khz;
  int copy_engines;
  int double_ratio;  // float units per double unit
  // Rates per clock for the least time of a launch (simt/checks/floor.h); 0:
  // not there, or not known.
  int float_lanes;               // multiply-adds of a multiprocessor
  int tensor_operations;         // of it, 16-bit factors; a multiply-add is two
  int tensor_double_operations;  // of it
  int l2_bytes_per_clock;        // of all of L2

  /// Whether the compute capability is at least this one.
  bool since(int a, int b) const {
    return major > a || (major == a && minor >= b);
  }
};

/// The default first.
std::span<const Profile> profiles();
/// Null when the name is unknown.
const Profile* find_profile(std::string_view name);

}  // namespace simt
