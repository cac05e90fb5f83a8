// SPDX-License-Identifier: MIT
// Errors come first: a leak may follow from one. A program that failed, or
// whose device was lost, could not free its memory, so no leak is told then.
#include "simt/process/last_findings.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "simt/context/error_names.h"
#include "simt/context/host_calls.h"
#include "simt/context/pointer_words.h"
#include "simt/process/gpu_libraries.h"
#include "simt/process/left_behind.h"

namespace simt::cudart {
namespace {

using report::Severity;

constexpr size_t kMostNamed = 5;  // allocations in one report
constexpr std::string_view kInvalidLaunch = "invalid-launch";

report::Diagnostic describe(const UnreadError& unread) {
  const std::string call = call_name(unread.place);
  report::Diagnostic d;
  d.name = "unchecked-error";
  d.severity = Severity::kWarning;
  d.count = unread.count;
  d.message = "`" + call + "` failed with " + error_name(unread.error) +
              ", and the program did not read the error";
  d.notes = host_note(unread.place);
  d.notes.push_back({"text", error_text(unread.error)});
  d.why =
      "what a failed call should have done is not done; results that need it "
      "are wrong";
  d.notes.push_back(
      {"type", "CUDA_CHECK(" + call +
                   "(...)) from common/cuda_check.h stops the program here"});
  d.notes.push_back(
      {"note",
       "cudaGetLastError, cudaPeekAtLastError and cudaGetErrorString "
       "count as reading; whether a returned value was compared cannot be "
       "seen"});
  if (unread.count > 1)
    d.seen = std::to_string(unread.count) + " times at this place";
  d.hint = "which call tells you that this one failed?";
  return d;
}

report::Note describe(const State& s, const Allocation& a) {
  const std::string text =
      "`" + a.name + "`, " + std::to_string(a.end - a.begin) + " bytes";
  if (s.memory.facts(a).kind == MemoryKind::kHeap) {
    return {"left", text + ", by a kernel"};
  }
  const std::string where = in_function(kept_place(a.begin));
  return {"left", where.empty() ? text : text + ", " + where};
}

/// The first allocation's remedy, then others that are needed besides.
std::string remedies(const State& s,
                     const std::vector<const Allocation*>& found) {
  std::string text;
  for (const Allocation* a : found) {
    const std::string one = remedy_of(s.memory.facts(*a).kind);
    if (text.find(one) != std::string::npos) continue;
    if (!text.empty()) text += ", ";
    text += one;
  }
  return text;
}

void add_leaks(State& s) {
  const auto found = s.memory.kept();
  if (found.empty()) return;
  uint64_t bytes = 0;
  report::Diagnostic d;
  for (const Allocation* a : found) {
    bytes += a->end - a->begin;
    if (d.notes.size() < kMostNamed) d.notes.push_back(describe(s, *a));
  }
  if (found.size() > kMostNamed) {
    d.notes.push_back(
        {"more", std::to_string(found.size() - kMostNamed) + " not shown"});
  }
  d.notes.push_back(
      {"type",
       remedies(s, found) + " where the memory is used for the last time"});
  const bool one = found.size() == 1;
  d.name = "memory-leak";
  d.severity = Severity::kWarning;
  d.count = found.size();
  d.message = std::to_string(found.size()) +
              (one ? " allocation is" : " allocations are") + " never freed, " +
              std::to_string(bytes) + " bytes";
  d.why =
      "the device keeps the memory until the program ends; a program that "
      "runs for long has less and less";
  d.hint = "which part of the program owns this memory, and when is it done?";
  diagnose(s, std::move(d));
}

/// kUndecided: the program has dealt with the launch.
Severity severity(const RefusedLaunch& launch, Ending ending) {
  if (launch.named || launch.read) {
    if (ending != Ending::kDone) return Severity::kError;  // it ended there
    return launch.named ? Severity::kWarning : Severity::kUndecided;
  }
  // Whether a returned value was compared cannot be seen.
  return launch.returned ? Severity::kWarning : Severity::kError;
}

/// The diagnostic stands for several launches: the worst counts.
void judge(report::Diagnostic& d, Ending ending) {
  bool read = true;
  d.severity = Severity::kUndecided;
  for (const RefusedLaunch& launch : refused_launches()) {
    if (launch.kernel != d.kernel || launch.message != d.message) continue;
    d.severity = std::max(d.severity, severity(launch, ending));
    if (!launch.read && !launch.named && !launch.returned) read = false;
  }
  if (!read) {
    d.notes.push_back({"type",
                       "CUDA_CHECK(cudaGetLastError()) after the launch, from "
                       "common/cuda_check.h"});
  }
}

void judge_launches(State& s, Ending ending) {
  auto& found = s.session.report().diagnostics;
  for (report::Diagnostic& d : found) {
    if (d.name == kInvalidLaunch) judge(d, ending);
  }
  std::erase_if(
      found, [](const auto& d) { return d.severity == Severity::kUndecided; });
}

/// The program ended before the call that SIMT_FAIL names.
void tell_unreached_fault(State& s) {
  const Faults& faults = s.faults;
  const bool by_option = s.options.fail != 0 && faults.at == s.options.fail;
  if (!by_option || !faults.waits()) return;
  s.session.add_unseen(faults.asked_by +
                       ": the calls that can fail were only " +
                       std::to_string(faults.calls));
}

}  // namespace

void add_last_findings(State& s, Ending ending) {
  add_gpu_libraries(s);
  tell_unreached_fault(s);
  if (ending != Ending::kNoticed) {
    for (const UnreadError& unread : unread_errors()) {
      diagnose(s, describe(unread));
    }
  }
  const bool lost = s.pending != cudaSuccess || s.sticky != cudaSuccess;
  const bool wanted = s.options.checks.on("memory");
  if (ending == Ending::kDone && !lost) add_left_behind(s);
  if (ending == Ending::kDone && !lost && wanted) add_leaks(s);
  judge_launches(s, ending);  // last: it takes findings out of the list
}

}  // namespace simt::cudart
