// SPDX-License-Identifier: MIT
// Whose calls the client sends: a submission's function, or the process that
// judges. Each of the two is linked with a file that answers this.
#pragma once

#include <cstdint>
#include <vector>

namespace simt::apart {

struct Side {
  int socket = -1;
  /// The other side is not believed, and sees nothing of this process but what
  /// a call hands over: no address, no byte beside an argument.
  bool guards = false;
  /// Where the program's own file is in memory.
  uint64_t image_begin = 0, image_end = 0;
};

Side our_side();

/// The other side is gone, or says what it must not: ends this process.
[[noreturn]] void other_side_is_lost(const char* why);

/// Bytes of the parameters of the kernel with this stub, by what is known on
/// this side; null: ask the other one. For sides that guard it is never asked.
const std::vector<uint64_t>* own_parameters(uint64_t stub);
/// A kernel is registered under this stub.
void note_kernel(uint64_t stub, const char* symbol);

/// A call begins.
void call_comes();

/// Bytes of device memory that this side has made, where it guards.
uint64_t device_bytes_here();

}  // namespace simt::apart
