// SPDX-License-Identifier: MIT
// The part of the contract that only looks at files: which there are, how
// long, and that exercise and solution differ in the region alone.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/text_file.h"
#include "runner/contract/contract.h"
#include "runner/lesson/given.h"
#include "runner/lesson/region.h"

namespace learn {
namespace {

const std::set<std::string> kLessonFiles{"README.md",   "lesson.toml",
                                         "lesson.h",    "example.cu",
                                         "exercise.cu", "check.cpp"};

void check_folder(const Place& place, const fs::path& folder,
                  const std::set<std::string>& wanted, Complaints& complaints) {
  std::set<std::string> there;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    there.insert(entry.path().filename().string());
  }
  for (const auto& name : wanted) {
    if (there.erase(name) == 0) {
      complaints.errors.push_back(
          place.shown(folder / name) + ": this file is missing" +
          (name == "picture.svg" ? "; type ./learn dev picture " +
                                       folder.filename().string() + " --update"
                                 : ""));
    }
  }
  for (const auto& name : there) {
    complaints.errors.push_back(
        place.shown(folder / name) +
        ": this file has no place in a lesson (docs/lesson-contract.md)");
  }
}

void check_mistakes(const Place& place, const Lesson& lesson,
                    Complaints& complaints) {
  const auto folder = lesson.answers(place) / "mistakes";
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const auto name = entry.path().filename().string();
    if (!match(name, "[a-z0-9]+(_[a-z0-9]+)*\\.cu")) {
      complaints.errors.push_back(place.shown(entry.path()) +
                                  ": a mistake is named like no_guard.cu");
    }
  }
  if (mistake_names(place, lesson).empty()) {
    complaints.errors.push_back(place.shown(folder) +
                                ": a lesson has at least one mistake");
  }
}

void check_size(const Place& place, const fs::path& path, size_t most,
                Complaints& complaints) {
  if (!fs::exists(path)) return;
  const auto lines = split_lines(read_text(path)).size();
  if (lines > most) {
    complaints.warnings.push_back(
        fmt::format("{}: {} lines; it should have {} at most",
                    place.shown(path), lines, most));
  }
}

/// An atomic moves data as well: a check that asks for loads or stores alone
/// does not see an answer that goes around them.
void check_traffic(const Place& place, const fs::path& path,
                   Complaints& complaints) {
  if (!fs::exists(path)) return;
  const auto text = read_text(path);
  const auto names = [&](const char* name) {
    return text.find(name) != std::string::npos;
  };
  const bool apart = names("global_load.") || names("global_store.") ||
                     names("shared_load.") || names("shared_store.");
  const bool seen = names("global_read.") || names("global_write.") ||
                    names(".shared.") || names("atomic");
  if (apart && !seen) {
    complaints.errors.push_back(
        place.shown(path) +
        ": it asks for loads or stores and does not see atomics; ask for "
        "global_read, global_write or shared, or for atomics too "
        "(docs/counting.md)");
  }
}

void check_needs(const Place& place, const Lesson& lesson,
                 Complaints& complaints) {
  const auto all = read_lessons(place);
  for (const auto& need : lesson.needs) {
    const auto found =
        std::find_if(all.begin(), all.end(),
                     [&](const Lesson& one) { return one.number == need; });
    if (found == all.end() || found->name >= lesson.name) {
      complaints.errors.push_back(fmt::format(
          "{}: needs {}, which is no earlier lesson: take it out of `needs`",
          place.shown(lesson.folder(place) / "lesson.toml"), need));
    }
  }
}

/// Nothing, and a complaint, when the file does not hold one region.
std::optional<Region> read_region(const Place& place, const fs::path& path,
                                  Complaints& complaints) {
  auto region = find_region(read_text(path));
  if (!region) {
    complaints.errors.push_back(
        place.shown(path) +
        ": it must hold exactly one region from // task-begin to "
        "// task-end");
  }
  return region;
}

/// `exercise` is null when it has no region.
void check_todo(const Place& place, const Lesson& lesson,
                const Region* exercise, Complaints& complaints) {
  bool inside = false;
  for (const auto& folder : {lesson.folder(place), lesson.answers(place),
                             lesson.answers(place) / "mistakes",
                             lesson.answers(place) / "also_right"}) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none)) {
      if (!entry.is_regular_file()) continue;
      const bool own = entry.path().filename() == "exercise.cu";
      const bool page = entry.path().filename() == "README.md";
      const auto lines = split_lines(read_text(entry.path()));
      for (size_t i = 1; i <= lines.size(); ++i) {
        if (lines[i - 1].find("TODO") == std::string::npos) continue;
        const bool good = own && exercise != nullptr && exercise->begin < i &&
                          i < exercise->end;
        inside |= good;
        if (good || page) continue;  // a page may quote the exercise
        complaints.errors.push_back(
            fmt::format("{}:{}: TODO belongs into the region of exercise.cu",
                        place.shown(entry.path()), i));
      }
    }
  }
  if (!inside) {
    complaints.errors.push_back(
        place.shown(lesson.folder(place) / "exercise.cu") +
        ": the region must say // TODO: and what to do (if you solved it "
        "here, ./learn reset puts the skeleton back)");
  }
}

