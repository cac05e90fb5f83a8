// SPDX-License-Identifier: MIT
// What modules and libraries have in common.
#pragma once

#include <string>

#include "simt/context/image_code.h"
#include "simt/cuda/row.h"

namespace simt::cuda {

/// "" when it cannot be read, or holds nothing.
std::string bytes_of_file(const char* path);
/// The handle of the kernel `name`; CUDA_ERROR_NOT_FOUND: there is none.
CUresult give_kernel(State& s, cudart::Image& image, const char* name,
                     void** to);
CUresult give_count(State& s, cudart::Image& image, unsigned* count);
/// Handles of the first `most` kernels.
CUresult give_names(State& s, const cudart::Image& image, void** to,
                    unsigned most);
/// CUDA_ERROR_NOT_FOUND: there is no such variable.
CUresult give_variable(State& s, const cudart::Image& image, const char* name,
                       CUdeviceptr* address, size_t* bytes);
/// When the work of its device is done.
CUresult unload(State& s, cudart::Image& image);

}  // namespace simt::cuda
