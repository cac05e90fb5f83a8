// SPDX-License-Identifier: MIT
// A child writes its outcome into a pipe; parent and child are one program, so
// that numbers are written as they lie in memory.
#include "runner/process/side_by_side.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string>

namespace learn {
namespace {

/// The numbers of an outcome; its four texts follow.
struct Numbers {
  Outcome::End end;
  Outcome::Limit limit;
  int process, code, left_behind;
  uint64_t peak;
  std::array<uint64_t, 2> totals;
  std::array<uint64_t, 4> sizes;
};

std::string to_bytes(const Outcome& from) {
  const Stream& out = from.out;
  const Stream& err = from.err;
  const Numbers numbers{
      from.end,
      from.limit,
      from.process,
      from.code,
      from.left_behind,
      from.peak,
      {out.total, err.total},
      {out.head.size(), out.tail.size(), err.head.size(), err.tail.size()}};
  std::string bytes(sizeof numbers, '\0');
  std::memcpy(bytes.data(), &numbers, sizeof numbers);
  return bytes + out.head + out.tail + err.head + err.tail;
}

Outcome from_bytes(const std::string& bytes) {
  Outcome outcome;
  Numbers numbers;
  if (bytes.size() < sizeof numbers) return outcome;
  std::memcpy(&numbers, bytes.data(), sizeof numbers);
  outcome.end = numbers.end;
  outcome.limit = numbers.limit;
  outcome.process = numbers.process;
  outcome.code = numbers.code;
  outcome.left_behind = numbers.left_behind;
  outcome.peak = numbers.peak;
  outcome.out.total = numbers.totals[0];
  outcome.err.total = numbers.totals[1];
  size_t at = sizeof numbers;
  size_t which = 0;
  for (auto* text : {&outcome.out.head, &outcome.out.tail, &outcome.err.head,
                     &outcome.err.tail}) {
    const auto size = numbers.sizes[which++];
    *text = bytes.substr(at, size);
    at += size;
  }
  return outcome;
}

/// The child's side.
void answer(int to, size_t number,
            const std::function<Outcome(size_t)>& run) try {
  const auto bytes = to_bytes(run(number));
  for (size_t at = 0; at < bytes.size();) {
    const auto sent = write(to, bytes.data() + at, bytes.size() - at);
    if (sent < 0 && errno != EINTR) return;
    if (sent > 0) at += static_cast<size_t>(sent);
  }
} catch (...) {
  // Nothing is written, which says so.
}

}  // namespace

SideBySide::SideBySide(size_t count,
                       const std::function<Outcome(size_t)>& run) {
  for (size_t i = 0; i < count; ++i) children_.push_back(start(i, run));
}

SideBySide::~SideBySide() {
  for (const auto& child : children_) end(child);
}

SideBySide::Child SideBySide::start(size_t number,
                                    const std::function<Outcome(size_t)>& run) {
  std::array<int, 2> pipe{-1, -1};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // what it runs ends with it
    if (getppid() == parent) answer(pipe[1], number, run);
    _exit(0);
  }
  close(pipe[1]);
  return {child, pipe[0]};
}

void SideBySide::end(const Child& child) {
  if (child.from >= 0) close(child.from);
  if (child.process <= 0) return;
  kill(child.process, SIGKILL);
  while (waitpid(child.process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Outcome SideBySide::next() {
  const auto child = children_.front();
  std::string bytes;
  std::array<char, 1 << 16> part;
  for (;;) {
    const auto got =
        child.from < 0 ? 0 : read(child.from, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    bytes.append(part.data(), static_cast<size_t>(got));
  }
  end(child);
  children_.pop_front();
  return from_bytes(bytes);
}

}  // namespace learn
