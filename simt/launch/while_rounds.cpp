// SPDX-License-Identifier: MIT
// Only kernels change a condition, by a call of cudaGraphSetConditional.
#include "simt/launch/while_rounds.h"

#include <algorithm>
#include <string>

#include "simt/context/caller.h"

namespace simt::cudart {
namespace {

using program::Builtin;
using program::CallSite;

/// Where it leads through a pointer, or to a launch, nobody knows.
bool may_set(const CallSite& call) {
  const bool through_pointer =
      call.builtin == Builtin::kNone && call.function < 0;
  return call.builtin == Builtin::kSetCondition ||
         call.builtin == Builtin::kLaunch || through_pointer;
}

/// Whether the step can change a condition.
bool may_set(const Step& step) {
  if (const auto* work = std::get_if<KernelWork>(&step.work)) {
    const auto& code = work->kernel->code;
    return step.enabled &&
           (!code || std::any_of(code->calls.begin(), code->calls.end(),
                                 [](const CallSite& c) { return may_set(c); }));
  }
  return std::any_of(
      step.bodies.begin(), step.bodies.end(), [](const auto& body) {
        return std::any_of(body->steps.begin(), body->steps.end(),
                           [](const Step& inner) { return may_set(inner); });
      });
}

void tell(State& s, const Step& step, const std::string& what, const char* why,
          bool at_limit = false) {
  const auto& work = std::get<ConditionalWork>(step.work);
  report::Diagnostic d;
  d.name = "livelock";
  d.severity = report::Severity::kError;
  d.stuck = true;
  d.message = "the `while` " + work.graph_node + " " + what;
  d.notes = host_note(call_place());
  if (at_limit) {
    d.notes.push_back({"limit", "SIMT_LIMIT=N sets another one, N / " +
                                    std::to_string(WhileRounds::kInstructions) +
                                    " rounds, 0 none"});
  }
  d.why = why;
  d.hint = "which kernel sets the condition to zero, and when?";
  diagnose(s, std::move(d));
  s.pending = cudaErrorLaunchTimeout;
}

}  // namespace

bool WhileRounds::begin_one(State& s, const Step& step) {
  if (!may_set(step)) {
    tell(s, step, "cannot end",
         "its condition is not zero, and no kernel in its body calls "
         "cudaGraphSetConditional");
    return false;
  }
  const uint64_t limit = s.options.limit;
  const uint64_t most = std::max<uint64_t>(limit / kInstructions, 1);
  if (limit == 0 || ++begun_ <= most) return true;
  tell(s, step, "did not end within " + std::to_string(most) + " rounds",
       "no kernel in its body has set the condition to zero", true);
  return false;
}

}  // namespace simt::cudart
