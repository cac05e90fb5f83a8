// SPDX-License-Identifier: MIT
// Lines behind the one with the version; runner/check/judge.cpp reads them.
#include "simt/apart/blame.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace simt::apart {
namespace {

void add_line(const std::string& line) {
  const char* path = std::getenv("SIMT_HANDSHAKE");
  FILE* file = path && *path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  std::fputs((line + "\n").c_str(), file);
  std::fclose(file);
}

}  // namespace

void blame_machine(const char* why) {
  add_line(std::string("not graded: ") + why);
}

void note_killed() { add_line("killed"); }

void note_no_memory() { add_line("no memory"); }

}  // namespace simt::apart
