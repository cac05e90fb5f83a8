// SPDX-License-Identifier: MIT
// The keys of the JSON, each once and in its order. to_json and from_json both
// walk these functions: a field cannot be written and not be read. Knows no
// JSON library; docs/report.md names each key.
#pragma once

#include "simt/report/names.h"

namespace simt::report {

// `Io` is the writer or the reader; Io::Of<T> is a T that it may use. Its
//   field(key, value)            is always there; numbers are not negative
//   index(key, value)            a number; -1: none
//   optional(key, value, there)  is written only where it is there
//   derived(key, value)          follows from other fields and is not read

template <typename Io>
void fields(Io& io, typename Io::template Of<GlobalTraffic>& t) {
  io.field("requests", t.requests);
  io.field("sectors", t.sectors);
  io.field("ideal_sectors", t.ideal_sectors);
  io.field("bytes", t.bytes);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<SharedTraffic>& t) {
  io.field("requests", t.requests);
  io.field("wavefronts", t.wavefronts);
  io.field("ideal_wavefronts", t.ideal_wavefronts);
  io.field("bank_conflicts", t.bank_conflicts);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Counters>& c) {
  io.field("warp_instructions", c.warp_instructions);
  io.field("thread_instructions", c.thread_instructions);
  io.field("branches", c.branches);
  io.field("divergent_branches", c.divergent_branches);
  io.field("barriers", c.barriers);
  io.field("warp_barriers", c.warp_barriers);
  io.field("shuffles", c.shuffles);
  io.field("votes", c.votes);
  io.field("atomics", c.atomics);
  io.field("fences", c.fences);
  io.field("system_releases", c.system_releases);
  io.field("matrix_multiplies", c.matrix_multiplies);
  io.field("float_multiplies", c.float_multiplies);
  io.field("instructions", c.instructions);
  io.field("global_load", c.global_load);
  io.field("global_store", c.global_store);
  io.field("shared_load", c.shared_load);
  io.field("shared_store", c.shared_store);
  io.field("global_atomic", c.global_atomic);
  io.field("shared_atomic", c.shared_atomic);
  io.field("texture_load", c.texture_load);
  io.optional("bulk_read", c.bulk_read, c.bulk_read.requests != 0);
  io.optional("bulk_write", c.bulk_write, c.bulk_write.requests != 0);
  io.object("local_load",
            [&](Io& in) { in.field("requests", c.local_load_requests); });
  io.object("local_store",
            [&](Io& in) { in.field("requests", c.local_store_requests); });
}

template <typename Io>
void fields(Io& io, typename Io::template Of<AllocationTraffic>& a) {
  io.field("name", a.name);
  io.field("bytes", a.bytes);
  io.field("loads", a.loads);
  io.field("stores", a.stores);
  io.field("atomics", a.atomics);
  io.field("texture_loads", a.texture_loads);
  io.optional("bulk_reads", a.bulk_reads, a.bulk_reads.requests != 0);
  io.optional("bulk_writes", a.bulk_writes, a.bulk_writes.requests != 0);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Line>& line) {
  io.path("file", line.file);
  io.field("line", line.line);
  io.field("counters", line.counters);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<BusiestWarp>& w) {
  io.field("block", w.block);
  io.field("warp", w.warp);
  io.field("instructions", w.instructions);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<FloorPart>& part) {
  io.field("resource", part.resource);
  io.field("amount", part.amount);
  io.field("ns", part.ns);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Floor>& floor) {
  io.field("limit", floor.limit);
  io.field("ns", floor.ns);
  io.field("parts", floor.parts);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Launch>& l) {
  io.field("index", l.index);
  io.field("kernel", l.kernel);
  io.field("symbol", l.symbol);
  io.field("grid", l.grid);
  io.field("block", l.block);
  io.field("dynamic_shared_bytes", l.dynamic_shared_bytes);
  io.field("static_shared_bytes", l.static_shared_bytes);
  io.field("dynamic_shared_bytes_touched", l.dynamic_shared_bytes_touched);
  io.field("device", l.device);
  io.field("counted_on", l.counted_on);
  io.optional("graph_node", l.graph_node, !l.graph_node.empty());
  io.field("registers", l.registers);
  io.field("registers_from", l.registers_from);
  io.field("resident_blocks_per_sm", l.resident_blocks_per_sm);
  io.field("cooperative", l.cooperative);
  io.field("allocations", l.allocations);
  io.field("busiest_warp", l.busiest_warp);
  io.field("floor", l.floor);
  io.field("counters", l.counters);
  io.field("lines", l.lines);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Place>& p) {
  io.path("file", p.file);
  io.field("line", p.line);
  io.field("column", p.column);
  io.field("what", p.what);
  io.or_null("block", p.block, p.has_thread);
  io.or_null("thread", p.thread, p.has_thread);
  io.optional("primary", p.primary, p.primary);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Note>& note) {
  io.field("key", note.key);
  io.field("text", note.text);
}

/// "lanes: 0 -> tile+0, ...": what `notes` held before there were `facts`.
inline std::vector<std::string> sentences(const std::vector<Note>& notes) {
  std::vector<std::string> all;
  for (const Note& note : notes) all.push_back(note.key + ": " + note.text);
  return all;
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Diagnostic>& d) {
  io.field("name", d.name);
  io.named("severity", d.severity, kSeverities);
  io.index("launch", d.launch);
  io.field("kernel", d.kernel);
  io.field("count", d.count);
  io.field("message", d.message);
  io.field("places", d.places);
  io.derived("notes", [&] { return sentences(d.notes); });
  io.field("facts", d.notes);
  io.field("why", d.why);
  io.field("seen", d.seen);
  io.derived("learn", [&] { return page_of(d); });
}

template <typename Io>
void fields(Io& io, typename Io::template Of<TraceDevice>& d) {
  io.field("name", d.name);
  io.field("multiprocessors", d.multiprocessors);
  io.field("warps", d.warps);
  io.field("blocks", d.blocks);
  io.field("shared_bytes", d.shared_bytes);
  io.field("registers", d.registers);
  io.field("banks", d.banks);
  io.field("bank_bytes", d.bank_bytes);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<TracePoint>& p) {
  io.path("file", p.file);
  io.field("line", p.line);
}

template <typename Io>
void access_fields(Io& io, typename Io::template Of<TraceEvent>& e) {
  const bool shared = e.space == "shared";
  io.field("variable", e.variable);
  io.field("begin", e.begin);
  io.field("bytes", e.bytes);
  io.field("offsets", e.offset);
  io.field(shared ? "wavefronts" : "sectors", e.cost);
  io.field(shared ? "ideal_wavefronts" : "ideal_sectors", e.ideal);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<TraceCopy>& c) {
  io.field("bytes", c.bytes);
  io.field("box", c.box);
  io.field("row_bytes", c.row_bytes);
  io.field("swizzle", c.swizzle);
  io.field("pieces", c.pieces);
  io.field("blocks", c.blocks);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<TraceEvent>& e) {
  io.named("kind", e.kind, kTraceKinds);
  io.field("launch", e.launch);
  io.index("point", e.point);
  io.field("first", e.first);
  io.field("last", e.last);
  io.field("times", e.times);
  io.field("block", e.block);
  io.field("warp", e.warp);
  io.field("active", e.active);
  io.optional("until", e.until, e.until >= 0);
  io.optional("left_out", e.left_out, e.left_out != 0);
  io.optional("space", e.space, e.is_access());
  if (e.is_access()) access_fields(io, e);
  if (e.kind == TraceKind::kCopy) {
    io.field("instruction", e.instruction);
    io.field("variable", e.variable);
    io.field("begin", e.begin);
    io.field("copy", e.copy);
  }
  if (e.kind == TraceKind::kAsync)
    io.optional("instruction", e.instruction, !e.instruction.empty());
  if (e.kind == TraceKind::kShuffle || e.kind == TraceKind::kVote) {
    io.field("instruction", e.instruction);
    io.field("mask", e.mask);
  }
  if (e.kind == TraceKind::kShuffle) {
    io.field("sources", e.source);
    io.field("in_range", e.in_range);
  }
  if (e.kind == TraceKind::kVote) {
    io.field("predicate", e.predicate);
    io.field("result", e.result);
  }
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Trace>& trace) {
  io.field("device", trace.device);
  io.field("summary", trace.summary);
  io.field("points", trace.points);
  io.field("events", trace.events);
  io.field("dropped", trace.dropped);
  if (trace.summary) io.field("launches_left_out", trace.launches_left_out);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<LongestLaunch>& l) {
  io.field("launch", l.launch);
  io.field("kernel", l.kernel);
  io.field("device", l.device);
  io.field("limit", l.limit);
  io.field("ns", l.ns);
}

template <typename Io>
void fields(Io& io, typename Io::template Of<Report>& r) {
  io.schema(1);
  io.field("emulator", r.emulator);
  io.field("device", r.device);
  io.field("schedule", r.schedule);
  io.field("counted_on", r.counted_on);
  io.optional("floor", r.longest, r.longest.launch >= 0);
  io.field("launches", r.launches);
  io.field("diagnostics", r.diagnostics);
  io.field("diagnostics_dropped", r.diagnostics_dropped);
  io.optional("suppressed", r.suppressed, r.suppressed != 0);
  io.field("unseen", r.unseen);
  io.optional("unwatched", r.unwatched, !r.unwatched.empty());
  io.optional("refused", r.refused, !r.refused.empty());
  io.optional("trace", r.trace, r.trace.summary || !r.trace.points.empty());
}

}  // namespace simt::report
