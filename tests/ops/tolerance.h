// SPDX-License-Identifier: MIT
// How far an approximate form may be from the exact value. A GPU and the
// emulator each stay within the manual's bound, so they differ by at most
// twice that.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>

namespace ops_test {

/// One line of approximate.txt: form, unit, limit.
struct Bound {
  enum class Unit { kUlp, kRelative, kAbsolute, kLg2 };
  Unit unit = Unit::kUlp;
  double limit = 0;
};

inline std::map<std::string, Bound> read_bounds(const std::string& text) {
  std::map<std::string, Bound> bounds;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string form, unit;
    Bound bound;
    words >> form >> unit >> bound.limit;
    if (unit == "relative") bound.unit = Bound::Unit::kRelative;
    if (unit == "lg2") bound.unit = Bound::Unit::kLg2;
    if (unit == "absolute") bound.unit = Bound::Unit::kAbsolute;
    bounds[form] = bound;
  }
  return bounds;
}

/// A 16-bit element as a double.
inline double small_value(uint16_t bits, bool bfloat) {
  if (bfloat) return std::bit_cast<float>(uint32_t{bits} << 16);
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double x = exponent == 0 ? std::ldexp(fraction, -24)
                           : std::ldexp(1024 + fraction, exponent - 25);
  if (exponent == 31) x = fraction == 0 ? INFINITY : NAN;
  return bits & 0x8000 ? -x : x;
}

/// A result's value; `places`: bits of its fraction.
inline double value_of_kind(const std::string& kind, uint64_t bits,
                            int& places) {
  places = kind == "f64" ? 52 : kind == "f32" ? 23 : 10;
  if (kind == "f64") return std::bit_cast<double>(bits);
  if (kind == "f32") return std::bit_cast<float>(static_cast<uint32_t>(bits));
  const bool bfloat = kind.starts_with("bf");
  if (bfloat) places = 7;
  return small_value(static_cast<uint16_t>(bits), bfloat);
}

inline double error_of_one(const Bound& bound, const std::string& kind,
                           uint64_t expected, uint64_t got) {
  int places = 0;
  const double e = value_of_kind(kind, expected, places);
  const double g = value_of_kind(kind, got, places);
  if (expected == got) return 0;
  if (!std::isfinite(e) || !std::isfinite(g)) return INFINITY;
  const double difference = std::fabs(e - g);
  if (bound.unit == Bound::Unit::kAbsolute) return difference;
  if (bound.unit == Bound::Unit::kLg2) {
    return difference / std::max(1.0, std::fabs(e));
  }
  // Below the normal numbers the last place does not shrink any more.
  const int lowest = kind == "f32" || kind.starts_with("bf") ? -126
                     : kind == "f64"                         ? -1022
                                                             : -14;
  if (bound.unit == Bound::Unit::kRelative) {
    return difference / std::max(std::fabs(e), std::ldexp(1.0, lowest));
  }
  const int exponent = e == 0 ? lowest : std::max(std::ilogb(e), lowest);
  return difference / std::ldexp(1.0, exponent - places);
}

/// The difference in the bound's unit; infinite when one is not a number.
inline double error_of(const Bound& bound, const std::string& kind,
                       uint64_t expected, uint64_t got) {
  if (!kind.ends_with("x2")) return error_of_one(bound, kind, expected, got);
  const std::string one = kind.substr(0, kind.size() - 2);
  return std::max(
      error_of_one(bound, one, expected & 0xffff, got & 0xffff),
      error_of_one(bound, one, expected >> 16 & 0xffff, got >> 16 & 0xffff));
}

}  // namespace ops_test