/// What `./learn dev new` left to the author.
void check_filled(const Place& place, const Lesson& lesson,
                  Complaints& complaints) {
  static const std::string kMark = "FILL:";
  std::vector<fs::path> files;
  for (const auto& folder : {lesson.folder(place), lesson.answers(place)}) {
    std::error_code none;
    for (const auto& entry : fs::recursive_directory_iterator(folder, none)) {
      const bool drawn = entry.path().extension() == ".svg";
      if (entry.is_regular_file() && !drawn) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    const auto lines = split_lines(read_text(file));
    for (size_t i = 0; i < lines.size(); ++i) {
      const auto at = lines[i].find(kMark);
      if (at == std::string::npos) continue;
      complaints.errors.push_back(
          fmt::format("{}:{}: still to fill: {}", place.shown(file), i + 1,
                      trim(lines[i].substr(at + kMark.size()))));
    }
  }
}

/// A student's edits must not be taken for the skeleton: only an exercise
/// whose region has its TODO is compared, or marked.
bool has_todo(const std::optional<Region>& exercise) {
  if (!exercise) return false;
  return join_lines(exercise->inside()).find("TODO") != std::string::npos;
}

/// lesson.toml with `mark` as its `given`, at the end of the first keys.
std::string with_given(const std::string& toml, const std::string& mark) {
  auto lines = split_lines(toml);
  std::erase_if(lines,
                [](const auto& one) { return one.starts_with("given "); });
  const auto end =
      std::find_if(lines.begin(), lines.end(), [](const auto& one) {
        return trim(one).empty() || one.starts_with("[");
      });
  lines.insert(end, fmt::format("given = \"{}\"", mark));
  return join_lines(lines);
}

}  // namespace

std::vector<std::string> mistake_names(const Place& place,
                                       const Lesson& lesson) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry :
       fs::directory_iterator(lesson.answers(place) / "mistakes", none)) {
    if (entry.path().extension() == ".cu") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

void check_files(const Place& place, const Lesson& lesson,
                 Complaints& complaints) {
  auto wanted = kLessonFiles;
  if (lesson.kind == "ladder") wanted.insert("rungs.cuh");
  if (lesson.picture) wanted.insert("picture.svg");
  const auto folder = lesson.folder(place);
  const auto answers = lesson.answers(place);
  check_folder(place, folder, wanted, complaints);
  std::set<std::string> known{"solution.cu", "mistakes"};
  if (fs::exists(answers / "also_right")) known.insert("also_right");
  check_folder(place, answers, known, complaints);
  check_mistakes(place, lesson, complaints);
  check_needs(place, lesson, complaints);
  check_filled(place, lesson, complaints);
  check_size(place, folder / "exercise.cu", 80, complaints);
  check_size(place, folder / "check.cpp", 100, complaints);
  check_traffic(place, folder / "check.cpp", complaints);
  check_size(place, answers / "solution.cu", 100, complaints);
}

void check_region(const Place& place, const Lesson& lesson,
                  Complaints& complaints) {
  const auto mine = lesson.folder(place) / "exercise.cu";
  const auto theirs = lesson.answers(place) / "solution.cu";
  const auto exercise = read_region(place, mine, complaints);
  const auto solution = read_region(place, theirs, complaints);
  check_todo(place, lesson, exercise ? &*exercise : nullptr, complaints);
  if (!exercise || !solution) return;
  const auto left = exercise->outside();
  const auto right = solution->outside();
  const auto differ =
      std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  if (differ.first == left.end() && differ.second == right.end()) return;
  auto line = static_cast<size_t>(differ.first - left.begin()) + 1;
  if (line > exercise->begin) line += exercise->end - exercise->begin - 1;
  complaints.errors.push_back(
      fmt::format("{}:{}: exercise and solution differ here, outside of the "
                  "region",
                  place.shown(mine), line));
}

void check_given(const Place& place, const Lesson& lesson, bool update,
                 Complaints& complaints) {
  const auto exercise = lesson.folder(place) / "exercise.cu";
  const auto toml = lesson.folder(place) / "lesson.toml";
  const auto text = read_text(exercise);
  if (!has_todo(find_region(text))) {
    if (!lesson.given.empty()) return;  // solved here
    complaints.errors.push_back(place.shown(exercise) +
                                ": it has no TODO in a region, so it cannot "
                                "be what is given");
    return;
  }
  const auto mark = given_mark(text);
  if (mark == lesson.given) return;
  if (update) {
    write_text(toml, with_given(read_text(toml), mark));
    return;
  }
  complaints.errors.push_back(fmt::format(
      "{}: `given` is not the mark of exercise.cu. Authors type ./learn dev "
      "skeleton {} --update; students who began to edit may leave it so",
      place.shown(toml), lesson.number));
}

int print_complaints(const std::string& what, const Complaints& complaints) {
  for (const auto& one : complaints.errors) fmt::print("error: {}\n", one);
  for (const auto& one : complaints.warnings) fmt::print("warning: {}\n", one);
  fmt::print("{}: {}\n", what,
             complaints.errors.empty()
                 ? "as the contract wants it"
                 : fmt::format("{} broken rule{}", complaints.errors.size(),
                               complaints.errors.size() == 1 ? "" : "s"));
  return complaints.errors.empty() ? 0 : 1;
}

}  // namespace learn
