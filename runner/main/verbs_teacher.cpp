// SPDX-License-Identifier: MIT
// `grade`: reads lessons, seeds and limits from the command line, has the class
// graded, and writes the marks in the format that was asked for.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/grade/class.h"
#include "runner/grade/kept.h"
#include "runner/main/verbs.h"

namespace learn {
namespace {

constexpr uint64_t kMostSeeds = 1000;

struct GradeWords {
  std::vector<std::string> submissions, lessons;
  std::string into, seeds, format = "table", output;
  int jobs = 0;
  double seconds = 0, compile_seconds = 60;
  uint64_t megabytes = 4096;
  bool gpu = false;
  bool open = false;  // no walls
};

/// "5" is the schedules 0 to 4; "3,14" are 0, 3 and 14: the cases of technique
/// are counted under schedule 0.
std::vector<uint64_t> read_seeds(const std::string& words) {
  if (words.empty()) return {};
  std::vector<uint64_t> seeds;
  std::istringstream parts(words);
  for (std::string part; std::getline(parts, part, ',');) {
    const bool digits =
        !part.empty() && part.size() < 19 &&
        part.find_first_not_of("0123456789") == std::string::npos;
    if (!digits) {
      throw Stop{fmt::format(
          "--seeds takes a count such as 4, or a list such as 3,14; `{}` is "
          "neither",
          words)};
    }
    seeds.push_back(std::stoull(part));
  }
  const bool count = words.find(',') == std::string::npos;
  if (count && (seeds[0] == 0 || seeds[0] > kMostSeeds)) {
    throw Stop{fmt::format("--seeds takes a count from 1 to {}", kMostSeeds)};
  }
  std::vector<uint64_t> all;
  for (uint64_t i = 0; count && i < seeds[0]; ++i) all.push_back(i);
  if (count) return all;
  all.push_back(0);
  for (const auto seed : seeds) {
    if (std::find(all.begin(), all.end(), seed) == all.end()) {
      all.push_back(seed);
    }
  }
  return all;
}

ClassWork work_from(const Arguments& a, const GradeWords& words) {
  ClassWork work;
  work.submissions.assign(words.submissions.begin(), words.submissions.end());
  for (const auto& word : words.lessons) {
    work.lessons.push_back(find_lesson(a.place, word));
  }
  work.into = words.into;
  work.jobs = words.jobs;
  work.walls = !words.open;
  work.grading.seeds = read_seeds(words.seeds);
  work.grading.seconds = words.seconds;
  work.grading.compile_seconds = words.compile_seconds;
  work.grading.gpu = words.gpu;
  work.grading.memory = words.megabytes << 20;
  return work;
}

/// Hours of work are not lost where the file cannot be written.
void write_output(const fs::path& file, const std::string& text) {
  try {
    write_text(file, text);
  } catch (const Stop&) {
    fmt::print("{}", text);
    throw;
  }
}

int grade(const Arguments& a, const GradeWords& words) {
  if (words.submissions.empty() && words.into.empty()) {
    throw Stop{
        "name what to grade: ./learn grade --lesson 13 handed_in/*. With "
        "--into FOLDER alone, the results kept there are shown"};
  }
  const auto work = work_from(a, words);
  const auto marks = words.submissions.empty() ? kept_marks(work.into)
                                               : grade_class(a.place, work);
  const auto text = write_marks(marks, words.format);
  if (words.output.empty()) {
    fmt::print("{}", text);
  } else {
    write_output(words.output, text);
  }
  const auto failed =
      std::count_if(marks.begin(), marks.end(),
                    [](const Mark& one) { return !is_graded(one); });
  if (failed == 0) return 0;
  throw Stop{fmt::format(
      "{} of {} submissions could not be graded on this machine, and their "
      "results are not kept: grade them again",
      failed, marks.size())};
}

}  // namespace

void add_teacher_verbs(CLI::App& app, Arguments& a) {
  auto words = std::make_shared<GradeWords>();
  auto& w = *words;
  auto* grade = app.add_subcommand("grade", "mark what students handed in");
  grade->add_option("SUBMISSION", w.submissions,
                    "folders or archives (.zip, .tar, .tar.gz, .tgz), one for "
                    "each student");
  grade
      ->add_option("--lesson", w.lessons,
                   "07 or 13_bank_conflicts, as often as needed; without it "
                   "all that a submission has")
      ->allow_extra_args(false);
  grade->add_option("--into", w.into,
                    "keep each result in this folder, and take up what is "
                    "there");
  grade->add_option("--jobs", w.jobs, "so many at a time; as many as cores")
      ->check(CLI::Range(1, 1024));
  grade->add_option("--seeds", w.seeds,
                    "schedules: a count, or a list that is run besides 0");
  grade->add_option("--format", w.format, "how results are written")
      ->check(CLI::IsMember(mark_formats()));
  grade->add_option("--output", w.output, "write them to this file");
  grade
      ->add_option("--time-limit", w.seconds,
                   "seconds for the runs of one lesson; as the lesson says")
      ->check(CLI::Range(1.0, 3600.0));
  grade
      ->add_option("--compile-limit", w.compile_seconds,
                   "seconds for a compiler; 60")
      ->check(CLI::Range(1.0, 3600.0));
  grade->add_option("--memory", w.megabytes, "MB for one run; 4096")
      ->check(CLI::Range(64, 1 << 20));
  grade->add_flag("--gpu", w.gpu,
                  "cases without counters must pass on a GPU, too");
  grade->add_flag("--no-isolation", w.open,
                  "without bubblewrap, even where it works");
  grade->footer(
      "Example: ./learn grade --lesson 13 --into marks --format csv class/*");
  grade->callback([&a, words] {
    a.verb = [&a, words] { return learn::grade(a, *words); };
  });
}

}  // namespace learn
