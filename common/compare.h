// SPDX-License-Identifier: MIT
// Makes inputs for a check and compares results: the first wrong index, what
// was expected, what came, and what the pattern of the wrong ones suggests.
#pragma once

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// `count` different values in an order that follows `seed`: 3, -4, 5, ...;
/// floats are half of that, so that small sums stay exact. None is 0 or -1.
template <typename T>
std::vector<T> distinct_values(size_t count, unsigned seed) {
  const double unit = std::is_integral<T>::value ? 1 : 0.5;
  std::mt19937_64 random(seed);
  std::vector<T> values(count);
  T* const at = values.data();  // quick without optimization, too
  for (size_t i = 0; i < count; ++i) {
    at[i] = T((random() % 2 ? unit : -unit) * double(i + 3));
  }
  for (size_t i = count; i > 1; --i) {
    const size_t other = random() % i;
    const T last = at[i - 1];
    at[i - 1] = at[other];
    at[other] = last;
  }
  return values;
}

/// How far a float sum of `terms` values may be off, in any order of adding:
/// terms - 1 roundings of at most 2^-24 each, relative to `magnitude`, the
/// sum of the absolute values (Higham, Accuracy and Stability, section 4.2).
inline double float_sum_tolerance(size_t terms, double magnitude) {
  return terms < 2 ? 0 : (terms - 1) * std::ldexp(1.01 * magnitude, -24);
}

/// The values' shape, and how many neighbours a block computes; 0: unknown.
struct Layout {
  size_t rows = 0, columns = 0, block = 0;
};

/// The likely reason of the wrong values; empty when none stands out.
template <typename T>
std::string pattern(const std::vector<T>& got, const std::vector<T>& expected,
                    const std::vector<bool>& wrong, Layout layout) {
  const size_t n = wrong.size(), rows = layout.rows, block = layout.block;
  const size_t bad = std::count(wrong.begin(), wrong.end(), true);
  const auto every = [&](auto fits) {
    for (size_t i = 0; i < n; ++i)
      if (wrong[i] && !fits(i)) return false;
    return true;
  };
  const auto whole = [&](size_t size) {  // each group wrong, or each right
    size_t i = 0;
    while (size > 0 && i < n && wrong[i] == wrong[i / size * size]) ++i;
    return i == n && bad < n;
  };
  const auto unwritten = [&](size_t i) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&got[i]);
    return std::count(bytes, bytes + sizeof(T), 0xff) == sizeof(T);
  };
  const auto swapped = [&](size_t i) {
    return got[i] == expected[i % rows * layout.columns + i / rows];
  };
  const auto right = [&](size_t i) {
    return i + 1 == n || got[i] == expected[i + 1];
  };
  const auto left = [&](size_t i) { return !i || got[i] == expected[i - 1]; };
  const auto upper = [](size_t i) { return i % 32 > 0; };
  const auto edge = [&](size_t i) { return (i + 1) % block < 2; };
  if (every(unwritten)) return ": they hold what unset memory holds";
  if (rows > 1 && 8 * bad >= n && every(swapped))
    return ": rows and columns are swapped";
  if (bad > 2 && every(right)) return ": each is its right neighbour's value";
  if (bad > 2 && every(left)) return ": each is its left neighbour's value";
  if (block > 2 && block < n && 4 * bad * block >= n && every(edge))
    return ": at edges of blocks";
  if (!rows && n > 31 && bad + (n + 31) / 32 == n && every(upper))
    return ": right in lane 0 of each warp only";
  if (whole(block)) return ": whole blocks";
  if (layout.columns > 1 && whole(layout.columns)) return ": whole rows";
  return whole(32) ? ": whole warps" : "";
}

/// The verdict, and a line that says what is wrong.
struct Comparison {
  bool same;
  std::string text;
};

/// Tolerance 0 compares exactly; NaN never equals anything.
template <typename T>
Comparison compare(const std::vector<T>& got, const std::vector<T>& expected,
                   Layout layout = {}, double tolerance = 0) {
  if (got.size() != expected.size()) return {false, "sizes differ"};
  if (got == expected) return {true, ""};
  std::vector<bool> wrong(got.size());
  size_t count = 0, first = 0;
  for (size_t i = got.size(); i-- > 0;) {
    const double off = std::fabs(double(got[i]) - double(expected[i]));
    wrong[i] = got[i] != expected[i] && !(tolerance > 0 && off <= tolerance);
    if (wrong[i]) ++count, first = i;
  }
  if (count == 0) return {true, ""};
  std::ostringstream text;
  text << std::setprecision(9) << "first wrong at [" << first << "]";
  if (const size_t c = layout.columns)
    text << " (row " << first / c << ", column " << first % c << ")";
  text << ": expected " << expected[first] << ", got ";
  got[first] == got[first] ? text << got[first] : text << "nan";
  text << "; " << count << " of " << got.size() << " wrong";
  text << pattern(got, expected, wrong, layout);
  return {false, text.str()};
}

}  // namespace lockstep
