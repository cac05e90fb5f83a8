// SPDX-License-Identifier: MIT
// One JSON file, written whole after each change. A damaged one is renamed, and
// the state begins anew.
#include "runner/lesson/state.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>

#include "runner/base/text_file.h"

namespace learn {
namespace {
using nlohmann::json;

fs::path state_file(const Place& place) {
  const char* other = std::getenv("LOCKSTEP_STATE");
  return other != nullptr ? fs::path(other) : place.root / ".learn/state.json";
}

/// Gives `name` the number that its lesson has today.
void rename(std::string& name, const std::map<std::string, std::string>& now) {
  const auto found = now.find(name);
  if (found != now.end()) name = found->second;
}

template <typename Value>
void rename_keys(std::map<std::string, Value>& all,
                 const std::map<std::string, std::string>& now) {
  for (const auto& [before, name] : now) {
    auto entry = all.extract(before);
    if (entry.empty()) continue;
    entry.key() = name;
    all.insert(std::move(entry));
  }
}

}  // namespace

fs::path state_folder(const Place& place) {
  return state_file(place).parent_path();
}

State::State(const Place& place) : file_(state_file(place)) {
  std::ifstream stream(file_);
  if (!stream) return;
  try {
    const auto whole = json::parse(stream);
    for (const auto& [name, entry] : whole.at("solved").items()) {
      points_[name] = entry.at("points").get<int>();
    }
    chosen_ = whole.value("chosen", "");
    again_ = whole.value("again", false);
    shown_ = whole.value("shown", "");
    hints_ = whole.value("hints", hints_);
  } catch (const json::exception&) {
    std::error_code ignored;
    fs::rename(file_, file_.string() + ".damaged", ignored);
    points_.clear();
    hints_.clear();
    chosen_.clear();
    again_ = false;
    shown_.clear();
  }
  adopt_former_names(place);
}

void State::adopt_former_names(const Place& place) {
  const auto gone = [&](const std::string& name) {
    return !name.empty() && !fs::exists(place.root / "lessons" / name);
  };
  const auto lost = [&](const auto& entry) { return gone(entry.first); };
  if (!gone(chosen_) && !gone(shown_) &&
      std::none_of(points_.begin(), points_.end(), lost) &&
      std::none_of(hints_.begin(), hints_.end(), lost)) {
    return;
  }
  std::map<std::string, std::string> now;
  for (const auto& lesson : read_lessons(place)) {
    if (!lesson.formerly.empty()) now[lesson.formerly] = lesson.name;
  }
  rename(chosen_, now);
  rename(shown_, now);
  rename_keys(points_, now);
  rename_keys(hints_, now);
}

int State::points(const std::string& lesson) const {
  const auto found = points_.find(lesson);
  return found == points_.end() ? 0 : found->second;
}

void State::note_solved(const std::string& lesson, int points) {
  const bool same = solved(lesson) && points_[lesson] == points;
  if (same && !(again_ && chosen_ == lesson)) return;
  if (chosen_ == lesson) again_ = false;
  points_[lesson] = points;
  save();
}

void State::save() const {
  json whole{{"schema", 1}, {"solved", json::object()}};
  for (const auto& [name, sum] : points_) {
    whole["solved"][name] = {{"points", sum}};
  }
  if (!chosen_.empty()) whole["chosen"] = chosen_;
  if (again_) whole["again"] = true;
  if (!shown_.empty()) whole["shown"] = shown_;
  if (!hints_.empty()) whole["hints"] = hints_;
  std::error_code ignored;
  fs::create_directories(file_.parent_path(), ignored);
  write_text(file_, whole.dump(2) + "\n");
}

const Lesson* State::open_after(const std::vector<Lesson>& lessons,
                                const std::string& from) const {
  const auto at = std::find_if(lessons.begin(), lessons.end(),
                               [&](const Lesson& l) { return l.name == from; });
  const auto start = static_cast<size_t>(at - lessons.begin());
  for (size_t step = 1; step <= lessons.size(); ++step) {
    // Nothing was found: count from before the first.
    const auto i = at == lessons.end() ? step - 1 : (start + step);
    const Lesson& one = lessons[i % lessons.size()];
    if (one.name != from && !solved(one.name)) return &one;
  }
  return nullptr;
}

const Lesson* State::current(const std::vector<Lesson>& lessons) const {
  for (const Lesson& lesson : lessons) {
    if (lesson.name == chosen_ && (again_ || !solved(chosen_))) return &lesson;
  }
  return open_after(lessons, chosen_);
}

void State::choose(const std::string& lesson) {
  chosen_ = lesson;
  again_ = solved(lesson);
  note_shown(lesson);
}

const Lesson* State::next(const std::vector<Lesson>& lessons) const {
  const auto* now = current(lessons);
  if (now == nullptr || now->name != shown_) return now;
  return open_after(lessons, now->name);
}

void State::note_shown(const std::string& lesson) {
  shown_ = lesson;
  save();
}

int State::hints(const std::string& lesson) const {
  const auto found = hints_.find(lesson);
  return found == hints_.end() ? 0 : found->second;
}

void State::note_hints(const std::string& lesson, int shown) {
  hints_[lesson] = shown;
  save();
}

}  // namespace learn
