// SPDX-License-Identifier: MIT
#include "runner/lesson/state.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "runner/lesson/text_file.h"

namespace learn {
namespace {
using nlohmann::json;
}

State::State(const Place& place) : file_(place.root / ".learn/state.json") {
  if (const char* other = std::getenv("LOCKSTEP_STATE")) file_ = other;
  std::ifstream stream(file_);
  if (!stream) return;
  try {
    const auto whole = json::parse(stream);
    for (const auto& [name, entry] : whole.at("solved").items()) {
      points_[name] = entry.at("points").get<int>();
    }
  } catch (const json::exception&) {
    std::error_code ignored;
    fs::rename(file_, file_.string() + ".damaged", ignored);
    points_.clear();
  }
}

int State::points(const std::string& lesson) const {
  const auto found = points_.find(lesson);
  return found == points_.end() ? 0 : found->second;
}

void State::note_solved(const std::string& lesson, int points) {
  if (solved(lesson) && points_[lesson] == points) return;
  points_[lesson] = points;
  json whole{{"schema", 1}, {"solved", json::object()}};
  for (const auto& [name, sum] : points_) {
    whole["solved"][name] = {{"points", sum}};
  }
  std::error_code ignored;
  fs::create_directories(file_.parent_path(), ignored);
  write_text(file_, whole.dump(2) + "\n");
}

}  // namespace learn
