// SPDX-License-Identifier: MIT
// Device printf: the format with its packed arguments becomes text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace simt {

/// Text of one call, and of one %s: more is cut. So is a field or a precision
/// of more than 4096.
inline constexpr uint64_t kMostText = 1 << 20;  // bytes

/// Arguments of one call, beside the format; a conversion behind the last is
/// printed as it stands (CUDA C++ Programming Guide, "Formatted output").
inline constexpr int kMostArguments = 32;

/// What one call prints.
struct DeviceText {
  std::string text;
  int conversions = 0;  // done: what the call returns
  /// Conversions that the device does not know, as the format has them.
  std::vector<std::string> unknown;
  std::string left_out;  // the first one behind the last argument; or empty
};

/// Formats as C does, also what the device does not know. Arguments lie in
/// `packed` one after another at their natural alignment, as nvcc stores them.
/// `read_string` fetches a %s. An argument that lies past `bytes` prints as 0.
DeviceText format_device(
    const std::string& format, const std::byte* packed, uint64_t bytes,
    const std::function<bool(uint64_t, std::string&)>& read_string);

}  // namespace simt
