// SPDX-License-Identifier: MIT
// `report`: its options, which are those of a check and the file of the page.
#include <memory>

#include "runner/command/report.h"
#include "runner/main/verbs.h"

namespace learn {

void add_page_verbs(CLI::App& app, Arguments& a) {
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
