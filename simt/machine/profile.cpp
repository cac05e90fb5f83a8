// SPDX-License-Identifier: MIT
// The table of device profiles, and occupancy (CUDA C++ Programming Guide,
// technical specifications per compute capability).
#include "simt/machine/profile.h"

#include <algorithm>

namespace simt {
namespace {

constexpr Profile kProfiles[] = {
    {.name = "h200",
     .device_name = "NVIDIA H200",
     .major = 9,
     .minor = 0,
     .sms = 132,
     .max_threads_per_sm = 2048,
     .max_threads_per_block = 1024,
     .max_blocks_per_sm = 32,
     .registers_per_sm = 65536,
     .registers_per_block = 65536,
     .max_registers_per_thread = 255,
     .register_unit = 256,
     .warp_unit = 4,
     .shared_per_sm = 233472,
     .shared_per_block = 49152,
     .shared_per_block_optin = 232448,
     .shared_reserved = 1024,
     .shared_unit = 128,
     .global_bytes = 150109880320,
     .l2_bytes = 62914560,
     .bus_bits = 6016,
     .memory_khz = 3201000,
     .clock_khz = 1980000,
     .independent_threads = true},
    {.name = "t4",
     .device_name = "Tesla T4",
     .major = 7,
     .minor = 5,
     .sms = 40,
     .max_threads_per_sm = 1024,
     .max_threads_per_block = 1024,
     .max_blocks_per_sm = 16,
     .registers_per_sm = 65536,
     .registers_per_block = 65536,
     .max_registers_per_thread = 255,
     .register_unit = 256,
     .warp_unit = 4,
     .shared_per_sm = 65536,
     .shared_per_block = 49152,
     .shared_per_block_optin = 65536,
     .shared_reserved = 0,
     .shared_unit = 256,
     .global_bytes = 15655829504,
     .l2_bytes = 4194304,
     .bus_bits = 256,
     .memory_khz = 5001000,
     .clock_khz = 1590000,
     .independent_threads = true},
};

uint32_t round_up(uint32_t value, uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

}  // namespace

std::span<const Profile> profiles() { return kProfiles; }

const Profile* find_profile(std::string_view name) {
  for (const Profile& p : kProfiles)
    if (p.name == name) return &p;
  return nullptr;
}

int resident_blocks_per_sm(const Profile& p, const BlockNeeds& needs) {
  if (needs.threads < 1 || needs.threads > p.max_threads_per_block) return 0;
  const int warps = (needs.threads + 31) / 32;
  int blocks = std::min(p.max_blocks_per_sm, p.max_threads_per_sm / 32 / warps);
  if (needs.registers > 0) {
    const auto per_warp =
        static_cast<int>(round_up(static_cast<uint32_t>(needs.registers) * 32,
                                  static_cast<uint32_t>(p.register_unit)));
    const int fit = p.registers_per_sm / per_warp / p.warp_unit * p.warp_unit;
    blocks = std::min(blocks, fit / warps);
  }
  const uint32_t shared =
      needs.shared == 0 && p.shared_reserved == 0
          ? 0
          : round_up(needs.shared + p.shared_reserved, p.shared_unit);
  if (needs.shared > p.shared_per_block_optin) return 0;
  if (shared > 0)
    blocks = std::min(blocks, static_cast<int>(p.shared_per_sm / shared));
  return blocks;
}

}  // namespace simt
