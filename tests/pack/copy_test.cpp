// SPDX-License-Identifier: MIT
// The students' archive, unpacked: it configures, builds and checks without
// solutions. A new lesson, made and filled there, passes the contract.
#include "tests/pack/course.h"

namespace {

/// The archive of lesson 07, unpacked and configured beside the emulator of
/// this build: to build a second one would take minutes and show nothing.
class Copy {
 public:
  Copy() {
    REQUIRE(pack("one.tar.gz").status == 0);
    REQUIRE(run({"tar", "xzmf", "one.tar.gz"}, folder()).status == 0);
    fs::create_directories(build() / "simt");
    fs::create_symlink(fs::path(BUILD) / "simt/lib", build() / "simt/lib");
    const auto said =
        run({learn::tools().cmake, "--preset", "emulator", "-G", GENERATOR,
             "-DLOCKSTEP_EMULATOR=OFF", "-DLOCKSTEP_RUNNER=OFF",
             "-DCMAKE_CUDA_COMPILER=" + learn::tools().nvcc},
            root());
    CAPTURE(said.err);
    REQUIRE(said.status == 0);
  }
  Said pack(const std::string& name) const {
    return learn_at(ROOT, BUILD,
                    {"pack", "--student", "--lessons", "07", "-o",
                     (folder() / name).string()});
  }
  Said learn(const std::vector<std::string>& words) const {
    return learn_at(root(), build(), words);
  }
  fs::path folder() const { return scratch_.path(); }
  fs::path root() const { return folder() / "lockstep"; }
  fs::path build() const { return root() / "build"; }

 private:
  learn::ScratchFolder scratch_;
};

void fill(const fs::path& folder) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    auto text = learn::read_text(entry.path());
    for (size_t at = 0; (at = text.find("FILL: ")) != std::string::npos;) {
      text.erase(at, 6);
    }
    learn::write_text(entry.path(), text);
  }
}

}  // namespace

TEST_SUITE("copy") {
  TEST_CASE("an unpacked copy teaches, and a filled template is a lesson") {
    const Copy copy;
    REQUIRE(copy.pack("two.tar.gz").status == 0);
    CHECK(learn::read_text(copy.folder() / "one.tar.gz") ==
          learn::read_text(copy.folder() / "two.tar.gz"));
    CHECK_FALSE(fs::exists(copy.root() / "solutions"));

    const auto listed = copy.learn({"list"});
    CHECK(listed.out_has("07_any_length_any_grid"));
    CHECK_FALSE(listed.out_has("08_know_your_device"));
    const auto checked = copy.learn({"check", "07"});
    CAPTURE(checked.err);
    CHECK(checked.status == 1);
    CHECK(checked.out_has("Not passed: 0 of 10 points."));
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"--solution"}, {"--mistake", "x"}, {"--also-right", "x"}}) {
      auto all = words;
      all.insert(all.begin(), {"check", "07"});
      const auto said = copy.learn(all);
      CHECK(said.status == 2);
      CHECK(said.err_has("learn: this copy of the course has no solutions/"));
    }

    REQUIRE(copy.learn({"dev", "new", "47_doubling"}).status == 0);
    fill(copy.root() / "lessons/47_doubling");
    fill(copy.root() / "solutions/47_doubling");
    const auto drawn = copy.learn({"dev", "picture", "47", "--update"});
    CAPTURE(drawn.out);
    CHECK(drawn.status == 0);
    const auto text = copy.learn({"dev", "text", "47", "--update"});
    CAPTURE(text.out);
    CHECK(text.status == 0);
    const auto contract = copy.learn({"dev", "check", "47"});
    CAPTURE(contract.out);
    CHECK(contract.status == 0);
    CHECK(contract.out_has("as the contract wants it"));
  }

  TEST_CASE("what is solved here is not handed out") {
    const SmallCourse course;
    for (const auto* part : {"labs", "docs"}) {
      fs::copy(fs::path(ROOT) / part, course.root() / part,
               fs::copy_options::recursive);
    }
    const auto exercise = course.root() / "lessons/90_adds/exercise.cu";
    const auto pack = [&] {
      return course.learn({"pack", "--student", "-o", "out.tar.gz"});
    };
    const auto packed_exercise = [&] {
      return run({"tar", "xzOf", "out.tar.gz",
                  "lockstep/lessons/90_adds/exercise.cu"},
                 course.root())
          .out;
    };
    const auto skeleton = learn::read_text(exercise);
    CHECK(pack().status == 0);
    CHECK(packed_exercise() == skeleton);
    // With the kept copy it goes out instead of the answer.
    const auto answer =
        learn::read_text(course.root() / "solutions/90_adds/solution.cu");
    learn::write_text(exercise, answer);
    const auto kept = course.root() / "given/90_adds.cu";
    fs::create_directories(kept.parent_path());
    learn::write_text(kept, skeleton);
    CHECK(pack().status == 0);
    CHECK(packed_exercise() == skeleton);
    // Without one nothing goes out, and the archive that was there stays.
    fs::remove(kept);
    const auto before = learn::read_text(course.root() / "out.tar.gz");
    const auto said = pack();
    CHECK(said.status == 2);
    CHECK(said.err_has("lessons/90_adds/exercise.cu is not as it was given"));
    CHECK(learn::read_text(course.root() / "out.tar.gz") == before);
  }

  TEST_CASE("what is typed wrongly is one sentence and no file") {
    const SmallCourse course;
    fs::create_directories(course.root() / "labs/student");
    const auto refused = [&](std::vector<std::string> words,
                             const std::string& sentence) {
      words.insert(words.begin(), "pack");
      const auto before = course.files();
      const auto said = course.learn(words);
      CAPTURE(said.err);
      CHECK(said.status == 2);
      CHECK(said.err_has(sentence));
      CHECK(course.files() == before);
    };
    refused({"-o", "x.tar.gz"}, "say what to pack: ./learn pack --student");
    refused({"--student", "--gradescope", "-o", "x.zip"}, "say what to pack");
    refused({"--student"}, "--output is required");
    refused({"--student", "-o", "x.zip"}, "must end with .tar.gz: -o x.tar.gz");
    refused({"--gradescope", "--lesson", "90", "-o", "x"}, "end with .zip");
    refused({"--gradescope", "-o", "x.zip"}, "an autograder is for one lesson");
    refused({"--student", "--lesson", "90", "-o", "x.tar.gz"},
            "--lesson belongs to --gradescope");
    refused({"--student", "--lessons", "9", "-o", "x.tar.gz"},
            "there is no lesson `9`");
    refused({"--student", "-o", "gone/x.tar.gz"}, "there is no folder");
  }
}
