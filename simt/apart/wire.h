// SPDX-License-Identifier: MIT
// What goes over the sockets between the process with the emulator and those
// that use it: the one that judges, and those that run a function apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::apart {

/// The function's process has the socket here, and no other descriptor but
/// those of the terminal.
constexpr int kSocket = 3;

constexpr size_t kWords = 12;             // arguments of a call, as registers
constexpr size_t kFrames = 4;             // return addresses that name a call
constexpr uint64_t kMostBytes = 1 << 30;  // of one message, besides its head
constexpr size_t kMostText = 4096;        // bytes of a name or a sentence
constexpr size_t kAlign = 16;             // where pieces of a message begin

/// What a message asks for: numbers below kHello are rows of kCalls.
enum Ask : uint32_t {
  kHello = 1000,      // first, and once; begin and end of the file whose
                      // addresses follow; the range of device memory back
  kRegisterBinary,    // bytes: a container of device code
  kRegisterKernel,    // binary, address of the stub; text: symbol
  kRegisterVariable,  // binary, address of the shadow; text: symbol
  kRegisterManaged,   // the same; the variable's address comes back
  kParameters,        // a kernel's stub; sizes of its parameters come back
  kUnsupported,       // text: a call that has no row
  kTouch,             // address, instruction: a fault; no call may follow
  // Of a process that runs a function:
  kReturned,  // the function's value, and what it filled; the end
  kThrew,     // text: of an exception that left the function; the end
  // Of the process that judges:
  kLaunchCount,
  kLaunchAt,          // index; SimtLaunch and the kernel's name back
  kInstructionCount,  // index; text: mnemonic
  kTraffic,           // index, address; two SimtTraffic back
  kServe,             // with a socket; text: the file that the function is in;
                      // how it ended comes back, and what it gave
  kFailCall,          // a call's number, 0 for none; told (simt_fail_call)
  kCallFailed,        // its error comes back, or 0; from bit 32 on: how many
                      // calls that can fail came after it
  kLiveObjects,       // how many handles are alive (simt_live_objects)
  kEnd,               // how the program ends (cudart::Ending)
};

struct Request {
  uint32_t ask = 0;
  uint32_t unused = 0;  // and 0
  std::array<uint64_t, kWords> words{};
  std::array<uint64_t, kFrames> frames{};
  uint64_t bytes = 0;  // that follow
};

struct Reply {
  uint64_t result = 0;
  uint64_t bytes = 0;  // that follow
};

using Bytes = std::vector<std::byte>;

constexpr uint64_t padded(uint64_t bytes) {
  return (bytes + kAlign - 1) / kAlign * kAlign;
}

/// Adds a piece, padded with zeros.
inline void append(Bytes& to, const void* from, uint64_t bytes) {
  const auto* begin = static_cast<const std::byte*>(from);
  to.insert(to.end(), begin, begin + bytes);
  to.resize(padded(to.size()));
}

/// All are false when the other side is gone.
bool send_all(int socket, const void* from, size_t bytes);
bool receive_all(int socket, void* to, size_t bytes);
/// Sends an answer of `bytes` bytes to who should be waiting for it. False,
/// too, when that one goes on sending and takes nothing: both would wait for
/// ever.
bool send_answer(int socket, const void* from, size_t bytes);
/// The same with a descriptor. `file` is -1 when none came.
bool send_with(int socket, const void* from, size_t bytes, int file);
bool receive_with(int socket, void* to, size_t bytes, int& file);

}  // namespace simt::apart
