// SPDX-License-Identifier: MIT
// The trace as JSON; docs/report.md names each key.
#include "simt/report/trace_json.h"

#include "simt/report/paths.h"

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(TraceKind kind) {
  switch (kind) {
    case TraceKind::kLoad:
      return "load";
    case TraceKind::kStore:
      return "store";
    case TraceKind::kAtomic:
      return "atomic";
    case TraceKind::kShuffle:
      return "shuffle";
    case TraceKind::kVote:
      return "vote";
    case TraceKind::kWarpSync:
      return "warp_sync";
    case TraceKind::kArrive:
      return "arrive";
    case TraceKind::kOpen:
      return "open";
    case TraceKind::kWork:
      return "work";
    case TraceKind::kExit:
      break;
  }
  return "exit";
}

void add_access(const TraceEvent& e, Json& out) {
  out["space"] = e.space;
  out["variable"] = e.variable;
  out["begin"] = e.begin;
  out["bytes"] = e.bytes;
  out["offsets"] = e.offset;
  const bool shared = e.space == "shared";
  out[shared ? "wavefronts" : "sectors"] = e.cost;
  out[shared ? "ideal_wavefronts" : "ideal_sectors"] = e.ideal;
}

Json event(const TraceEvent& e) {
  Json out;
  out["kind"] = name_of(e.kind);
  out["launch"] = e.launch;
  out["point"] = e.point;
  out["first"] = e.first;
  out["last"] = e.last;
  out["times"] = e.times;
  out["block"] = e.block;
  out["warp"] = e.warp;
  out["active"] = e.active;
  if (e.until >= 0) out["until"] = e.until;
  if (e.left_out != 0) out["left_out"] = e.left_out;
  if (!e.space.empty()) add_access(e, out);
  if (e.kind == TraceKind::kShuffle || e.kind == TraceKind::kVote) {
    out["instruction"] = e.instruction;
    out["mask"] = e.mask;
  }
  if (e.kind == TraceKind::kShuffle) {
    out["sources"] = e.source;
    out["in_range"] = e.in_range;
  }
  if (e.kind == TraceKind::kVote) {
    out["predicate"] = e.predicate;
    out["result"] = e.result;
  }
  return out;
}

}  // namespace

Json trace_json(const Trace& trace, const std::string& root) {
  Json out;
  const TraceDevice& d = trace.device;
  out["device"] = {{"name", d.name},
                   {"multiprocessors", d.multiprocessors},
                   {"warps", d.warps},
                   {"blocks", d.blocks},
                   {"shared_bytes", d.shared_bytes},
                   {"registers", d.registers},
                   {"banks", d.banks},
                   {"bank_bytes", d.bank_bytes}};
  out["summary"] = trace.summary;
  out["points"] = Json::array();
  for (const TracePoint& p : trace.points)
    out["points"].push_back(
        {{"file", relative_path(p.file, root)}, {"line", p.line}});
  out["events"] = Json::array();
  for (const TraceEvent& e : trace.events) out["events"].push_back(event(e));
  out["dropped"] = trace.dropped;
  if (trace.summary) out["launches_left_out"] = trace.launches_left_out;
  return out;
}

}  // namespace simt::report
