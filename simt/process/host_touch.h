// SPDX-License-Identifier: MIT
// Explains a host instruction that touched device memory.
#pragma once

#include <cstdint>

namespace simt::cudart {

/// Adds the diagnostic device-pointer-on-host when `address` is one of the
/// device's; `instruction` is where the host program was. Does nothing for
/// other addresses.
void explain_host_touch(uint64_t address, uint64_t instruction);

}  // namespace simt::cudart
