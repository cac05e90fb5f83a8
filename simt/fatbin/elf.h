// SPDX-License-Identifier: MIT
// What ptxas decided about each kernel, read from a cubin: the numbers that
// occupancy needs. Knows nothing of the machine code itself.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace simt::fatbin {

struct KernelResources {
  int registers = 0;              // per thread, before rounding up
  uint64_t static_shared = 0;     // bytes per block
  std::optional<uint64_t> stack;  // bytes of local memory per thread, of the
                                  // kernel's own frame; empty: not recorded
};

/// The functions with machine code in a cubin, by mangled name. Empty when the
/// bytes are no whole ELF file of 64 bits. Never reads past `cubin`.
std::map<std::string, KernelResources> read_resources(std::string_view cubin);

}  // namespace simt::fatbin
