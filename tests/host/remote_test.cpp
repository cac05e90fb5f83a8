// SPDX-License-Identifier: MIT
// A check's runtime without an emulator in it: programs behave as they do with
// the emulator's own library, and a device process that an attacker has taken
// over reaches nothing of the one that judges.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct Ended {
  int status = 0;  // as a shell says it
  std::string text;
};

/// The program with the libcudart.so.13 in `folder`; both streams in `text`.
Ended run(const std::string& folder, const std::string& words,
          const std::string& variables = "") {
  const std::string command =
      "env " + variables + " LD_LIBRARY_PATH=" + folder +
      " NO_COLOR=1 timeout $((60 * ${LOCKSTEP_SLOWER:-1})) " PROGRAM " " +
      words + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe);
  Ended ended;
  std::array<char, 4096> piece;
  for (size_t got; (got = fread(piece.data(), 1, piece.size(), pipe)) > 0;) {
    ended.text.append(piece.data(), got);
  }
  const int status = pclose(pipe);
  ended.status =
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

const std::string kLocal = BUILD "/simt/lib";
const std::string kRemote = BUILD "/simt/lib/remote";
const std::string kHostile = HOSTILE "/remote";
const std::string kUnsealed = UNSEALED "/remote";

}  // namespace

TEST_CASE("a program's output, status and report are those of the emulator") {
  for (const std::string words : {"", "locked", "leak", "touch", "crash"}) {
#ifdef LOCKSTEP_ASAN
    // The sanitizer has words of its own for how these end.
    if (words == "touch" || words == "crash" || words == "leak") continue;
#endif
    INFO(words);
    const Ended here = run(kLocal, words), there = run(kRemote, words);
    CHECK(there.status == here.status);
    CHECK(there.text == here.text);
  }
  CHECK(run(kRemote, "").text == "byte: 7\n");
  // A call that has no row is told of the function that made it.
  CHECK(run(kRemote, "lock").text.find("host:  in lock_pages") !=
        std::string::npos);
  CHECK(run(kRemote, "leak").text.find("memory-leak") != std::string::npos);
  CHECK(run(kRemote, "refill").text.find("host-race") != std::string::npos);
#ifndef LOCKSTEP_ASAN
  CHECK(run(kRemote, "touch").text.find("device-pointer-on-host") !=
        std::string::npos);
#endif
}

TEST_CASE(
    "from the process of device code no way leads to the one that judges") {
  const Ended ended = run(kHostile, "", "SIMT_HOSTILE=look");
  CHECK(ended.status == 0);
  CHECK(ended.text == "byte: 7\n");
}

TEST_CASE("without the filter there would be ways") {
  const Ended ended = run(kUnsealed, "", "SIMT_HOSTILE=look");
  for (const char* way : {"open: kill\n", "open: fork\n", "open: memfd_create",
                          "open: /tmp/lockstep_hostile", "open: execve"}) {
    CHECK_MESSAGE(ended.text.find(way) != std::string::npos, ended.text);
  }
}

TEST_CASE("a device process that leaves or lies ends the run, never orderly") {
  CHECK(run(kHostile, "", "SIMT_HOSTILE=honest").status == 0);
  for (const char* how : {"range", "leave", "leave_at_end", "crash", "flood",
                          "short", "endless", "address", "beyond"}) {
    INFO(how);
    const Ended ended = run(kHostile, "", std::string("SIMT_HOSTILE=") + how);
    INFO(ended.text);
    CHECK(ended.status > 128);
    CHECK(ended.status != 128 + 11);  // by its own hand
  }
}
