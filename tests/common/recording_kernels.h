// SPDX-License-Identifier: MIT
// Launches for recording_test.cpp.
#pragma once

#include <cuda_runtime_api.h>

/// y += 3 * x over 128 values: 4 warps, 4 sectors for each of their accesses.
void launch_add_scaled(const float* x, float* y);
/// y = 1 for the first 32 values: 1 warp.
void launch_set_one(float* y);
/// Adds 1 to y[8 i], i < 32, by atomics, after as many in one word of shared
/// memory: 1 warp.
void launch_add_apart(float* y);
/// In each of 2 warps 32 products of f32, 8 of f64, 64 of f16x2, one m16n8k8
/// and one m16n16k16; and what makes none. y holds 128 values.
void launch_multiply(float* y);
/// Seven ways to release to the system, and eight that do not: 1 warp.
void launch_release(float* y);
/// y[i] = the texel 8 i of the texture of linear memory, i < 32: 1 warp.
void launch_read_texels(cudaTextureObject_t texture, float* y);
