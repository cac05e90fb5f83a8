// SPDX-License-Identifier: MIT
// How large textures and surfaces may be, by compute capability.
#pragma once

#include "simt/machine/profile.h"
#include "simt/stream/cuda.h"

namespace simt::cudart {

/// Fills in the sizes and alignments of textures and surfaces.
void set_textures(const Profile& profile, cudaDeviceProp& properties);

/// How wide a texture of linear memory may be, which is an attribute alone.
int linear_texels(const Profile& profile);

}  // namespace simt::cudart
