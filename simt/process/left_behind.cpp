// SPDX-License-Identifier: MIT
// A kernel whose text is lost is told once, by that; one warning more for
// everything else.
#include "simt/process/left_behind.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace simt::cudart {
namespace {

constexpr size_t kMostLeft = 5;

/// Whether describe() gives one text for both.
bool alike(const IssuedWork& a, const IssuedWork& b) {
  return a.kernel == b.kernel && a.graph_node == b.graph_node &&
         a.place == b.place;
}

report::Diagnostic start(const char* name,
                         const std::vector<IssuedWork>& works) {
  report::Diagnostic d;
  d.name = name;
  d.severity = report::Severity::kWarning;
  d.count = works.size();
  size_t shown = 0;
  for (size_t next = 0; shown < works.size() && d.notes.size() < kMostLeft;
       shown = next) {
    const std::string text = describe(works[shown]);
    while (next < works.size() && alike(works[next], works[shown])) ++next;
    const size_t times = next - shown;
    d.notes.push_back(
        {"left",
         times == 1 ? text : text + ", " + std::to_string(times) + " times"});
  }
  if (shown < works.size()) {
    d.notes.push_back(
        {"more", std::to_string(works.size() - shown) + " not shown"});
  }
  d.notes.push_back({"type",
                     "CUDA_CHECK(cudaDeviceSynchronize()) from "
                     "common/cuda_check.h before the end"});
  d.hint = "which call of the program waits for the last kernel?";
  return d;
}

/// "1 kernel", "2 kernels and 1 copy".
std::string count_of(const std::vector<IssuedWork>& works) {
  size_t kernels = 0;
  for (const IssuedWork& work : works) kernels += work.kernel ? 1 : 0;
  const auto some = [](size_t count, const char* one, const char* many) {
    return count == 0 ? "" : std::to_string(count) + (count == 1 ? one : many);
  };
  const std::string first = some(kernels, " kernel", " kernels");
  const std::string second =
      some(works.size() - kernels, " copy or fill", " copies and fills");
  return first.empty() || second.empty() ? first + second
                                         : first + " and " + second;
}

/// The kernels whose text no call wrote out, and its first line.
std::vector<IssuedWork> add_lost_output(State& s) {
  std::vector<IssuedWork> printing;
  for (const Printed& printed : s.output.left()) {
    const IssuedWork* work =
        s.unfinished.printed_by(printed.chain, printed.number);
    if (work) printing.push_back(*work);
  }
  if (printing.empty()) return printing;
  const std::string& text = s.output.left().front().text;
  report::Diagnostic d = start("lost-output", printing);
  d.message = "the program ends, and no call wrote out what " +
              count_of(printing) + " printed";
  d.notes.insert(d.notes.begin(),
                 {"text", "`" + text.substr(0, text.find('\n')) + "`"});
  d.why =
      "a GPU keeps what a kernel prints in a buffer; only some calls write it "
      "out, and the end of the program does not";
  diagnose(s, std::move(d));
  return printing;
}

bool holds(const std::vector<IssuedWork>& works, const IssuedWork& one) {
  return std::any_of(works.begin(), works.end(), [&](const IssuedWork& work) {
    return work.chain == one.chain && work.number == one.number;
  });
}

}  // namespace

void add_left_behind(State& s) {
  const std::vector<IssuedWork> lost = add_lost_output(s);
  std::vector<IssuedWork> left = s.unfinished.left(s.order.host());
  std::erase_if(left, [&](const auto& work) { return holds(lost, work); });
  if (left.empty()) return;
  report::Diagnostic d = start("unfinished-work", left);
  d.message = "the program ends, and nothing waited for " + count_of(left);
  d.why =
      "the host goes on while the device works; what is in flight when the "
      "program ends may never be done, and nobody sees its errors";
  diagnose(s, std::move(d));
}

}  // namespace simt::cudart
