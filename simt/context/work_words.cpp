// SPDX-License-Identifier: MIT
// A kernel is shown with its line. Calls of the host have no line: they are
// notes that name the function.
#include "simt/context/work_words.h"

#include <string>

#include "simt/checks/scene.h"
#include "simt/context/caller.h"

namespace simt::cudart {
namespace {

std::string name_of_data(State& s, uint64_t address) {
  const auto* pointer = reinterpret_cast<const void*>(address);
  if (!s.memory.device().contains(address) && !s.memory.find(pointer)) {
    return "pageable memory";
  }
  const Allocation* a = s.memory.meant_by(pointer);
  if (!a) return "memory";
  return "`" + a->name + "+" + std::to_string(address - a->begin) + "`";
}

/// "`cudaMemcpyAsync`", "the kernel `add`", "a memset node of the graph".
std::string subject(const WorkFacts& work) {
  if (work.kernel) return "the kernel `" + work.name + "`";
  if (work.graph_run > 0) return "a " + work.name + " node of the graph";
  return "`" + call_name(work.place) + "`";
}

/// What it does with memory; "store" or "stores".
std::string verb(const WorkSide& side, bool third_person) {
  if (side.work.does)
    return side.work.does + std::string(third_person ? "s" : "");
  const char* word = side.work.kernel ? (side.writes ? "store" : "load")
                                      : (side.writes ? "write" : "read");
  return std::string(word) + (third_person ? "s" : "");
}

/// "in main, in stream #1".
std::string where(const WorkFacts& work) {
  std::string text =
      in_function(work.place, work.kernel ? work.kernel->name : "");
  if (work.stream.empty()) return text;
  return text + (text.empty() ? "in " : ", in ") + work.stream;
}

/// Adds the side as a place or a note; `number` is shown when it is not 0.
void add(const WorkSide& side, const std::string& data, int number,
         report::Diagnostic& d) {
  const WorkFacts& work = side.work;
  if (work.kernel) {
    report::Place place = checks::Scene::place_in(
        *work.kernel, side.pc,
        "`" + work.name + "` " + verb(side, true) + " " + data + " here");
    place.number = number;
    place.primary = d.places.empty();
    d.places.push_back(std::move(place));
    d.launch = work.launch;
    d.kernel = work.name;
  }
  std::string text;
  if (number > 0) text = "(" + std::to_string(number) + ") ";
  text += work.kernel ? "`" + work.name + "` is launched"
                      : subject(work) + " " + verb(side, true) + " it";
  const std::string place = where(work);
  if (!place.empty()) text += " " + place;
  d.notes.push_back({"work", text});
}

std::string other_name(const WorkFacts& work) {
  if (!work.stream.empty()) return work.stream;
  return work.graph_run > 0 ? "the graph" : "the destroyed stream";
}

/// Why nothing orders them.
std::string why_unordered(const WorkFacts& a, const WorkFacts& b) {
  if (a.graph_run > 0 && a.graph_run == b.graph_run) {
    return "nodes of one graph without a path from one to the other run in any "
           "order";
  }
  if (b.by_host) {
    return "it does not wait for streams where the memory is from "
           "cudaMallocAsync";
  }
  if (a.staged) {
    return "a copy from pageable memory may return when its bytes are staged, "
           "and " +
           other_name(b) + " does not wait until they have arrived";
  }
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (one->is_default && !other->blocking) {
      return other_name(*other) +
             " is non-blocking: it and the default stream do not wait for each "
             "other";
    }
  }
  return "nothing makes " + other_name(b) + " wait for " + other_name(a) +
         ", so the two may happen in any order";
}

/// What would order them.
std::string remedy(const WorkFacts& a, const WorkFacts& b) {
  if (a.graph_run > 0 && a.graph_run == b.graph_run) {
    return "a dependency between the two nodes orders them";
  }
  if (b.by_host) {
    return "cudaStreamSynchronize of " + other_name(a) +
           " before it orders them";
  }
  if (a.staged) {
    return "cudaStreamSynchronize of " + other_name(a) +
           " between, or a copy in " + other_name(b) + ", orders them";
  }
  return "cudaEventRecord in " + other_name(a) +
         " and cudaStreamWaitEvent in " + other_name(b) +
         " order them; so does a wait of the host between";
}

/// In a loop the same two are unordered once per round: they have one site.
std::string site_of(const WorkSide& side) {
  const WorkFacts& work = side.work;
  std::string site = site_of(work.place, work.kernel ? work.kernel->name : "") +
                     ' ' + verb(side, true);
  if (!work.kernel) return site + (work.graph_run > 0 ? ' ' + work.name : "");
  const report::Place line = checks::Scene::place_in(*work.kernel, side.pc, "");
  return site + ' ' + line.file + ':' + std::to_string(line.line) + ':' +
         std::to_string(line.column);
}

std::string remedy_of_host(const WorkFacts& work) {
  return "cudaStreamSynchronize of " + other_name(work) +
         ", cudaEventSynchronize or cudaDeviceSynchronize makes the host wait";
}

}  // namespace

