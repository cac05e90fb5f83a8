// SPDX-License-Identifier: MIT
// Copies and fills. A pointer that belongs to no live allocation can only be
// the host's; a range that leaves its allocation is diagnosed by name.
#include "simt/launch/copy.h"

#include <cstring>
#include <optional>

#include "simt/context/caller.h"
#include "simt/launch/direction.h"

namespace simt::cudart {
namespace {

enum class Want : uint8_t { kHost, kDevice, kEither };

/// A side made ready: where the bytes are for us.
struct Ready {
  std::byte* bytes = nullptr;
  const Allocation* allocation = nullptr;  // null: the host's own memory
};

/// Whether a side can be used.
enum class Found : uint8_t {
  kReady,
  kOther,        // the device's, where the host's is wanted
  kUnreachable,  // the host's own, where the device's is wanted
  kNone,
};

/// From the first byte to the end of the last; nothing when no memory is so
/// large.
std::optional<uint64_t> span_of(const Side& side, const Extent& e) {
  uint64_t planes = 0, rows = 0, span = 0;
  const bool wraps =
      __builtin_mul_overflow(e.planes - 1, side.plane_step, &planes) ||
      __builtin_mul_overflow(e.rows - 1, side.row_step, &rows) ||
      __builtin_add_overflow(planes, rows, &span) ||
      __builtin_add_overflow(span, e.width, &span);
  return wraps ? std::nullopt : std::optional(span);
}

void diagnose_range(State& s, const char* call, const char* verb,
                    const Side& side, uint64_t span) {
  const Allocation* a = s.memory.meant_by(side.pointer);
  if (!a) return;
  const uint64_t at = reinterpret_cast<uint64_t>(side.pointer) - a->begin;
  const uint64_t size = a->end - a->begin;
  const bool inside = at < size;
  const bool hole = inside && !a->freed && a->reach == 0;
  if (!inside && at > size + 4096) return;  // not what was meant
  report::Diagnostic d;
  d.name = a->freed ? "use-after-free" : "out-of-bounds";
  d.severity = report::Severity::kError;
  d.message = std::string(call) + " " + verb + " " + std::to_string(span) +
              " bytes at `" + a->name + "+" + std::to_string(at) + "`, " +
              (a->freed ? "which is freed"
               : hole   ? "where no memory is mapped"
                        : "which has " + std::to_string(size) + " bytes");
  const CallPlace place = call_place();
  d.notes = host_note(place);
  d.site = site_of(place);
  d.why = hole       ? "cuMemMap puts memory at reserved addresses, and "
                       "cuMemSetAccess opens it to a device"
          : a->freed ? "memory must not be used after it was freed"
                     : "a copy must stay inside its allocation";
  diagnose(s, d);
}

/// Finds the side's memory.
Found make_ready(State& s, const char* call, const char* verb, const Side& side,
                 uint64_t span, Want want, Act act, Ready& ready) {
  if (!side.pointer) return Found::kNone;
  const auto address = reinterpret_cast<uint64_t>(side.pointer);
  Allocation* a = s.memory.find(side.pointer);
  // It comes when the graph is launched.
  if (!a && act == Act::kCheck) a = s.memory.reserved_around(side.pointer);
  if (!a) {
    const bool of_device = s.memory.device().contains(address);
    if (of_device) diagnose_range(s, call, verb, side, span);
    if (of_device || !ServedCall::may_touch(side.pointer, span)) {
      return Found::kNone;
    }
    ready.bytes = static_cast<std::byte*>(const_cast<void*>(side.pointer));
    return want == Want::kDevice ? Found::kUnreachable : Found::kReady;
  }
  if (span > a->end - address) {
    diagnose_range(s, call, verb, side, span);
    return Found::kNone;
  }
  ready.bytes = DeviceMemory::host(*a, address);
  ready.allocation = a;
  const bool hidden = want == Want::kHost && !a->host_visible;
  return hidden ? Found::kOther : Found::kReady;
}

Want wanted_source(cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault) return Want::kEither;
  const bool host =
      kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
  return host ? Want::kHost : Want::kDevice;
}

Want wanted_target(cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault) return Want::kEither;
  const bool host =
      kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
  return host ? Want::kHost : Want::kDevice;
}

