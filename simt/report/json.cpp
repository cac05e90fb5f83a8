// SPDX-License-Identifier: MIT
// A report as JSON, schema 1. Every key is written (`trace` only when it was
// asked for), always in this order; docs/report.md names each.
#include <nlohmann/json.hpp>

#include "simt/report/paths.h"
#include "simt/report/report.h"
#include "simt/report/trace_json.h"

namespace simt::report {
namespace {

using Json = nlohmann::ordered_json;

Json traffic(const GlobalTraffic& t) {
  return {{"requests", t.requests},
          {"sectors", t.sectors},
          {"ideal_sectors", t.ideal_sectors},
          {"bytes", t.bytes}};
}

Json traffic(const SharedTraffic& t) {
  return {{"requests", t.requests},
          {"wavefronts", t.wavefronts},
          {"ideal_wavefronts", t.ideal_wavefronts},
          {"bank_conflicts", t.bank_conflicts}};
}

Json counters(const Counters& c) {
  Json out;
  out["warp_instructions"] = c.warp_instructions;
  out["thread_instructions"] = c.thread_instructions;
  out["branches"] = c.branches;
  out["divergent_branches"] = c.divergent_branches;
  out["barriers"] = c.barriers;
  out["warp_barriers"] = c.warp_barriers;
  out["shuffles"] = c.shuffles;
  out["votes"] = c.votes;
  out["atomics"] = c.atomics;
  out["fences"] = c.fences;
  out["instructions"] = Json::object();
  for (const auto& [name, count] : c.instructions)
    out["instructions"][name] = count;
  out["global_load"] = traffic(c.global_load);
  out["global_store"] = traffic(c.global_store);
  out["shared_load"] = traffic(c.shared_load);
  out["shared_store"] = traffic(c.shared_store);
  out["global_atomic"] = traffic(c.global_atomic);
  out["shared_atomic"] = traffic(c.shared_atomic);
  out["texture_load"] = traffic(c.texture_load);
  out["local_load"] = Json{{"requests", c.local_load_requests}};
  out["local_store"] = Json{{"requests", c.local_store_requests}};
  return out;
}

Json launch(const Launch& l, const std::string& root) {
  Json out;
  out["index"] = l.index;
  out["kernel"] = l.kernel;
  out["symbol"] = l.symbol;
  out["grid"] = l.grid;
  out["block"] = l.block;
  out["dynamic_shared_bytes"] = l.dynamic_shared_bytes;
  out["static_shared_bytes"] = l.static_shared_bytes;
  out["dynamic_shared_bytes_touched"] = l.dynamic_shared_bytes_touched;
  out["device"] = l.device;
  out["counted_on"] = l.counted_on;
  if (!l.graph_node.empty()) out["graph_node"] = l.graph_node;
  out["registers"] = l.registers;
  out["registers_from"] = l.registers_from;
  out["resident_blocks_per_sm"] = l.resident_blocks_per_sm;
  out["cooperative"] = l.cooperative;
  out["allocations"] = Json::array();
  for (const AllocationTraffic& a : l.allocations) {
    out["allocations"].push_back({{"name", a.name},
                                  {"bytes", a.bytes},
                                  {"loads", traffic(a.loads)},
                                  {"stores", traffic(a.stores)},
                                  {"atomics", traffic(a.atomics)},
                                  {"texture_loads", traffic(a.texture_loads)}});
  }
  out["counters"] = counters(l.counters);
  out["lines"] = Json::array();
  for (const Line& line : l.lines) {
    out["lines"].push_back({{"file", relative_path(line.file, root)},
                            {"line", line.line},
                            {"counters", counters(line.counters)}});
  }
  return out;
}

Json place(const Place& p, const std::string& root) {
  Json out;
  out["file"] = relative_path(p.file, root);
  out["line"] = p.line;
  out["column"] = p.column;
  out["what"] = p.what;
  if (p.has_thread) {
    out["block"] = p.block;
    out["thread"] = p.thread;
  } else {
    out["block"] = nullptr;
    out["thread"] = nullptr;
  }
  return out;
}

Json diagnostic(const Diagnostic& d, const std::string& root) {
  Json out;
  out["name"] = d.name;
  out["severity"] = name_of(d.severity);
  out["launch"] = d.launch;
  out["kernel"] = d.kernel;
  out["count"] = d.count;
  out["message"] = d.message;
  out["places"] = Json::array();
  for (const Place& p : d.places) out["places"].push_back(place(p, root));
  out["notes"] = Json::array();
  for (const Note& note : d.notes)
    out["notes"].push_back(note.key + ": " + note.text);
  out["why"] = d.why;
  out["seen"] = d.seen;
  out["learn"] = "docs/diagnostics/" + d.name + ".md";
  return out;
}

}  // namespace

std::string to_json(const Report& report, const std::string& root) {
  Json out;
  out["schema"] = 1;
  out["emulator"] = report.emulator;
  out["device"] = report.device;
  out["schedule"] = report.schedule;
  out["counted_on"] = report.counted_on;
  out["launches"] = Json::array();
  for (const Launch& l : report.launches)
    out["launches"].push_back(launch(l, root));
  out["diagnostics"] = Json::array();
  for (const Diagnostic& d : report.diagnostics)
    out["diagnostics"].push_back(diagnostic(d, root));
  out["diagnostics_dropped"] = report.diagnostics_dropped;
  out["unseen"] = report.unseen;
  if (!report.refused.empty()) out["refused"] = report.refused;
  if (report.trace.summary || !report.trace.points.empty())
    out["trace"] = trace_json(report.trace, root);
  // Names come from the program and need not be UTF-8.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace simt::report
