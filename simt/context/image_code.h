// SPDX-License-Identifier: MIT
// Loads images and finds what is in them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/context/state.h"

namespace simt::cudart {

/// What precedes the texts of linked PTX, which each end with a NUL; an empty
/// one is the last.
inline constexpr std::string_view kLinkedMagic = "\x7fSIMT PTX linked\n";
std::string linked_image(const std::vector<std::string>& texts);

/// The PTX in `image` for the current device, one text per object file: PTX, a
/// container of nvcc's, or linked_image(). On failure `sentence` says why.
cudaError_t texts_of(State& s, const void* image,
                     std::vector<std::string>& texts, std::string& sentence);

/// Loads it for the current device. `sentence` as above, which is printed.
cudaError_t load_image(State& s, const void* image, Image** made,
                       std::string& sentence);
/// When no work is left that may use it.
void unload_image(State& s, Image& image);

/// Its kernels, as the PTX orders them.
std::vector<std::string> kernels_of(State& s, const Image& image);
/// Null: it has no such kernel.
ImageKernel* kernel_of(State& s, Image& image, const std::string& symbol);
/// Null: it has no such variable, or the device no memory for it.
Allocation* variable_of(State& s, const Image& image,
                        const std::string& symbol);

}  // namespace simt::cudart
