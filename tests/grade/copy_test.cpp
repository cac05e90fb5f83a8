// SPDX-License-Identifier: MIT
// A course in a folder that only root may enter: what its readable copy holds,
// and that grading leaves none of it behind.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <set>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/grade/course_copy.h"
#include "tests/grade/grading.h"

namespace {

namespace fs = learn::fs;

/// 90_adds in a folder that nobody else may enter, its exercise solved, and
/// every file for its owner alone.
class ClosedCourse {
 public:
  ClosedCourse() {
    for (const auto* part : {"lessons", "solutions"}) {
      fs::create_directories(root() / part);
      fs::copy(fs::path(FIXTURES) / part / "90_adds", root() / part / "90_adds",
               fs::copy_options::recursive);
    }
    learn::write_text(root() / "lessons/90_adds/rungs.cuh", "");
    for (const auto& entry : fs::recursive_directory_iterator(root())) {
      fs::permissions(entry.path(), entry.is_directory()
                                        ? fs::perms::owner_all
                                        : fs::perms::owner_read);
    }
    fs::permissions(root(), fs::perms::owner_all);
  }
  fs::path root() const { return scratch_.path(); }

 private:
  learn::ScratchFolder scratch_;
};

/// Files below `folder`, by their names there.
std::set<std::string> files_in(const fs::path& folder) {
  std::set<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) continue;
    files.insert(entry.path().lexically_relative(folder).string());
  }
  return files;
}

}  // namespace

TEST_SUITE("copy") {
  TEST_CASE("the copy holds what a submission may see, for reading") {
    const ClosedCourse course;
    const auto build = course.root() / "build";
    fs::create_directories(build / "simt/lib");
    for (const auto* name : {"simt/lib/libcudart.so.13", "check.o", "host.o",
                             "host.parameters", "of_another_lesson.o"}) {
      learn::write_text(build / name, "x");
    }
    fs::create_symlink("libcudart.so.13", build / "simt/lib/libcudart.so");
    const learn::Place place{course.root(), build};
    learn::Kit kit;
    kit.lesson = learn::read_lesson(place, "90_adds");
    kit.objects = {build / "check.o"};
    kit.host_object = build / "host.o";
    kit.parameters = build / "host.parameters";
    kit.options = {"-lineinfo", "-I" + course.root().string()};
    const auto needed = kit.visible(place);
    auto copy = std::make_unique<learn::CourseCopy>(
        place, needed, std::vector<fs::path>{build / "check.o"});
    const auto there = copy->seen(place);
    CHECK(files_in(there.root) ==
          std::set<std::string>{
              "build/check.o", "build/host.o", "build/host.parameters",
              "build/simt/lib/libcudart.so", "build/simt/lib/libcudart.so.13",
              "lessons/90_adds/lesson.h", "lessons/90_adds/rungs.cuh"});
    for (const auto& entry : fs::recursive_directory_iterator(copy->path())) {
      struct stat facts {};
      REQUIRE(lstat(entry.path().c_str(), &facts) == 0);
      CAPTURE(entry.path().string());
      CHECK(facts.st_uid == geteuid());
      if (S_ISLNK(facts.st_mode)) continue;
      CHECK((facts.st_mode & 0022) == 0);
      CHECK((facts.st_mode & 0044) == 0044);
    }
    const auto seen = copy->seen(kit);
    for (const auto& path : seen.visible(there)) CHECK(fs::exists(path));
    CHECK(learn::hidden_from_jobs(seen.visible(there)).empty());
    CHECK(seen.options[1] == "-I" + there.root.string());
    CHECK(seen.options[0] == "-lineinfo");
    // The course itself stays closed, and the copy goes.
    CHECK(fs::status(build / "check.o").permissions() ==
          fs::status(build / "host.o").permissions());
    const auto path = copy->path();
    copy.reset();
    CHECK_FALSE(fs::exists(path));
    CHECK(fs::exists(build / "simt/lib/libcudart.so.13"));
  }

  TEST_CASE("of what set-up fetched a submission sees the toolkit alone") {
    const ClosedCourse course;
    for (const auto* name : {"common", "lib", ".toolchain/cuda/include",
                             ".toolchain/notebook.incoming"}) {
      fs::create_directories(course.root() / name);
    }
    const learn::Place place{course.root(), course.root()};
    learn::Kit kit;
    kit.course = course.root();
    kit.lesson = learn::read_lesson(place, "90_adds");
    std::set<fs::path> fetched;
    for (const auto& path : kit.visible(place)) {
      if (learn::lies_in(path, course.root() / ".toolchain")) {
        fetched.insert(path.lexically_relative(course.root()));
      }
    }
    CHECK(fetched == std::set<fs::path>{".toolchain/cuda"});
  }

  TEST_CASE("a closed course is graded, and nothing of it is left") {
    const ClosedCourse course;
    const learn::ScratchFolder temporary;
    fs::permissions(temporary.path(), fs::perms::all);
    const auto student = temporary.path() / "student";
    fs::create_directories(student);
    learn::write_text(student / "exercise.cu", kRight);
    learn::Limits limits;
    limits.seconds = 250;
    limits.small = false;
    const auto said = learn::run_limited(
        {{LEARN, "--root", course.root().string(), "--build", BUILD, "grade",
          "--lesson", "90", "--format", "csv", student.string()},
         {{"TMPDIR", temporary.path().string()}},
         {}},
        limits);
    CAPTURE(said.err.text());
    CHECK(said.ok());
    CHECK(said.out.text().find(",lesson,passed,4,4,") != std::string::npos);
    CHECK(files_in(temporary.path()) ==
          std::set<std::string>{"student/exercise.cu"});
  }

  TEST_CASE("folders for temporary files that are closed are told") {
    const learn::ScratchFolder folder;
    learn::write_text(folder.path() / "lesson.h", "");
    const learn::Sight view{"/", {folder.path() / "lesson.h"}};
    if (geteuid() != 0) {  // then jobs read what we read
      CHECK_NOTHROW(learn::Isolation::find(view, false));
      return;
    }
    std::string sentence;
    try {
      learn::Isolation::find(view, false);
    } catch (const learn::Stop& stop) {
      sentence = stop.sentence;
    }
    CHECK(sentence.find("lesson.h") != std::string::npos);
    CHECK(sentence.find("TMPDIR") != std::string::npos);
  }
}
