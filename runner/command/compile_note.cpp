// SPDX-License-Identifier: MIT
// A table of words; and the semicolon, which is missing on an earlier line.
#include "runner/command/compile_note.h"

#include <string_view>

#include "runner/base/text_file.h"

namespace learn {
namespace {

struct Note {
  std::string_view error, note;
};

constexpr std::string_view kReduce =
    "GPUs reduce a warp by one instruction since compute capability 8.0, and "
    "this\nlesson compiles for less. Shuffles do the same.";

constexpr Note kNotes[] = {
    {"identifier \"printf\" is undefined",
     "A thread can print: printf needs `#include <cstdio>`, above the marks."},
    {"namespace \"std\" has no member \"cout\"",
     "A thread cannot use std::cout. It can call printf, which needs\n"
     "`#include <cstdio>`, above the marks."},
    {"no instance of overloaded function \"cudaMalloc\"",
     "cudaMalloc takes the address of your pointer, and a number of bytes."},
    {"a value of type \"void\" cannot be used to initialize",
     "A launch returns nothing, and so does each `void` function."},
    {"a host function call cannot be configured",
     "Only a kernel can be launched: `__global__` before the function makes it "
     "one."},
    {"calling a __host__ function",
     "A kernel calls functions of the device only: `__device__` before the "
     "function makes it one."},
    {"identifier \"__reduce_add_sync\"", kReduce},
    {"identifier \"__reduce_min_sync\"", kReduce},
    {"identifier \"__reduce_max_sync\"", kReduce},
    {"identifier \"__reduce_and_sync\"", kReduce},
    {"identifier \"__reduce_or_sync\"", kReduce},
    {"identifier \"__reduce_xor_sync\"", kReduce},
    {"_is_not_supported_before_SM_",
     "The name ends with the GPUs that have the instruction; SM_90 is compute\n"
     "capability 9.0. This lesson compiles for others."},
    {"return value type does not match the function type",
     "A kernel returns nothing: `return;` ends the thread."},
};

/// A compiler notices a missing semicolon where the next statement begins.
bool is_before(std::string_view source, std::string_view caret) {
  const auto at = caret.find('^');
  return at != std::string_view::npos && source.find_first_not_of(' ') == at;
}

}  // namespace

std::string compile_note(const std::string& errors) {
  const auto lines = split_lines(errors);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i + 2 < lines.size() && lines[i].ends_with("expected a \";\"") &&
        is_before(lines[i + 1], lines[i + 2])) {
      return "The `;` is missing before this line: at the end of the last "
             "statement above it.\n";
    }
    for (const auto& [error, note] : kNotes) {
      if (lines[i].find(error) != std::string::npos) {
        return std::string(note) + "\n";
      }
    }
  }
  return {};
}

}  // namespace learn
