// SPDX-License-Identifier: MIT
// A course of one lesson, 90_adds, in a folder that is thrown away.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "tests/runner/learn.h"

/// The fixtures' lesson, which a test may edit and solve. Nothing is built.
struct Course {
  learn::ScratchFolder folder;
  std::filesystem::path root = folder.path() / "course";
  std::filesystem::path exercise = root / "lessons/90_adds/exercise.cu";
  std::filesystem::path state = root / ".learn/state.json";

  Course() {
    namespace fs = std::filesystem;
    fs::create_directories(root / "docs");
    for (const auto* part : {"lessons/90_adds", "solutions/90_adds"}) {
      fs::create_directories(root / part);
      fs::copy(fs::path(FIXTURES) / part, root / part,
               fs::copy_options::recursive);
    }
    fs::copy(fs::path(SOURCE) / "docs/diagnostics", root / "docs/diagnostics");
  }

  Answer learn(std::vector<std::string> words,
               const Environment& environment = {}) const {
    words.insert(words.begin(), {"--root", root.string(), "--build", BUILD});
    auto all = environment;
    all.emplace_back("LOCKSTEP_STATE", state.string());
    return learn_with(words, all);
  }

  void solve(const std::string& name = "90_adds") const {
    std::filesystem::create_directories(state.parent_path());
    learn::write_text(state, R"({"schema": 1, "solved": {")" + name +
                                 R"(": {"points": 4}}})");
  }
};

/// `text` with its first `from` replaced.
inline std::string replaced(std::string text, const std::string& from,
                            const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}
