// SPDX-License-Identifier: MIT
// How libcuda.so.1 finds the functions, which are all in libcudart.so.13.
// Knows nothing of the CUDA headers.
#pragma once

extern "C" {

/// The function with that symbol, also one that the emulator does not have,
/// which says so when it is called. Null: no such symbol. Called by the dynamic
/// linker before any constructor.
void* simt_driver_function(const char* symbol);

}  // extern "C"
