// SPDX-License-Identifier: MIT
// The device code that nvcc put into an executable, unpacked. Knows the
// container, not what the PTX or the machine code says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simt::fatbin {

/// One image of the device code.
struct Entry {
  enum class Kind { kPtx, kElf, kOther };
  Kind kind = Kind::kOther;  // kOther: link-time code and the like, no payload
  int sm = 0;                // 75 for sm_75 or compute_75
  uint64_t flags = 0;        // as written; 2: built with -G
  int unit = 0;              // 0: the program's own container; with -rdc 1, 2,
                             // ... number the object files that were linked
  std::string source;        // name of the source file, "" when unknown
  std::string payload;       // PTX text without its NUL, or the bytes of a
                             // cubin, unpacked
};

/// Most bytes that the entries of one container may unpack to.
inline constexpr uint64_t kMaxUnpacked = uint64_t{1} << 30;

/// Reads the container at the start of `bytes`; bytes behind it are ignored.
/// Never reads past `bytes`. On damage returns nothing and sets `error` to
/// one sentence without a final period.
std::optional<std::vector<Entry>> read_container(
    std::string_view bytes, std::string& error,
    uint64_t max_unpacked = kMaxUnpacked);

/// Reads what `__cudaRegisterFatBinary` was given: the wrapper (version 1, or
/// 2 of an -rdc build) and all containers that it points to. Nothing in them
/// is trusted: a pointer that leads nowhere, or a size that reaches beyond
/// what is mapped, is damage as above.
std::optional<std::vector<Entry>> read_wrapper(const void* wrapper,
                                               std::string& error);

/// The PTX to run on a device of architecture `sm`: for each unit its newest
/// PTX that is not newer than the device, in order of units. A device older
/// than sm_75, for which nvcc writes none, takes the oldest there is. Empty,
/// with a sentence in `error` that says what to change, when a unit has none.
/// The device runtime, which nvcc may add as a last unit, may have none.
std::vector<const Entry*> choose_ptx(const std::vector<Entry>& entries, int sm,
                                     std::string& error);

/// The machine code nearest to `sm` in unit 0, the older of two equally near;
/// null when there is none.
const Entry* choose_elf(const std::vector<Entry>& entries, int sm);

}  // namespace simt::fatbin
