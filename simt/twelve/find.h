// SPDX-License-Identifier: MIT
// How libcudart.so.12 finds its functions, which are all in libcudart.so.13.
// Knows nothing of the CUDA headers.
#pragma once

extern "C" {

/// CUDA 12's function with that symbol, also one that the emulator does not
/// have, which says so when it is called. Null: no such symbol. Called by the
/// dynamic linker before any constructor.
void* simt_former_function(const char* symbol);

}  // extern "C"
