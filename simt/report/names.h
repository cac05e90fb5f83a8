// SPDX-License-Identifier: MIT
// How the values of an enumeration are called, in reports and in lesson.toml.
#pragma once

#include "simt/report/report.h"

namespace simt::report {

template <typename T>
struct Name {
  const char* text;
  T value;
};

inline constexpr Name<Severity> kSeverities[] = {
    {"warning", Severity::kWarning},
    {"error", Severity::kError},
};

inline constexpr Name<TraceKind> kTraceKinds[] = {
    {"load", TraceKind::kLoad},     {"store", TraceKind::kStore},
    {"atomic", TraceKind::kAtomic}, {"shuffle", TraceKind::kShuffle},
    {"vote", TraceKind::kVote},     {"warp_sync", TraceKind::kWarpSync},
    {"async", TraceKind::kAsync},   {"arrive", TraceKind::kArrive},
    {"open", TraceKind::kOpen},     {"exit", TraceKind::kExit},
    {"work", TraceKind::kWork},     {"copy", TraceKind::kCopy},
};

/// The text of a value; of one without a name the first text.
template <typename T, size_t kCount>
const char* text_of(const Name<T> (&names)[kCount], T value) {
  for (const Name<T>& name : names)
    if (name.value == value) return name.text;
  return names[0].text;
}

}  // namespace simt::report
