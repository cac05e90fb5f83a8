// SPDX-License-Identifier: MIT
// CUDA C++ Programming Guide, "Lazy Loading": a kernel that is used for the
// first time may need the context to be idle. An H100 with CUDA 13.0 does not
// begin it before the kernels that run have ended.
#include "simt/launch/late_load.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "simt/checks/scene.h"
#include "simt/context/caller.h"

namespace simt::cudart {
namespace {

constexpr int kMostAsks = 1000;  // of a program that does nothing else

report::Note launched(int number, const program::Kernel& kernel,
                      const CallPlace& place) {
  const std::string where = in_function(place, kernel.name);
  return {"work", "(" + std::to_string(number) + ") `" +
                      short_name(kernel.name) + "` is launched" +
                      (where.empty() ? "" : " " + where)};
}

/// "`cudaMalloc #1+0`".
std::string data_at(State& s, uint64_t address) {
  const Allocation* a =
      s.memory.meant_by(reinterpret_cast<const void*>(address));
  if (!a) return "memory";
  return "`" + a->name + "+" + std::to_string(address - a->begin) + "`";
}

report::Diagnostic describe(State& s, const UnderWay& running,
                            const Queued& queued) {
  const program::Kernel& late = *std::get<KernelWork>(queued.work).kernel->code;
  const std::string name = short_name(running.kernel->name);
  report::Diagnostic d;
  d.name = "kernel-loaded-late";
  d.severity = report::Severity::kWarning;
  d.kernel = late.name;
  d.message = "`" + short_name(late.name) +
              "` is launched for the first time while `" + name + "` waits";
  const Stuck::Poll* poll = running.launch->poll();
  if (poll) {
    report::Place place = checks::Scene::place_in(
        *running.kernel, poll->pc,
        "`" + name + "` waits for " + data_at(s, poll->address) + " here");
    place.number = 1;
    place.primary = true;
    d.places.push_back(std::move(place));
  }
  d.notes = {
      launched(1, *running.kernel, running.place),
      launched(2, late, queued.place),
      {"type", "cudaFuncGetAttributes(&attributes, " + short_name(late.name) +
                   "), called before (1), loads it; so does "
                   "CUDA_MODULE_LOADING=EAGER"}};
  d.why =
      "a kernel is loaded at its first use, and a GPU may load it only when "
      "the "
      "kernels that run have ended; then each waits for the other";
  d.hint = "which kernels must run at the same time?";
  d.site = site_of(queued.place, late.name);
  return d;
}

}  // namespace

bool loads_lazily() {
  const char* const mode = std::getenv("CUDA_MODULE_LOADING");
  return !mode || std::string_view(mode) != "EAGER";
}

bool load_late(State& s) {
  Queued* const queued = s.queue.held(s.under_way);
  if (!queued) return false;
  auto& work = std::get<KernelWork>(queued->work);
  const UnderWay* running =
      s.under_way.issued_before(work.device, queued->ticket.issued);
  // Where it does not help, there is another mistake.
  s.under_way.tell_at_end(running->index, describe(s, *running, *queued));
  work.loads = false;
  return true;
}

void load_late_for_asking(State& s) {
  static int asks = 0;  // under the lock of the state
  if (!s.queue.held(s.under_way)) {
    asks = 0;
  } else if (++asks >= kMostAsks) {
    asks = 0;
    load_late(s);
  }
}

}  // namespace simt::cudart
