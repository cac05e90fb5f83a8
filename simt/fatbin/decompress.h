// SPDX-License-Identifier: MIT
// The two compressions that nvcc uses for device code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace simt::fatbin {

enum class Compression { kNone, kLz4, kZstd };

/// Unpacks `packed` into exactly `size` bytes of `out`. False when the data
/// is damaged or has another size. The caller bounds `size`.
bool decompress(Compression how, std::string_view packed, uint64_t size,
                std::string& out);

}  // namespace simt::fatbin
