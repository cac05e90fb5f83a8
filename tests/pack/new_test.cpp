// SPDX-License-Identifier: MIT
// ./learn dev new: the names it takes, and what it leaves to the author.
#include "tests/pack/course.h"

namespace {

/// Refused with exit 2 and `sentence`, and nothing was written.
void check_refused(const SmallCourse& course, const std::string& name,
                   const std::string& sentence) {
  CAPTURE(name);
  const auto before = course.files();
  const auto said = course.learn({"dev", "new", name});
  CHECK(said.status == 2);
  CAPTURE(said.err);
  CHECK(said.err_has(sentence));
  CHECK(course.files() == before);
}

/// How often the template says FILL:, and so how much there is to do.
int marks_in_template() {
  int count = 0;
  const fs::path folder = fs::path(ROOT) / "runner/pack/template";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    for (const auto& line :
         learn::split_lines(learn::read_text(entry.path()))) {
      count += line.find("FILL:") != std::string::npos ? 1 : 0;
    }
  }
  return count;
}

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

TEST_SUITE("new") {
  TEST_CASE("a name that is none is answered with one that is") {
    const SmallCourse course;
    check_refused(course, "7_x", "./learn dev new 07_x");
    check_refused(course, "07_Bank", "./learn dev new 07_bank");
    check_refused(course, "07-bank  conflicts", "dev new 07_bank_conflicts");
    check_refused(course, "07_bank_", "dev new 07_bank");
    check_refused(course, "bank", "dev new 60_ray_marching");
    check_refused(course, "../07_bank", "dev new 07_bank");
    check_refused(course, "exam_10_all", "dev new 60_ray_marching");
    check_refused(course, "", "is no name for a lesson");
  }

  TEST_CASE("what is there is not written over") {
    const SmallCourse course;
    check_refused(course, "90_adds", "lessons/90_adds is there already");
    check_refused(course, "90_other",
                  "90 is taken by 90_adds; nothing was written. Type ./learn "
                  "dev new 91_other");
    // Only half of a lesson, or a file where a folder would go.
    fs::create_directories(course.root() / "solutions/36_x");
    check_refused(course, "36_x", "solutions/36_x is there already");
    learn::write_text(course.root() / "lessons/37_x", "mine");
    check_refused(course, "37_x", "lessons/37_x is there already");
  }

  TEST_CASE("the contract names each thing to fill") {
    const SmallCourse course;
    const auto made = course.learn({"dev", "new", "60_ray_marching"});
    CHECK(made.status == 0);
    CHECK(made.out_has("wrote lessons/60_ray_marching/exercise.cu"));
    CHECK(made.out_has("wrote solutions/60_ray_marching/mistakes/no_guard.cu"));
    const auto said = course.learn({"dev", "check", "60", "--no-runs"});
    CHECK(said.status == 1);
    const int marks = marks_in_template();
    CHECK(marks > 10);
    CHECK(count_of(said.out, ": still to fill: ") == marks);
    CHECK(said.out_has(
        "lessons/60_ray_marching/lesson.toml:6: still to fill: what the"));
    CHECK(said.out_has("./learn dev picture 60_ray_marching --update"));
    CHECK(course.learn({"list"}).out_has("Ray marching"));
    CHECK(course.learn({"dev", "skeleton", "60"}).status == 0);
  }

  TEST_CASE("an exam has no hints, and its part from its name") {
    const SmallCourse course;
    REQUIRE(course.learn({"dev", "new", "exam_3_queue"}).status == 0);
    const auto folder = course.root() / "lessons/exam_3_queue";
    const auto page = learn::read_text(folder / "README.md");
    CHECK(page.starts_with("# exam_3 Queue\n"));
    CHECK(page.find("Hints") == std::string::npos);
    const auto toml = learn::read_text(folder / "lesson.toml");
    CHECK(toml.find("part = 3\nkind = \"exam\"") != std::string::npos);
  }
}
