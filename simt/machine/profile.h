// SPDX-License-Identifier: MIT
// Device profiles: what differs between the GPUs that the emulator can be.
// Sources: CUDA C++ Programming Guide, compute capabilities tables; the
// values that cudaGetDeviceProperties gave on an H200 (tests/recorded/).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace simt {

struct Profile {
  std::string_view name;         // "h200", the value of SIMT_DEVICE
  std::string_view device_name;  // cudaDeviceProp::name
  int major, minor;              // compute capability
  int sms;
  int max_threads_per_sm, max_threads_per_block, max_blocks_per_sm;
  int registers_per_sm, registers_per_block, max_registers_per_thread;
  int register_unit;  // per warp, allocation granularity
  int warp_unit;      // warps allocate registers in groups of
  uint32_t shared_per_sm, shared_per_block, shared_per_block_optin;
  uint32_t shared_reserved, shared_unit;  // per block; granularity, bytes
  uint64_t global_bytes;
  int l2_bytes, bus_bits, memory_khz, clock_khz;
  bool independent_threads;  // since Volta
};

std::span<const Profile> profiles();
/// Null when the name is unknown.
const Profile* find_profile(std::string_view name);

/// What a kernel takes per block.
struct BlockNeeds {
  int threads = 1;
  int registers = 0;    // per thread
  uint32_t shared = 0;  // static + dynamic, bytes
};
/// Blocks that fit on one SM (CUDA occupancy rules); 0 when none fits.
int resident_blocks_per_sm(const Profile& profile, const BlockNeeds& needs);

}  // namespace simt
