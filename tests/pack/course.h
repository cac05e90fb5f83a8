// SPDX-License-Identifier: MIT
// A course of one lesson in a folder of its own, and ./learn on any course.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/place.h"
#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/process/process.h"

namespace fs = std::filesystem;

const learn::Place kCourse{ROOT, BUILD};  // the real one

struct Said {
  int status = 0;
  std::string out, err;
  bool out_has(const std::string& text) const {
    return out.find(text) != std::string::npos;
  }
  bool err_has(const std::string& text) const {
    return err.find(text) != std::string::npos;
  }
};

inline Said run(const std::vector<std::string>& argv, const fs::path& folder,
                std::vector<std::pair<std::string, std::string>> extra = {}) {
  learn::Limits limits;
  limits.seconds = 250;
  limits.small = false;
  limits.kept_output = 1 << 22;
  const auto outcome =
      learn::run_limited({argv, std::move(extra), folder}, limits);
  return {outcome.exit_code(), outcome.out.text(), outcome.err.text()};
}

inline Said learn_at(const fs::path& root, const fs::path& build,
                     const std::vector<std::string>& words) {
  std::vector<std::string> argv{LEARN, "--root", root, "--build", build};
  argv.insert(argv.end(), words.begin(), words.end());
  return run(argv, root, {{"LOCKSTEP_STATE", (root / "state.json").string()}});
}

/// The fixture 90_adds, to be added to and broken.
class SmallCourse {
 public:
  SmallCourse() {
    for (const auto* part : {"lessons", "solutions"}) {
      fs::create_directories(root() / part);
      fs::copy(fs::path(FIXTURES) / part / "90_adds", root() / part / "90_adds",
               fs::copy_options::recursive);
    }
  }
  const fs::path& root() const { return scratch_.path(); }
  Said learn(const std::vector<std::string>& words) const {
    return learn_at(root(), BUILD, words);
  }
  /// All files, as paths.
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(root())) {
      names.insert(entry.path().string());
    }
    return names;
  }

 private:
  learn::ScratchFolder scratch_;
};
