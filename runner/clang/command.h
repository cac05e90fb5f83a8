// SPDX-License-Identifier: MIT
// nvcc's command line, as far as this project uses it, in clang's words. Starts
// nothing and reads no file.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace learn::clang {

/// What is wrong with a command line, as one sentence.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One architecture that PTX is made for.
struct Arch {
  std::string name;  // 75, 90a
  bool ptx = false;  // asked for as PTX, and not only as machine code
  int sm() const { return std::stoi(name); }
  bool this_only() const { return name.back() == 'a'; }
};

struct Command {
  enum class Make { kProgram, kObject, kFatbin, kPtx };
  Make make = Make::kProgram;
  std::vector<std::filesystem::path> sources;  // .cu, or all after -x cu
  std::vector<std::string> objects;            // what is only linked
  std::filesystem::path output;                // empty: not named
  std::vector<Arch> archs;                     // those to compile, not empty
  std::vector<std::string> both;    // for device and host: -I, -D, -std
  std::vector<std::string> host;    // -Xcompiler, -O1
  std::vector<std::string> device;  // -use_fast_math, -lineinfo
  std::vector<std::string> depend;  // -MD and its files
  std::vector<std::string> link;    // -L, -l, -Xlinker
  std::filesystem::path kept;       // --keep-dir, for the preprocessed files
  std::string cxx = "c++";          // -ccbin, which also names the host
  bool keep = false, verbose = false, version = false;
};

/// Throws Refused at an option that is not known here, and names it.
Command parse(const std::vector<std::string>& arguments);

}  // namespace learn::clang
