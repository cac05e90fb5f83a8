// SPDX-License-Identifier: MIT
// ./learn grade in a course that somebody works in, and with --gpu where there
// is no GPU: a sentence, and no blame. With a stand-in for nvidia-smi the cases
// run with the real runtime, and fail there.
#include <cstdio>
#include <cstdlib>

#include "tests/pack/course.h"

namespace {

Said grade_on_gpu(const learn::ScratchFolder& scratch, bool stand_in) {
  const auto student = scratch.path() / "student";
  fs::create_directories(student);
  fs::copy_file(fs::path(FIXTURES) / "solutions/90_adds/solution.cu",
                student / "exercise.cu", fs::copy_options::overwrite_existing);
  const auto bin = scratch.path() / "bin";
  if (stand_in) {
    fs::create_directories(bin);
    learn::write_text(bin / "nvidia-smi", "#!/bin/sh\necho 'GPU 0: none'\n");
    fs::permissions(bin / "nvidia-smi", fs::perms::all);
    fs::permissions(scratch.path(), fs::perms::all);
  }
  const std::string path = std::getenv("PATH");
  return run({LEARN, "--root", FIXTURES, "--build", BUILD, "grade", "--lesson",
              "90", "--format", "csv", "--gpu", student.string()},
             FIXTURES, {{"PATH", bin.string() + ":" + path}});
}

/// Says what is left out where there is a GPU.
bool has_gpu() {
  if (run({"nvidia-smi", "-L"}, "/").status != 0) return false;
  std::puts("skipped: what grading says where there is no GPU");
  return true;
}

}  // namespace

TEST_SUITE("grading") {
  TEST_CASE("what stands in the course's own exercise does not matter") {
    const SmallCourse course;
    REQUIRE(course.learn({"dev", "keep"}).status == 0);
    learn::write_text(course.root() / "lessons/90_adds/exercise.cu",
                      "no C++ at all");
    fs::create_directories(course.root() / "student");
    fs::copy_file(course.root() / "solutions/90_adds/solution.cu",
                  course.root() / "student/exercise.cu");
    const auto said =
        course.learn({"grade", "--lesson", "90", "--format", "csv",
                      (course.root() / "student").string()});
    CAPTURE(said.err);
    CAPTURE(said.out);
    CHECK(said.status == 0);
    CHECK(said.out_has(",lesson,passed,4,4,"));
  }

  TEST_CASE("without a GPU nothing is graded") {
    if (has_gpu()) return;
    const learn::ScratchFolder scratch;
    const auto said = grade_on_gpu(scratch, false);
    CAPTURE(said.err);
    CHECK(said.status == 2);
    CHECK(said.err_has("--gpu: nvidia-smi finds no GPU on this machine"));
  }

  TEST_CASE("a case that fails on the GPU gives no points") {
    if (has_gpu()) return;
    const learn::ScratchFolder scratch;
    const auto said = grade_on_gpu(scratch, true);
    CAPTURE(said.err);
    CAPTURE(said.out);
    CHECK(said.status == 0);
    CHECK(said.out_has(",lesson,failed,1,4,it does not pass on the GPU"));
    CHECK(said.out_has("adds one pair,tiny,fail,0,1,\"on the GPU: CHECK("));
    // It needs the emulator's counters, and was right there.
    CHECK(said.out_has("launches once,technique,pass,1,1,"));
  }
}