report::Diagnostic describe(State& s, const Clash& clash) {
  const std::string data = name_of_data(s, clash.address);
  report::Diagnostic d;
  d.name = "stream-race";
  std::string before = subject(clash.before.work);
  if (before == subject(clash.now.work)) before = "another " + before;
  d.severity = clash.before.work.staged ? report::Severity::kWarning
                                        : report::Severity::kError;
  d.message = subject(clash.now.work) + " " + verb(clash.now, true) + " " +
              data + ", which " + before + " may still " +
              verb(clash.before, false);
  add(clash.before, data, 1, d);
  add(clash.now, data, 2, d);
  d.notes.push_back({"order", remedy(clash.before.work, clash.now.work)});
  d.why = why_unordered(clash.before.work, clash.now.work);
  d.hint = "what makes sure that the first of the two is done in time?";
  // One line of a kernel may clash with several copies, one call with several.
  d.site = site_of(clash.before) + '\n' + site_of(clash.now);
  // Nodes of a graph have no call of their own.
  const bool of_graph =
      clash.before.work.graph_run > 0 || clash.now.work.graph_run > 0;
  if (of_graph) d.site += '\n' + data;
  return d;
}

report::Diagnostic describe(State& s, const HostClash& clash) {
  const std::string data = name_of_data(s, clash.address);
  const WorkFacts& work = clash.work.work;
  report::Diagnostic d;
  d.name = "host-race";
  const bool promised =
      s.memory.find(reinterpret_cast<const void*>(clash.address)) != nullptr;
  d.severity = promised ? report::Severity::kError : report::Severity::kWarning;
  d.message = std::string("host code ") +
              (clash.host_writes ? "writes " : "reads ") + data + ", which " +
              subject(work) + " may still " + verb(clash.work, false);
  add(clash.work, data, 1, d);
  std::string place = in_function(clash.host);
  if (!place.empty()) place = " " + place;
  if (!place.empty() && clash.before) {
    place = " before `" + call_name(clash.host) + "` is called" + place;
  }
  d.notes.push_back({"host", std::string("(2) the host ") +
                                 (clash.host_writes ? "writes" : "reads") +
                                 " it" + place});
  d.notes.push_back({"wait", remedy_of_host(work)});
  if (!promised) {
    d.why =
        "CUDA says only that a copy from or to pageable memory might be "
        "synchronous: whether the host may use it now is not promised";
  } else {
    d.why = work.kernel ? "a launch returns before its kernel has run, and the "
                          "host has not waited for it"
                        : "the call returns before its work is done, and the "
                          "host has not waited for it";
  }
  d.hint = "which call between the two returns only when the work is done?";
  // In a loop the same two are unordered once per round.
  d.site = site_of(work.place, work.kernel ? work.kernel->name : "") + place +
           (clash.host_writes ? " writes" : "");
  return d;
}

void tell_host_races(State& s) {
  if (!s.watch.has_clashes()) return;
  for (const HostClash& clash : s.watch.take_clashes()) {
    s.session.add(describe(s, clash));
  }
}

}  // namespace simt::cudart
