// SPDX-License-Identifier: MIT
// The students' copy as files: what is in it, and above all what is not.
#include "runner/pack/student.h"

#include <algorithm>

#include "runner/base/stop.h"
#include "tests/pack/course.h"

namespace {

using Lines = std::vector<std::string>;

/// The lines between the marks, trimmed.
Lines region_of(const std::string& text) {
  Lines inside;
  bool within = false;
  for (const auto& line : learn::split_lines(text)) {
    const auto plain = learn::trim(line);
    if (plain == "// task-end") within = false;
    if (within) inside.push_back(plain);
    if (plain == "// task-begin") within = true;
  }
  return inside;
}

/// Long lines of the solution's region that the exercise has not.
Lines telling_lines(const learn::Lesson& lesson) {
  const auto answer = learn::read_text(lesson.answers(kCourse) / "solution.cu");
  const auto exercise =
      learn::read_text(lesson.folder(kCourse) / "exercise.cu");
  auto lines = region_of(answer);
  std::erase_if(lines, [&](const std::string& line) {
    return line.size() < 20 || exercise.find(line) != std::string::npos;
  });
  return lines;
}

std::vector<std::string> names_of(const std::string& words) {
  std::vector<std::string> names;
  for (const auto& one : learn::choose_lessons(kCourse, words)) {
    names.push_back(one.number);
  }
  return names;
}

std::string refusal(const std::string& words) {
  try {
    learn::choose_lessons(kCourse, words);
  } catch (const learn::Stop& stop) {
    return stop.sentence;
  }
  return "";
}

}  // namespace

TEST_SUITE("student") {
  TEST_CASE("lessons are chosen by numbers, ranges and exams") {
    using Names = std::vector<std::string>;
    CHECK(names_of("07-09,17") == Names{"07", "08", "09", "17"});
    CHECK(names_of("13, 11-11,7") == Names{"07", "11", "13"});
    CHECK(names_of("exam_2,16") == Names{"16", "exam_2"});
    CHECK(names_of("").size() == learn::read_lessons(kCourse).size());
    CHECK(refusal("08-01").find("the smaller number comes first") !=
          std::string::npos);
    CHECK(refusal("01,,02").find("there is no lesson") != std::string::npos);
    CHECK(refusal("98").find("there is no lesson `98`") != std::string::npos);
    CHECK(refusal("97-99").find("`97-99` holds no lesson") !=
          std::string::npos);
  }

  TEST_CASE("no file holds half of what a solution adds to its exercise") {
    const auto lessons = learn::choose_lessons(kCourse, "");
    const auto files = learn::student_files(kCourse, lessons);
    size_t answers = 0;
    std::set<std::string> later;  // a later lesson may begin where one ends
    for (const auto& lesson : lessons) later.insert(lesson.name);
    for (const auto& lesson : lessons) {
      later.erase(lesson.name);
      const auto lines = telling_lines(lesson);
      if (lines.size() < 2) continue;
      ++answers;
      for (const auto& [name, file] : files) {
        const auto folder = fs::path(name).parent_path().filename().string();
        if (later.count(folder) != 0) continue;
        const auto held =
            std::count_if(lines.begin(), lines.end(), [&](const auto& line) {
              return file.text.find(line) != std::string::npos;
            });
        CAPTURE(lesson.name);
        CAPTURE(name);
        // A line or two may be in an example; an answer is more than that.
        CHECK(2 * static_cast<size_t>(held) <= lines.size());
      }
    }
    CHECK(answers > 30);
    for (const auto& [name, file] : files) {
      CAPTURE(name);
      CHECK_FALSE(name.starts_with("solutions"));
      CHECK_FALSE(name.starts_with("bench"));
      CHECK_FALSE(name.starts_with("tests"));
      const bool ours = name.starts_with("runner/pack/template/");
      CHECK((ours || name.find("mistakes/") == std::string::npos));
    }
  }

  TEST_CASE("a chosen lesson comes alone, and the map knows no other") {
    const auto lessons = learn::choose_lessons(kCourse, "01,10");
    const auto files = learn::student_files(kCourse, lessons);
    for (const auto& [name, file] : files) {
      if (!name.starts_with("lessons/") || name == "lessons/CMakeLists.txt") {
        continue;
      }
      CAPTURE(name);
      CHECK((name.starts_with("lessons/01_one_thread_one_value/") ||
             name.starts_with("lessons/10_shared_static/")));
    }
    const auto& map = files.at("docs/course/map.md").text;
    CHECK(map.find("Lessons: 2. Exams: 0.") != std::string::npos);
    CHECK(map.find("09_coalescing") == std::string::npos);
    const auto notes = learn::missing_needs(lessons);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] == "lesson 10 needs 07, which is not packed");
  }

  TEST_CASE("no link of a page leads to nothing") {
    const auto lessons = learn::choose_lessons(kCourse, "07-14,17");
    const auto files = learn::student_files(kCourse, lessons);
    int pages = 0;
    for (const auto& [name, file] : files) {
      if (!name.ends_with(".md") || name.starts_with("runner/")) continue;
      ++pages;
      CAPTURE(name);
      CHECK(file.text.find("](../../solutions") == std::string::npos);
      CHECK(file.text.find("](../../bench") == std::string::npos);
      CHECK(file.text.find("](../tests") == std::string::npos);
      CHECK(file.text.find("lessons/18_divergent_barrier/README.md)") ==
            std::string::npos);
    }
    CHECK(pages > 30);
    const auto& page = files.at("lessons/13_bank_conflicts/README.md").text;
    CHECK(page.find("Our answer: `solution.cu` (not in this copy). It") !=
          std::string::npos);
    CHECK(page.find("](picture.svg)") != std::string::npos);
  }

  TEST_CASE("what is needed to build and to teach is there") {
    const auto files =
        learn::student_files(kCourse, learn::choose_lessons(kCourse, "07"));
    for (const auto* name :
         {"learn", "README.md", "CMakeLists.txt", "cmake/setup.sh",
          "cmake/toolchain.txt", "simt/CMakeLists.txt", "common/compare.h",
          "runner/CMakeLists.txt", "docs/diagnostics/shared-race.md",
          "docs/setup.md", "lessons/CMakeLists.txt", ".gitlab-ci.yml",
          ".github/workflows/grade.yml", ".devcontainer/devcontainer.json",
          ".devcontainer/Dockerfile", "labs/ci/grade.sh",
          "lessons/07_any_length_any_grid/exercise.cu"}) {
      CAPTURE(std::string(name));
      CHECK(files.count(name) == 1);
    }
    CHECK(files.at("learn").program);
    CHECK(files.at("cmake/setup.sh").program);
    CHECK(files.at("labs/ci/grade.sh").program);
    CHECK_FALSE(files.at("common/compare.h").program);
  }
}
