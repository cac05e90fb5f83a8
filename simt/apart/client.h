// SPDX-License-Identifier: MIT
// The caller's side: linked to a function that runs in a process of its own.
// Each runtime call becomes a message to the process with the emulator.
#pragma once

#include <cstdint>
#include <string_view>

#include "simt/apart/wire.h"

namespace simt::apart {

struct Answer {
  uint64_t result = 0;
  Bytes bytes;
};

/// Sends a message of which `words` are set, and waits for the answer. The
/// process ends when nobody answers.
Answer ask(Request request, const Bytes& bytes = {});
/// The same, with a text as its bytes.
Answer ask(Request request, std::string_view text);

/// What each function of the runtime does; `caller` is where it returns to.
uint64_t forward(const char* name, const uint64_t* words, const void* caller);

/// Lets the host touch managed or page-locked memory at this address.
void open_memory(uint64_t address, uint64_t bytes);

/// While one lives, calls of this thread fail: the rule for functions that a
/// stream calls.
class HostFunctionScope {
 public:
  HostFunctionScope();
  ~HostFunctionScope();
};

}  // namespace simt::apart
