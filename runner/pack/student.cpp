// SPDX-License-Identifier: MIT
// Starts from what git keeps of the parts below, so notes and trials stay here.
// Each lesson comes with its exercise as it was given; links to what is left
// out are mended last.
#include "runner/pack/student.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/contract/map.h"
#include "runner/lesson/given.h"
#include "runner/pack/links.h"
#include "runner/pack/sheet.h"
#include "runner/process/process.h"

namespace learn {
namespace {

/// What the program and the lessons are built from.
const std::vector<std::string> kParts{"CMakeLists.txt",
                                      "CMakePresets.json",
                                      "LICENSE",
                                      "learn",
                                      ".gitignore",
                                      ".devcontainer",
                                      ".vscode",
                                      "cmake",
                                      "common",
                                      "runner",
                                      "simt",
                                      "docs/course",
                                      "docs/diagnostics"};

/// Pages that help a student; the others are about teaching and testing.
const std::vector<std::string> kPages{
    "docs/counting.md",
    "docs/devices.md",
    "docs/editors.md",
    "docs/emulator.md",
    "docs/floor.md",
    "docs/hardware.md",
    "docs/html-report-dark.png",
    "docs/html-report-light.png",
    "docs/html-report.md",
    "docs/report.md",
    "docs/schedules.md",
    "docs/setup.md",
    "docs/sources.md",
    "docs/step-beside.png",
    "docs/step-narrow.png",
    "docs/step.md",
    "docs/watch.md",
    "lessons/CMakeLists.txt",
};

/// Files of labs/ and where they go.
const std::vector<std::pair<std::string, std::string>> kMoved{
    {"labs/student/README.md", "README.md"},
    {"labs/ci/grade.sh", "labs/ci/grade.sh"},
    {"labs/github/grade.yml", ".github/workflows/grade.yml"},
    {"labs/gitlab/gitlab-ci.yml", ".gitlab-ci.yml"}};

/// Files below `part` in the order of their names; nothing that an editor or
/// a build left there.
std::vector<std::string> walk(const Place& place, const std::string& part) {
  const auto start = place.root / part;
  if (fs::is_regular_file(start)) return {part};
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(start, none)) {
    const auto name = entry.path().filename().string();
    const bool left = name[0] == '.' || name.ends_with("~") ||
                      name.ends_with(".o") || name.ends_with(".new");
    if (entry.is_regular_file() && !left) {
      files.push_back(place.shown(entry.path()));
    }
  }
  return files;
}

/// What git keeps of the parts; notes and trials beside it stay here. Without
/// git, all that lies there.
std::vector<std::string> course_files(const Place& place) {
  Command command{{"git", "ls-files", "-z", "--"}, {}, place.root};
  command.argv.insert(command.argv.end(), kParts.begin(), kParts.end());
  Limits limits;
  limits.kept_output = 1 << 22;
  limits.small = false;
  std::vector<std::string> files;
  const auto outcome = run_limited(command, limits);
  if (outcome.ok() && outcome.out.total > 0) {
    std::istringstream names(outcome.out.text());
    for (std::string name; std::getline(names, name, '\0');) {
      if (fs::is_regular_file(place.root / name)) files.push_back(name);
    }
    return files;
  }
  for (const auto& part : kParts) {
    const auto below = walk(place, part);
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

/// The exercise as it was before anybody worked on it. A lesson in the making
/// has no mark yet.
PackedFile skeleton(const Place& place, const Lesson& lesson) {
  const auto exercise = lesson.folder(place) / "exercise.cu";
  auto file = packed(exercise);
  const auto given = given_exercise(place, lesson);
  if (given) file.text = *given;
  const bool unknown = !given && !lesson.given.empty();
  if (unknown || file.text.find("TODO") == std::string::npos) {
    throw Stop{fmt::format(
        "{} is not as it was given: it may hold an answer, which students must "
        "not get. Put it back: ./learn reset {}",
        place.shown(exercise), lesson.number)};
  }
  return file;
}

void add_lesson(const Place& place, const Lesson& lesson, PackedFiles& files) {
  for (const auto* name : {"README.md", "lesson.toml", "lesson.h", "example.cu",
                           "check.cpp", "rungs.cuh", "picture.svg"}) {
    const auto path = lesson.folder(place) / name;
    if (fs::exists(path)) files[place.shown(path)] = packed(path);
  }
  auto& toml = files.at(place.shown(lesson.folder(place) / "lesson.toml"));
  toml.text = toml_for_students(toml.text);
  const auto page = place.shown(lesson.folder(place) / "README.md");
  if (lesson.kind == "exam" && files.count(page) != 0) {
    files[page].text = exam_sheet(page, files[page].text);
  }
  files[place.shown(lesson.folder(place) / "exercise.cu")] =
      skeleton(place, lesson);
}

/// Whether `path` is a file in there, or a folder of files.
bool holds(const PackedFiles& files, std::string path) {
  if (files.count(path) != 0) return true;
  if (!path.ends_with('/')) path += '/';
  const auto next = files.lower_bound(path);
  return next != files.end() && next->first.starts_with(path);
}

void mend_pages(const std::vector<Lesson>& lessons, PackedFiles& files) {
  for (auto& [name, file] : files) {
    if (!name.ends_with(".md")) continue;
    if (name == "docs/course/map.md") {
      file.text = page_with_map(file.text, lessons).value_or(file.text);
    }
    const auto folder = fs::path(name).parent_path().string();
    file.text = without_dangling_links(
        file.text, folder,
        [&](const std::string& path) { return holds(files, path); });
  }
}

/// The lessons of one word: "07", "exam_2" or "01-08".
void choose(const Place& place, const std::vector<Lesson>& all,
            const std::string& word, std::set<std::string>& names) {
  const auto range = match(word, "([0-9]{1,2})-([0-9]{1,2})");
  if (!range) {
    names.insert(find_lesson(place, word).name);
    return;
  }
  const int first = std::stoi((*range)[1]);
  const int last = std::stoi((*range)[2]);
  bool some = false;
  for (const auto& lesson : all) {
    if (lesson.kind == "exam") continue;
    const int number = std::stoi(lesson.number);
    if (number < first || last < number) continue;
    names.insert(lesson.name);
    some = true;
  }
  if (!some) {
    throw Stop{fmt::format(
        "`{}` holds no lesson{}. Type numbers such as 01-08,11,exam_2", word,
        first > last ? "; the smaller number comes first" : "")};
  }
}

}  // namespace

std::vector<Lesson> choose_lessons(const Place& place,
                                   const std::string& words) {
  auto all = read_lessons(place);
  if (words.empty()) return all;
  std::set<std::string> names;
  std::istringstream list(words);
  for (std::string word; std::getline(list, word, ',');) {
    choose(place, all, trim(word), names);
  }
  std::erase_if(all,
                [&](const Lesson& one) { return names.count(one.name) == 0; });
  return all;
}

PackedFiles student_files(const Place& place,
                          const std::vector<Lesson>& lessons) {
  PackedFiles files;
  for (const auto& name : course_files(place)) {
    files[name] = packed(place.root / name);
  }
  for (const auto& name : kPages) {
    const auto path = place.root / name;
    if (fs::exists(path)) files[name] = packed(path);
  }
  for (const auto& [from, to] : kMoved) {
    files[to] = packed(place.root / from);
  }
  for (const auto& lesson : lessons) add_lesson(place, lesson, files);
  mend_pages(lessons, files);
  return files;
}

std::vector<std::string> missing_needs(const std::vector<Lesson>& lessons) {
  std::set<std::string> there;
  for (const auto& lesson : lessons) there.insert(lesson.number);
  std::vector<std::string> sentences;
  for (const auto& lesson : lessons) {
    for (const auto& need : lesson.needs) {
      if (there.count(need) != 0) continue;
      sentences.push_back(fmt::format("lesson {} needs {}, which is not packed",
                                      lesson.number, need));
    }
  }
  return sentences;
}

}  // namespace learn
