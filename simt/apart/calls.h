// SPDX-License-Identifier: MIT
// The runtime calls that a process apart can make: a row says what each of
// their arguments is. Client and server read the same rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "simt/apart/wire.h"

namespace simt::apart {

/// How an argument crosses. An argument is one word, but for dim3, which is
/// two words.
enum class Pass : uint8_t {
  kValue,      // as it is: a number, a handle, a device address
  kMemory,     // points to memory of the caller's
  kData,       // the same, or a device address
  kKernel,     // a kernel's stub
  kVariable,   // a device variable's shadow
  kArguments,  // of the kernel in word `count`: an array of pointers
  kNode,       // cudaKernelNodeParams
  kConfig,     // cudaLaunchConfig_t
};

struct Argument {
  Pass pass = Pass::kValue;
  bool back = false;     // the bytes come back, too
  bool open = false;     // word `count` bytes are made that the host may touch
  bool address = false;  // what comes back is an address of the device, or null
  uint16_t unit = 1;     // bytes of an element
  // Words with the number of elements in a row, of rows, and of bytes from one
  // row to the next; -1: one.
  int8_t count = -1, rows = -1, pitch = -1;
};

constexpr size_t kMostArguments = 8;  // of those that are no plain values

using Words = std::array<uint64_t, kWords>;

struct Call {
  std::string_view name;
  Words bits;  // of each word, those that an argument has; others are garbage
  std::array<Argument, kMostArguments> arguments{};
  int8_t stream = -1;  // the word of a copy's stream; -1: it has none
};

/// The number of the row for `name`; nothing when there is none.
std::optional<uint32_t> find_call(std::string_view name);
/// Whether memory of the host may be one side of a copy.
bool copies(const Call& row);
/// Null when there is no such row.
const Call* call_at(uint32_t number);

/// Bytes behind a kMemory or kData argument that is not null; nothing when
/// they are more than a message may have.
std::optional<uint64_t> bytes_of(const Argument& argument, const Words& words);

}  // namespace simt::apart
