// SPDX-License-Identifier: MIT
// Where device memory lies: the same in each process that has it.
#pragma once

#include <cstdint>

namespace simt {

/// Where the reserved range begins where nothing else is there: addresses are
/// equal from run to run.
constexpr uint64_t kDeviceBase = 0x2000'0000'0000;
/// Bytes of the range: the first of these that the system has. The largest
/// holds what 16 devices of any profile have.
constexpr uint64_t kDeviceSizes[] = {uint64_t{4} << 40, uint64_t{64} << 30,
                                     uint64_t{16} << 30, uint64_t{4} << 30,
                                     uint64_t{1} << 30};

}  // namespace simt
