// SPDX-License-Identifier: MIT
// What cudaGetDeviceProperties and cudaDeviceGetAttribute say of a profile.
#pragma once

#include <optional>

#include "simt/machine/profile.h"
#include "simt/stream/cuda.h"

namespace simt::cudart {

/// `number`: which device of the program it is; `sms` replaces the profile's
/// own number (SIMT_SMS).
cudaDeviceProp device_properties(const Profile& profile, int number, int sms);

/// Nothing when there is no such attribute.
std::optional<int> device_attribute(const Profile& profile, int number, int sms,
                                    cudaDeviceAttr attribute);

}  // namespace simt::cudart
