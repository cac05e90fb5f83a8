// SPDX-License-Identifier: MIT
// Starts the runner as a user would, on the fixture lessons.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/process/process.h"

struct Answer {
  int status = 0;
  std::string out, err;

  bool says(const std::string& text) const {
    return out.find(text) != std::string::npos;
  }
  bool complains(const std::string& text) const {
    return err.find(text) != std::string::npos;
  }
};

using Environment = std::vector<std::pair<std::string, std::string>>;

/// ./learn with these words; progress is kept in a file that is thrown away.
inline Answer learn_with(const std::vector<std::string>& words,
                         Environment environment = {}) {
  const learn::ScratchFolder scratch;
  environment.insert(environment.begin(),
                     {"LOCKSTEP_STATE", scratch.path() / "state.json"});
  learn::Command command{{LEARN}, environment, FIXTURES};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  if (words.empty() || words[0].rfind("--", 0) != 0) {
    command.argv.insert(command.argv.begin() + 1,
                        {"--root", FIXTURES, "--build", BUILD});
  }
  learn::Limits limits;
  limits.seconds = 250;
  limits.small = false;
  limits.kept_output = 1 << 22;
  const auto outcome = learn::run_limited(command, limits);
  return {outcome.exit_code(), outcome.out.text(), outcome.err.text()};
}
