// SPDX-License-Identifier: MIT
// Each step is a tool that prints for itself. A step that fails is counted, and
// the next one runs all the same.
#include "runner/command/test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/command/check.h"
#include "runner/command/skipped.h"
#include "runner/lesson/lesson.h"
#include "runner/process/build_lock.h"
#include "runner/process/process.h"

namespace learn {
namespace {

/// Counts the steps and prints one line for each.
class Stages {
 public:
  explicit Stages(const Place& place) : place_(place) {}

  void run(const std::string& name, const std::vector<std::string>& argv) {
    begin(name);
    end(name, run_open({argv, {}, place_.root}).ok());
  }

  void begin(const std::string& name) {
    fmt::print("\n== {}\n", name);
    std::fflush(stdout);
  }

  void end(const std::string& name, bool good) {
    ++(good ? passed_ : failed_);
    if (!good) failures_.push_back(name);
  }

  /// Said at the very end, before the count.
  void remember(const std::string& text) { said_ += text; }

  int finish() const {
    if (!said_.empty()) fmt::print("\n{}", said_);
    fmt::print("\nsteps: {} passed, {} failed", passed_, failed_);
    if (failed_ > 0) fmt::print(": {}", fmt::join(failures_, ", "));
    fmt::print("\n");
    return failed_ == 0 ? 0 : 1;
  }

 private:
  const Place& place_;
  int passed_ = 0, failed_ = 0;
  std::vector<std::string> failures_;
  std::string said_;
};

// Bytes that ctest keeps of a test's output; what was left out stands there.
constexpr const char* kMostSaid = "65536";

// One more than there are cores: some tests wait for a while.
std::string jobs() {
  return std::to_string(1 + std::thread::hardware_concurrency());
}

/// Builds the targets. An exercise that does not compile keeps nothing else
/// from it.
std::vector<std::string> build_command(
    const Place& place, const std::vector<std::string>& targets) {
  const bool ninja = fs::exists(place.build / "build.ninja");
  std::vector<std::string> words{tools().cmake, "--build", place.build.string(),
                                 "--target"};
  words.insert(words.end(), targets.begin(), targets.end());
  words.insert(words.end(), {"--", ninja ? "-k0" : "-k"});
  return words;
}

/// The tests that `chosen` lets ctest choose.
void run_ctest(const Place& place, const std::string& name,
               const std::vector<std::string>& chosen, Stages& steps) {
  const auto told = place.build / "tests.xml";
  fs::remove(told);
  std::vector<std::string> words{tools().ctest,
                                 "--test-dir",
                                 place.build.string(),
                                 "--output-on-failure",
                                 "--no-tests=error",
                                 "-j",
                                 jobs(),
                                 "--output-junit",
                                 told.string(),
                                 "--test-output-size-passed",
                                 kMostSaid,
                                 "--test-output-size-failed",
                                 kMostSaid};
  words.insert(words.end(), chosen.begin(), chosen.end());
  steps.run(name, words);
  steps.remember(skipped_table(fs::exists(told) ? read_text(told) : ""));
}

/// Files of lessons, their answers and tests that differ from origin/main,
/// where there is none from the last commit; without git none. Each has a line.
std::string changed_files(const Place& place) {
  const auto git = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "git");
    words.insert(words.end(), {"--", "lessons", "solutions", "tests"});
    Limits limits;
    limits.kept_output = 1 << 20;
    return run_limited({words, {}, place.root}, limits);
  };
  Outcome changed = git({"diff", "--name-only", "--merge-base", "origin/main"});
  if (!changed.ok()) changed = git({"diff", "--name-only", "HEAD"});
  const Outcome fresh = git({"ls-files", "--others", "--exclude-standard"});
  return "\n" + (changed.ok() ? changed.out.text() : "") + "\n" +
         (fresh.ok() ? fresh.out.text() : "");
}

/// What is built and run beside the quick tests.
struct Chosen {
  std::vector<std::string> targets, labels;
};

/// A lesson by the word that somebody typed, where it is none of `folders`.
std::string lesson_named(const Place& place, const std::string& word,
                         const std::vector<std::string>& folders) try {
  return find_lesson(place, word).name;
} catch (const Stop&) {
  const auto close = nearest(word, folders);
  if (close.empty()) throw;
  throw Stop{fmt::format(
      "there is no lesson and no folder of tests `{}`; did you mean `{}`?",
      word, close)};
}

/// What was changed, and what was asked for: lessons and folders of tests.
Chosen choose(const Place& place, std::vector<std::string> named) {
  const std::string files = changed_files(place);
  const auto differs = [&](const std::string& folder) {
    return files.find("\n" + folder + "/") != std::string::npos;
  };
  Chosen chosen;
  const fs::path table = place.root / "cmake/in_turn.txt";
  auto folders = split_lines(fs::exists(table) ? read_text(table) : "");
  std::erase_if(folders, [](const std::string& line) {
    return line.empty() || line[0] == '#';
  });
  for (const auto& folder : folders) {
    if (std::erase(named, folder) == 0 && !differs("tests/" + folder)) continue;
    chosen.targets.push_back(folder + ".in_turn");
    chosen.labels.push_back(folder);
  }
  for (auto& word : named) word = lesson_named(place, word, folders);
  for (const auto& lesson : read_lessons(place)) {
    if (std::ranges::find(named, lesson.name) == named.end() &&
        !differs("lessons/" + lesson.name) &&
        !differs("solutions/" + lesson.name))
      continue;
    chosen.targets.push_back(lesson.name + ".all_answers");
    chosen.labels.push_back(lesson.number);
  }
  return chosen;
}