/// Calls `row(offset)` with each row's distance from the first, for two sides.
template <class Row>
void each_row(const Side& a, const Side& b, const Extent& e, Row row) {
  for (size_t plane = 0; plane < e.planes; ++plane) {
    for (size_t y = 0; y < e.rows; ++y) {
      row(plane * a.plane_step + y * a.row_step,
          plane * b.plane_step + y * b.row_step);
    }
  }
}

void set_row(std::byte* row, size_t width, const Pattern& pattern) {
  if (pattern.size == 1) {
    std::memset(row, static_cast<int>(pattern.value), width);
    return;
  }
  for (size_t x = 0; x < width; x += pattern.size) {
    std::memcpy(row + x, &pattern.value, pattern.size);
  }
}

/// Tells the ledger of works.
void touch(State& s, const Ready& side, uint64_t begin, uint64_t bytes,
           bool writes) {
  Works& works = s.watch.works;
  if (!side.allocation) {
    if (works.wants_pageable())
      works.touch_pageable(begin, begin + bytes, writes);
  } else if (works.wants(side.allocation->host_visible)) {
    works.touch(begin, begin + bytes, writes);
  }
}

bool pitch_too_small(const Side& side, const Extent& e) {
  return (e.rows > 1 || e.planes > 1) && side.row_step < e.width;
}

bool empty(const Extent& e) {
  return e.width == 0 || e.rows == 0 || e.planes == 0;
}

}  // namespace

cudaError_t copy(State& s, const char* name, const Side& to, const Side& from,
                 const Extent& extent, cudaMemcpyKind kind, Act act) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  if (empty(extent)) return cudaSuccess;
  if (pitch_too_small(to, extent) || pitch_too_small(from, extent)) {
    return cudaErrorInvalidPitchValue;
  }
  const auto to_span = span_of(to, extent), from_span = span_of(from, extent);
  if (!to_span || !from_span) return cudaErrorInvalidValue;
  Ready target, source;
  const Found writes = make_ready(s, name, "writes", to, *to_span,
                                  wanted_target(kind), act, target);
  if (writes == Found::kNone) return cudaErrorInvalidValue;
  const Found reads = make_ready(s, name, "reads", from, *from_span,
                                 wanted_source(kind), act, source);
  if (reads == Found::kNone) return cudaErrorInvalidValue;
  const bool wrong = writes != Found::kReady || reads != Found::kReady;
  // Between two allocations a GPU goes by where they lie, whatever the kind is.
  const bool copies = !wrong || (target.allocation && source.allocation);
  if (wrong && (act == Act::kCheck || !copies)) {
    explain_direction(s, name, to.pointer, from.pointer, kind);
  }
  if (!copies) return cudaErrorInvalidValue;
  if (act == Act::kCheck) return cudaSuccess;
  const auto begin = reinterpret_cast<uint64_t>(to.pointer);
  const auto source_begin = reinterpret_cast<uint64_t>(from.pointer);
  each_row(to, from, extent, [&](size_t at, size_t source_at) {
    std::memmove(target.bytes + at, source.bytes + source_at, extent.width);
    if (target.allocation) s.memory.wrote(begin + at, extent.width);
    touch(s, target, begin + at, extent.width, true);
    touch(s, source, source_begin + source_at, extent.width, false);
  });
  return cudaSuccess;
}

cudaError_t fill(State& s, const char* name, const Side& to,
                 const Extent& extent, const Pattern& pattern, Act act) {
  if (empty(extent)) return cudaSuccess;
  if (pitch_too_small(to, extent)) return cudaErrorInvalidValue;
  const auto span = span_of(to, extent);
  if (!span) return cudaErrorInvalidValue;
  Ready target;
  const Found writes =
      make_ready(s, name, "writes", to, *span, Want::kDevice, act, target);
  if (writes == Found::kUnreachable) explain_fill(s, name, to.pointer);
  if (writes != Found::kReady) return cudaErrorInvalidValue;
  if (act == Act::kCheck) return cudaSuccess;
  const auto begin = reinterpret_cast<uint64_t>(to.pointer);
  each_row(to, to, extent, [&](size_t at, size_t) {
    if (pattern.value == 0 && target.allocation) {
      DeviceMemory::clear(*target.allocation, target.bytes + at, extent.width);
    } else {
      set_row(target.bytes + at, extent.width, pattern);
    }
    s.memory.wrote(begin + at, extent.width);
    touch(s, target, begin + at, extent.width, true);
  });
  return cudaSuccess;
}

}  // namespace simt::cudart
