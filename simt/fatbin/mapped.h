// SPDX-License-Identifier: MIT
// Memory of this process that may not be there: what a damaged program's
// pointers and sizes name. Knows nothing of what lies in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace simt::fatbin {

/// How many of `most` bytes can be read from `place` on: up to the first page
/// that is not mapped, not readable, or beyond the end of its file.
uint64_t readable_bytes(const void* place, uint64_t most);

/// Copies `size` bytes; false when not all of them can be read.
bool read_mapped(const void* place, void* to, uint64_t size);

/// Likewise, to a place that may not be writable.
bool write_mapped(void* place, const void* from, uint64_t size);

/// The C string at `place`; nothing when it has no end within 64 KiB.
std::optional<std::string> text_mapped(const void* place);

}  // namespace simt::fatbin
