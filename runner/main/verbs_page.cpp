// SPDX-License-Identifier: MIT
// `report`, `step` and `book`: runs and pages to look at in a browser. The
// options of the first two are those of a check and how the run is shown.
#include <memory>

#include "runner/command/book.h"
#include "runner/command/report.h"
#include "runner/command/step.h"
#include "runner/main/verbs.h"

namespace learn {
namespace {

void add_step(CLI::App& app, Arguments& a) {
  const auto options = std::make_shared<StepOptions>();
  const auto lesson = std::make_shared<std::string>();
  const auto schedule = std::make_shared<std::string>();
  auto* step =
      app.add_subcommand("step", "write an HTML page to walk through a run");
  step->footer(
      "Examples: ./learn step 17\n"
      "          ./learn step 17 --beside 3\n"
      "          ./learn step 17 --text --until diagnostic");
  step->add_option("LESSON", *lesson, "13 or 13_bank_conflicts")->required();
  auto* solution = step->add_flag("--solution", options->check.solution,
                                  "the reference instead");
  auto* mistake = step->add_option("--mistake", options->check.mistake,
                                   "a known wrong answer instead")
                      ->excludes(solution);
  auto* test_case =
      step->add_option("--case", options->test_case,
                       "a case of the check; the first tiny one when left out");
  step->add_flag("--example", options->example,
                 "the lesson's example, which ./learn run runs")
      ->excludes(solution)
      ->excludes(mistake)
      ->excludes(test_case);
  step->add_flag("-G,--locals", options->locals,
                 "with the local variables; compiles with nvcc -G")
      ->excludes(mistake);
  step->add_option("-o,--output", options->page,
                   "the player's page; step_NN.html when left out");
  step->add_flag("--text", options->text,
                 "print the steps as sentences instead");
  step->add_option("--json", options->json, "write the steps to this file");
  step->add_option("--schedule", *schedule, "under this schedule, not 0")
      ->check(CLI::Number & CLI::NonNegativeNumber);
  add_step_words(*step, options->words);
  step->add_flag("--built", options->check.built)->group("");
  step->callback([&a, options, lesson, schedule] {
    a.verb = [&a, options, lesson, schedule] {
      if (!schedule->empty()) options->check.schedule = std::stoull(*schedule);
      return learn::step(a.place, find_lesson(a.place, *lesson), *options);
    };
  });
}

void add_book(CLI::App& app, Arguments& a) {
  const auto options = std::make_shared<BookOptions>();
  auto* book = app.add_subcommand("book", "write all pages as a site");
  book->footer("Example: ./learn book -o /tmp/site");
  book->add_option("-o,--output", options->output,
                   "the site's folder; build/site when left out");
  book->add_option("--language", options->language,
                   "in this language alone, such as ru");
  book->add_flag("--teacher", options->teacher,
                 "with solutions and known mistakes, folded");
  book->add_flag("--steps", options->steps,
                 "a step view of each lesson; this builds them all");
  book->callback([&a, options] {
    a.verb = [&a, options] { return learn::book(a.place, *options); };
  });
}

}  // namespace

void add_page_verbs(CLI::App& app, Arguments& a) {
  add_step(app, a);
  add_book(app, a);
  const auto options = std::make_shared<ReportOptions>();
  const auto lesson = std::make_shared<std::string>();
  const auto schedule = std::make_shared<std::string>();
  auto* report = app.add_subcommand("report", "write an HTML page of a run");
  report->footer("Example: ./learn report 13 -o /tmp/13.html");
  report->add_option("LESSON", *lesson, "13 or 13_bank_conflicts")->required();
  report->add_option("-o,--output", options->file,
                     "the page's file; report_NN.html when left out");
  auto* solution = report->add_flag("--solution", options->check.solution,
                                    "the reference instead");
  report
      ->add_option("--mistake", options->check.mistake,
                   "a known wrong answer instead")
      ->excludes(solution);
  report->add_option("--schedule", *schedule, "under this schedule only")
      ->check(CLI::Number & CLI::NonNegativeNumber);
  report->callback([&a, options, lesson, schedule] {
    a.verb = [&a, options, lesson, schedule] {
      if (!schedule->empty()) options->check.schedule = std::stoull(*schedule);
      return learn::report(a.place, find_lesson(a.place, *lesson), *options);
    };
  });
}

}  // namespace learn
