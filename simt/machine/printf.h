// SPDX-License-Identifier: MIT
// Device printf: the format with its packed arguments becomes text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace simt {

/// Text of one call, and of one %s: more is cut. So is a field or a precision
/// of more than 4096.
inline constexpr uint64_t kMostText = 1 << 20;  // bytes

/// Formats as C does. Arguments lie in `packed` one after another at their
/// natural alignment, as nvcc stores them (CUDA C++ Programming Guide,
/// "Formatted output"). `read_string` fetches a %s. An argument that lies
/// past `bytes` prints as 0. `conversions` counts the conversions done.
std::string format_device(
    const std::string& format, const std::byte* packed, uint64_t bytes,
    const std::function<bool(uint64_t, std::string&)>& read_string,
    int& conversions);

}  // namespace simt
