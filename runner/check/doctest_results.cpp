// SPDX-License-Identifier: MIT
// Keeps the first failure of each case, subcases included, and counts the
// assertions again. Sums that disagree make the whole file worthless.
#include "runner/check/doctest_results.h"

#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runner/base/text_file.h"
#include "runner/base/xml.h"

namespace learn {
namespace {

int number(const Element& element, const std::string& key) {
  return std::atoi(element.attribute(key).c_str());
}

std::string text_of(const Element& element, std::string_view child) {
  const auto* found = element.child(child);
  return found == nullptr ? "" : trim(found->text);
}

std::optional<Failure> failure_in(const Element& e) {
  const bool expression =
      e.name == "Expression" && e.attribute("success") == "false";
  const bool message = e.name == "Message" && e.attribute("type") != "WARNING";
  if (!expression && !message) return {};
  Failure failure{e.attribute("filename"), number(e, "line"), "", "", ""};
  if (message) {
    failure.expression = text_of(e, "Text");
    return failure;
  }
  failure.expression =
      e.attribute("type") + "( " + text_of(e, "Original") + " )";
  failure.values = text_of(e, "Expanded");
  for (const auto& child : e.children) {
    if (child.name == "Info") failure.info += trim(child.text) + "\n";
    if (child.name == "Exception" || child.name == "ExpectedException") {
      failure.info += child.name + ": " + trim(child.text) + "\n";
    }
  }
  return failure;
}

/// The first failure below `element`, subcases included.
std::optional<Failure> first_failure(const Element& element) {
  for (const auto& child : element.children) {
    if (auto found = failure_in(child)) return found;
    if (child.name != "SubCase") continue;
    if (auto found = first_failure(child)) return found;
  }
  return {};
}

CaseResult read_case(const Element& element, const std::string& suite) {
  CaseResult result;
  result.suite = suite;
  if (const auto* sums = element.child("OverallResultsAsserts")) {
    result.asserts = number(*sums, "successes") + number(*sums, "failures");
    result.passed = sums->attribute("test_case_success") == "true" &&
                    number(*sums, "failures") == 0 && result.asserts > 0;
  }
  result.failure = first_failure(element);
  if (const auto* thrown = element.child("Exception");
      thrown != nullptr && !result.failure) {
    result.failure =
        Failure{element.attribute("filename"), number(element, "line"),
                "the case ended early: " + trim(thrown->text), "", ""};
  }
  if (result.asserts == 0 && !result.failure) {
    result.failure =
        Failure{element.attribute("filename"), number(element, "line"),
                "no assertion ran in this case", "", ""};
  }
  return result;
}

/// True when the sums at the end agree with the cases.
bool agrees(const Element& root,
            const std::map<std::string, CaseResult>& cases) {
  const auto* sums = root.child("OverallResultsTestCases");
  const auto* asserts = root.child("OverallResultsAsserts");
  if (sums == nullptr || asserts == nullptr) return false;
  int total = 0;
  for (const auto& [name, one] : cases) total += one.asserts;
  const auto ran = number(*sums, "successes") + number(*sums, "failures");
  return ran == static_cast<int>(cases.size()) &&
         number(*asserts, "successes") + number(*asserts, "failures") == total;
}

}  // namespace

std::optional<std::map<std::string, CaseResult>> read_doctest_xml(
    std::string_view xml) {
  const auto root = parse_xml(xml);
  if (!root || root->name != "doctest") return {};
  std::map<std::string, CaseResult> cases;
  for (const auto& suite : root->children) {
    if (suite.name != "TestSuite") continue;
    for (const auto& one : suite.children) {
      if (one.name != "TestCase") continue;
      if (one.attribute("skipped") == "true") continue;
      const bool fresh = cases
                             .emplace(one.attribute("name"),
                                      read_case(one, suite.attribute("name")))
                             .second;
      if (!fresh) return {};
    }
  }
  if (!agrees(*root, cases)) return {};
  return cases;
}

}  // namespace learn