void run_full(const Place& place, Stages& steps) {
  {
    const BuildLock lock(place);
    steps.run("build", build_command(place, {"all"}));
  }
  run_ctest(place, "tests: ctest", {}, steps);
}

/// Tests that do not hold everywhere: a regular expression of their names, and
/// a table of them and the reasons. What a file in cmake/ says: a row for each.
struct NotHere {
  std::string names, table;
  void add(const fs::path& file);
};

void NotHere::add(const fs::path& file) {
  for (const auto& line : split_lines(read_text(file))) {
    if (line.empty() || line[0] == '#') continue;
    const auto end = std::min(line.find(' '), line.size());
    names += (names.empty() ? "" : "|") + line.substr(0, end);
    table +=
        fmt::format("  {}: {}\n", line.substr(0, end), trim(line.substr(end)));
  }
}

/// All tests but those with the label `full` or `turn` (cmake/quick.cmake), and
/// of these the ones that are chosen.
void run_quick(const Place& place, const Chosen& chosen, Stages& steps) {
  std::vector<std::string> targets{"quick"};
  targets.insert(targets.end(), chosen.targets.begin(), chosen.targets.end());
  {
    const BuildLock lock(place);
    steps.run("build", build_command(place, targets));
  }
  NotHere left;
  if (tools().clang) left.add(place.root / "cmake/clang_tests.txt");
  const auto run = [&](const std::string& name,
                       std::vector<std::string> words) {
    if (!left.names.empty()) words.insert(words.end(), {"-E", left.names});
    run_ctest(place, name, words, steps);
  };
  run("tests: ctest", {"-LE", "^(full|turn)$"});
  if (!chosen.labels.empty())
    run("changed or named: ctest",
        {"-L", "^(full|turn)$", "-L",
         fmt::format("^({})$", fmt::join(chosen.labels, "|"))});
  if (!left.table.empty())
    steps.remember("Left out because clang compiles, and not nvcc:\n" +
                   left.table);
  steps.remember(
      "Left out: of the other lessons all but the solution and a wrong answer, "
      "most\nprograms of a diagnosis and of the runtime, seeds, the corpus, "
      "browsers, hostile\nsubmissions. All of it: ./learn test --full\n");
}

/// Configures and builds by the preset of this name, which knows what and how.
/// What does not compile keeps nothing else from the tests.
void build_preset(const std::string& preset, std::vector<std::string> more,
                  Stages& steps) {
  std::vector<std::string> words{tools().cmake, "--build", "--preset", preset};
  words.insert(words.end(), more.begin(), more.end());
  steps.run("configuring for " + preset, {tools().cmake, "--preset", preset});
  steps.run("build for " + preset, words);
}

/// Builds and tests for another machine, by nvcc or clang.
void run_arm64(const Place& place, const TestOptions& options, Stages& steps) {
  steps.run("libraries for arm64", {"cmake/arm64.sh"});
  NotHere left;
  left.add(place.root / "cmake/arm64_tests.txt");
  std::string preset = "arm64";
  if (options.clang) {
    preset += "-clang";
    left.add(place.root / "cmake/clang_tests.txt");
    steps.run("clang", {"cmake/clang.sh"});
  }
  std::vector<std::string> words{tools().ctest, "--preset", preset, "-E",
                                 left.names};
  if (!options.full) words.insert(words.end(), {"-LE", "^full$"});
  std::vector<std::string> all;
  if (options.full) all = {"--target", "all"};
  build_preset(preset, all, steps);
  steps.run("tests for " + preset + ": ctest", words);
  steps.remember("Left out:\n" + left.table);
}

/// The lessons by the other compiler; the preset knows which.
void run_clang(Stages& steps) {
  steps.run("clang", {"cmake/clang.sh"});
  build_preset("clang", {}, steps);
  steps.run("lessons by clang: ctest", {tools().ctest, "--preset", "clang"});
}

void run_gpu(const Place& place, Stages& steps) {
  for (const auto& lesson : read_lessons(place)) {
    const auto name = lesson.number + " on the GPU";
    steps.begin(name);
    CheckOptions options;
    options.solution = true;
    options.gpu = true;
    bool good = run_example(place, lesson, true) == 0;
    good &= check(place, lesson, options) == 0;
    steps.end(name, good);
  }
}

}  // namespace

int test(const Place& place, const TestOptions& options) {
  Stages steps(place);
  if (options.arm64 || options.clang) {
    if (options.arm64) {
      run_arm64(place, options, steps);
    } else {
      run_clang(steps);
    }
    return steps.finish();
  }
  if (options.full)
    run_full(place, steps);
  else if (options.all || !options.extras)
    run_quick(place, choose(place, options.named), steps);
  if (options.all || options.extras)
    steps.run("extras", {"cmake/extras.sh", place.build.string()});
  if (options.gpu) run_gpu(place, steps);
  return steps.finish();
}

}  // namespace learn
