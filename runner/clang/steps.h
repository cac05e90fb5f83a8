// SPDX-License-Identifier: MIT
// What the compiler does with one source: PTX for each architecture, a
// container around it, the host's half. Starts clang.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/clang/command.h"

namespace learn::clang {

/// Where the parts of the compiler stand, from the place of this program.
struct Kit {
  explicit Kit(const std::filesystem::path& program);
  /// Major, minor and build number of the headers of CUDA, by pins.txt of the
  /// kit. Throws Refused when that file names none.
  std::array<int, 3> release() const;
  std::filesystem::path root;     // as of a toolkit: include, lib64, nvvm
  std::filesystem::path zig;      // the program that has clang in it
  std::filesystem::path headers;  // clang's own, its resource directory
};

/// A folder that goes with its files.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs a program with this one's input and output; its exit status.
int run(const std::vector<std::string>& words);

/// Throws Ended with the status of a program that failed: it has said why.
struct Ended {
  int status;
};

/// Makes what `command` asks for.
void compile(const Kit& kit, const Command& command);

/// The words that link `objects` into `output`.
std::vector<std::string> link_words(const Kit& kit, const Command& command,
                                    const std::vector<std::string>& objects,
                                    const std::filesystem::path& output);

}  // namespace learn::clang
