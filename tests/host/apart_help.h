// SPDX-License-Identifier: MIT
// Speaks to the emulator's side as a process apart would, or as one that lies.
#pragma once

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "simt/apart/calls.h"
#include "simt/apart/serve.h"
#include "simt/apart/wire.h"

namespace simt::apart {

inline void take(void* to, const void* bytes, size_t count) {
  static_cast<std::string*>(to)->assign(static_cast<const char*>(bytes), count);
}

/// What became of messages that were sent in one go, and the answers to them.
struct Served {
  SimtEnd end;
  std::string taken, answers;
};

inline Served serve(const Bytes& messages) {
  int ends[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  REQUIRE(send_all(ends[1], messages.data(), messages.size()));
  shutdown(ends[1], SHUT_WR);
  Served served;
  served.end = simt_serve(ends[0], "/proc/self/exe", take, &served.taken);
  close(ends[0]);
  char buffer[4096];
  for (ssize_t got; (got = read(ends[1], buffer, sizeof buffer)) > 0;) {
    served.answers.append(buffer, static_cast<size_t>(got));
  }
  close(ends[1]);
  return served;
}

inline void add(Bytes& to, const void* from, size_t bytes) {
  const auto* begin = static_cast<const std::byte*>(from);
  to.insert(to.end(), begin, begin + bytes);
}

inline Bytes message(Request request, const Bytes& bytes = {}) {
  request.bytes = bytes.size();
  Bytes all;
  add(all, &request, sizeof request);
  add(all, bytes.data(), bytes.size());
  return all;
}

/// The message that each conversation begins with.
inline Bytes hello() {
  Request request{.ask = kHello};
  request.words = {0x10000, 0x20000};
  return message(request);
}

/// A conversation of these.
inline Bytes greeted(const Bytes& messages) {
  Bytes all = hello();
  add(all, messages.data(), messages.size());
  return all;
}

/// Bytes of the answer to hello().
constexpr size_t kGreeting = sizeof(Reply) + 2 * kAlign;

inline Bytes text(const char* words) {
  Bytes bytes;
  append(bytes, words, std::strlen(words) + 1);
  return bytes;
}

inline uint64_t word(const void* pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

}  // namespace simt::apart
