// SPDX-License-Identifier: MIT
// Findings for others: rules that suppress them, and SARIF.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simt/report/sarif.h"
#include "simt/report/suppressions.h"

namespace simt::report {
namespace {

Diagnostic race() {
  Diagnostic d;
  d.name = "shared-race";
  d.severity = Severity::kError;
  d.kernel = "void reduce<int>(int*, int [4])";
  d.count = 64;
  d.message = "threads 0 and 63 touch `buf+0`";
  d.places.resize(2);
  d.places[0].file = "/home/a/src/my sum.cu";
  d.places[0].line = 6;
  d.places[0].column = 3;
  d.places[1].file = "/home/a/src/sum.h";
  d.places[1].line = 9;
  d.places[1].what = "thread 63 loads here";
  d.why = "nothing orders them";
  return d;
}

Report report_of(std::vector<Diagnostic> all) {
  Report report;
  report.diagnostics = std::move(all);
  return report;
}

/// How many of the findings of race() a file with this one line leaves.
size_t left_by(const std::string& line) {
  std::string error;
  const auto rules = parse_suppressions(line, error);
  REQUIRE(error.empty());
  Report report = report_of({race()});
  suppress(report, rules, "/home/a");
  CHECK(report.suppressed == 1 - report.diagnostics.size());
  return report.diagnostics.size();
}

TEST_CASE("a rule matches by name, kernel, file and line") {
  CHECK(left_by("shared-race") == 0);
  CHECK(left_by("*-race") == 0);
  CHECK(left_by("global-race") == 1);
  CHECK(left_by("shared-race kernel=\"void reduce<*\"") == 0);
  CHECK(left_by("shared-race kernel=reduce") == 1);
  CHECK(left_by("shared-race file=\"src/my sum.cu\" line=6") == 0);
  CHECK(left_by("shared-race file=\"src/my sum.cu\" line=9") == 1);
  CHECK(left_by("shared-race file=src/sum.h line=9") == 0);
  CHECK(left_by("shared-race line=9") == 0);
  CHECK(left_by("shared-race line=10") == 1);
  CHECK(left_by("# shared-race") == 1);
  CHECK(left_by("\t\n  shared-race\r\n") == 0);
}

TEST_CASE("chosen launches: by the kernel's name, with or without the rest") {
  const auto has = [](const std::string& kernel, const std::string& name) {
    return Chosen{.kernel = kernel}.has(name, 0);
  };
  CHECK(has("reduce", "void reduce<int>(int*, int [4])"));
  CHECK(has("reduce", "reduce(int*)"));
  CHECK(has("reduce", "(anonymous namespace)::reduce(int*)"));
  CHECK(has("void reduce<int>(*", "void reduce<int>(int*, int ?4])"));
  CHECK(has("red?ce", "reduce(int*)"));
  CHECK(has("sums::*", "void sums::reduce<int>(int*)"));
  CHECK_FALSE(has("reduce", "void sums::reduce<int>(int*)"));
  CHECK_FALSE(has("reduce", "reduce_more(int*)"));
  CHECK_FALSE(has("int", "void reduce<int>(int*)"));
}

TEST_CASE("chosen launches: by number; what belongs to none stays") {
  const Chosen chosen{.kernel = "reduce", .first = 3, .last = 4};
  CHECK_FALSE(chosen.all());
  CHECK(Chosen{}.all());
  Diagnostic d = race();
  for (const int launch : {2, 3, 4, 5}) {
    d.launch = launch;
    CHECK(chosen.has(d) == (launch == 3 || launch == 4));
  }
  d.launch = -1;  // the launch itself was refused
  CHECK(chosen.has(d));
  d.kernel = "other(int*)";
  CHECK_FALSE(chosen.has(d));
  d.kernel.clear();  // a leak
  CHECK(chosen.has(d));
}

TEST_CASE("what is written suppresses what it was written for, and is short") {
  Report report = report_of({race(), race()});
  report.diagnostics[0].places[0].file = "src/my sum.cu";
  report.diagnostics[1] = report.diagnostics[0];
  const std::string text = to_suppressions(report);
  CHECK(text ==
        "shared-race kernel=\"void reduce<int>(int*, int ?4])\" "
        "file=\"src/my sum.cu\" line=6\n");
  std::string error;
  suppress(report, parse_suppressions(text, error), "");
  CHECK(error.empty());
  CHECK(report.diagnostics.empty());
  CHECK(report.suppressed == 2);
}

TEST_CASE("a line that is no rule is named, and no rule is left") {
  for (const char* bad :
       {"Shared-Race", "shared-race kernel",
        "shared-race kernel=", "shared-race line=0", "shared-race line=6x",
        "shared-race column=3", "shared-race file=\"a.cu"}) {
    CAPTURE(bad);
    std::string error;
    CHECK(
        parse_suppressions("shared-race\n" + std::string(bad), error).empty());
    CHECK(error.starts_with("line 2 is no rule; "));
  }
}

TEST_CASE("SARIF: a rule for each name, a result for each finding") {
  Report report = report_of({race(), race(), race()});
  report.emulator = "0.1.0";
  report.diagnostics[0].places[0].file = "src/my sum.cu";
  report.diagnostics[0].notes = {{"lanes", "0 and 31"}};
  report.diagnostics[1].name = "bank-conflict";
  report.diagnostics[1].severity = Severity::kWarning;
  report.diagnostics[1].places.clear();
  const auto sarif = nlohmann::json::parse(to_sarif(report));
  CHECK(sarif["version"] == "2.1.0");
  REQUIRE(sarif["runs"].size() == 1);
  const auto& driver = sarif["runs"][0]["tool"]["driver"];
  CHECK(driver["semanticVersion"] == "0.1.0");
  REQUIRE(driver["rules"].size() == 2);
  CHECK(driver["rules"][1]["id"] == "bank-conflict");
  const auto& results = sarif["runs"][0]["results"];
  REQUIRE(results.size() == 3);
  CHECK(results[2]["ruleIndex"] == 0);
  CHECK(results[0]["level"] == "error");
  CHECK(results[1]["level"] == "warning");
  CHECK(results[1]["locations"].empty());
  CHECK(results[0]["occurrenceCount"] == 64);
  CHECK(results[0]["message"]["text"] ==
        "threads 0 and 63 touch `buf+0`\nwhy: nothing orders them\n"
        "lanes: 0 and 31");
  const auto& where = results[0]["locations"][0]["physicalLocation"];
  CHECK(where["artifactLocation"]["uri"] == "src/my%20sum.cu");
  CHECK(where["region"]["startLine"] == 6);
  CHECK(where["region"]["startColumn"] == 3);
  const auto& related = results[0]["relatedLocations"];
  REQUIRE(related.size() == 1);
  CHECK(related[0]["message"]["text"] == "thread 63 loads here");
  CHECK_FALSE(related[0]["physicalLocation"]["region"].contains("startColumn"));
}

TEST_CASE("SARIF: a result lies where the text's arrow points") {
  Report report = report_of({race()});
  report.diagnostics[0].places[0].primary = false;
  report.diagnostics[0].places[1].primary = true;
  const auto sarif = nlohmann::json::parse(to_sarif(report));
  const auto& result = sarif["runs"][0]["results"][0];
  REQUIRE(result["locations"].size() == 1);
  CHECK(result["locations"][0]["message"]["text"] == "thread 63 loads here");
  CHECK(result["relatedLocations"].size() == 1);
}

}  // namespace
}  // namespace simt::report
