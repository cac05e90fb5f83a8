// SPDX-License-Identifier: MIT
// What a report may leave out, and how it says so: never an error.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "simt/checks/findings.h"

namespace simt::checks::findings_test {
namespace {

using report::Severity;

constexpr int kMost = static_cast<int>(Findings::kMost);

report::Diagnostic found(const std::string& name, Severity severity, int line) {
  report::Diagnostic d;
  d.name = name;
  d.severity = severity;
  d.kernel = "k()";
  report::Place place;
  place.file = "k.cu";
  place.line = line;
  d.places.push_back(place);
  return d;
}

bool has(const report::Report& report, const std::string& name) {
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                     [&](const auto& one) { return one.name == name; });
}

}  // namespace

TEST_CASE("no number of warnings keeps an error out") {
  report::Report report;
  Findings findings(report);
  for (int i = 0; i < kMost + 100; ++i)
    findings.add(found("bank-conflict", Severity::kWarning, i));
  CHECK(report.diagnostics.size() == size_t{kMost});
  CHECK(report.diagnostics_dropped == 100);
  findings.add(found("shared-race", Severity::kError, 7));
  CHECK(has_errors(report));
  CHECK(has(report, "shared-race"));
  CHECK(report.diagnostics_dropped == 100);
}

TEST_CASE("one call of the host makes one finding, whatever its size was") {
  report::Report report;
  Findings findings(report);
  const auto copy = [&](const std::string& name, int bytes,
                        const std::string& site) {
    report::Diagnostic d;
    d.name = name;
    d.severity = Severity::kError;
    d.message = "cudaMemcpy reads " + std::to_string(bytes) + " bytes";
    d.site = site;
    findings.add(d);
  };
  for (int bytes : {4, 8, 12}) copy("out-of-bounds", bytes, "here");
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(report.diagnostics[0].count == 3);
  CHECK(report.diagnostics[0].message == "cudaMemcpy reads 4 bytes");
  CHECK(report::to_text(report, {}).find("also:  2 more of the same") !=
        std::string::npos);
  copy("out-of-bounds", 4, "there");
  copy("use-after-free", 4, "here");
  copy("use-after-free", 4, "");
  copy("use-after-free", 8, "");
  CHECK(report.diagnostics.size() == 5);
}

TEST_CASE("no number of errors keeps another one out, or grows for ever") {
  report::Report report;
  Findings findings(report);
  for (int i = 0; i < 3 * kMost; ++i)
    findings.add(found("out-of-bounds", Severity::kError, i));
  CHECK(report.diagnostics.size() == size_t{kMost} + 1);
  findings.add(found("shared-race", Severity::kError, 7));
  findings.add(found("shared-race", Severity::kError, 8));
  CHECK(report.diagnostics.size() == size_t{kMost} + 2);
  CHECK(report.diagnostics.back().name == "shared-race");
  uint64_t count = 0;
  for (const auto& one : report.diagnostics) count += one.count;
  CHECK(count == uint64_t{3 * kMost + 2});
  CHECK(report.diagnostics_dropped == 0);
}

TEST_CASE("a finding whose severity is not known yet is kept like an error") {
  report::Report report;
  Findings findings(report);
  for (int i = 0; i < kMost + 1; ++i)
    findings.add(found("uncoalesced", Severity::kWarning, i));
  findings.add(found("invalid-launch", Severity::kUndecided, 3));
  CHECK(has(report, "invalid-launch"));
}

TEST_CASE("a reason whose count rises is told once") {
  report::Report report;
  Findings findings(report);
  findings.add_unseen("too many kernels");
  findings.set_unseen("races", "1 access was forgotten");
  findings.add_unseen("too many kernels");
  findings.set_unseen("races", "5 accesses were forgotten");
  CHECK(report.unseen == std::vector<std::string>{"too many kernels",
                                                  "5 accesses were forgotten"});
}

}  // namespace simt::checks::findings_test
