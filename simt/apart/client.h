// SPDX-License-Identifier: MIT
// The caller's side: each runtime call becomes a message to the process with
// the emulator. side.h says who calls.
#pragma once

#include <cstdint>
#include <string_view>

#include "simt/apart/wire.h"

namespace simt::apart {

struct Answer {
  uint64_t result = 0;
  Bytes bytes;
};

/// Sends a message of which `words` are set, and waits for the answer, of at
/// most `most` bytes. The process ends when nobody answers so.
Answer ask(Request request, const Bytes& bytes = {},
           uint64_t most = kMostBytes);
/// The same, with a descriptor beside them.
Answer ask_with(Request request, const Bytes& bytes, int file);
/// The same, with a text as its bytes.
Answer ask(Request request, std::string_view text);

/// What each function of the runtime does; `caller` is where it returns to.
uint64_t forward(const char* name, const uint64_t* words, const void* caller);

/// The bytes of a text, cut where a message cuts them.
Bytes bytes_of_text(std::string_view text);

/// Whether `bytes` from this address are device memory. What the other side
/// says of itself is no address of device memory otherwise.
bool on_device(uint64_t address, uint64_t bytes = 1);

/// Lets the host touch managed or page-locked memory at this address.
void open_memory(uint64_t address, uint64_t bytes);
/// Closes what was opened at this address; at 0, all of it.
void close_memory(uint64_t address);

/// Another thread has a call under way: no message may come between.
bool in_the_middle();

/// While one lives, calls of this thread fail: the rule for functions that a
/// stream calls.
class HostFunctionScope {
 public:
  HostFunctionScope();
  ~HostFunctionScope();
};

}  // namespace simt::apart
