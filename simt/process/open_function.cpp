// SPDX-License-Identifier: MIT
// Nobody can see what a function waits for. So it is told only where the
// program was stopped.
#include "simt/process/open_function.h"

#include <string>
#include <utility>

#include "simt/context/caller.h"
#include "simt/context/host_symbols.h"

namespace simt::cudart {
namespace {

/// "the host function `wait_for_flag(void*)`".
std::string subject(const HostFunction& function) {
  const std::string name =
      plain_name(host_function(reinterpret_cast<uint64_t>(function.code)));
  return name.empty() ? "a host function" : "the host function `" + name + "`";
}

}  // namespace

void tell_open_function(State& s) {
  const HostFunction* function = s.functions.first();
  if (!function) return;
  report::Diagnostic d;
  d.name = "deadlock";
  d.severity = report::Severity::kError;
  d.stuck = true;
  d.message = subject(*function) + " did not return in time";
  d.notes.push_back({"given", "by " + call_at(function->place)});
  if (const CallPlace* call = s.functions.waiting_call()) {
    d.notes.push_back({"host", "waits for it in " + call_at(*call)});
  }
  d.why =
      "what comes after a host function begins when the function has "
      "returned; the program was stopped before that";
  d.hint = "what does the function wait for, and who can still do that?";
  s.session.add(std::move(d));
}

}  // namespace simt::cudart
