// SPDX-License-Identifier: MIT
// Sums of products as the tensor cores of a 9.0 device make them.
#include "simt/ops/products.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "simt/ops/encode.h"
#include "simt/ops/numbers.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

using Row = std::array<uint8_t, kRowBytes>;

/// The rows of an operand out of its pieces.
void gather(const std::byte* shared, const std::vector<uint32_t>& pieces,
            bool k_major, Row* rows) {
  if (k_major) {
    for (size_t i = 0; i < pieces.size(); ++i)
      std::memcpy(&rows[i / 2][i % 2 * kPieceBytes], shared + pieces[i],
                  kPieceBytes);
    return;
  }
  for (size_t i = 0; i < pieces.size(); ++i) {
    uint16_t eight[8];
    std::memcpy(eight, shared + pieces[i], kPieceBytes);
    for (size_t r = 0; r < 8; ++r)
      std::memcpy(&rows[i / 16 * 8 + r][i % 16 * 2], &eight[r], 2);
  }
}

/// The rows of A and B (its columns) of one product.
struct Rows {
  std::array<Row, kPartRows> a;
  std::array<Row, kMostColumns> b;

  Rows(const WarpProduct& p, const std::byte* shared) : a(p.a) {
    if (p.what.a_in_shared) gather(shared, p.what.pieces_a, p.k_major_a, &a[0]);
    gather(shared, p.what.pieces_b, p.k_major_b, &b[0]);
  }
};

// Where the sum (m, n) of the part is (9.7.15.5.1.1).
struct Cell {
  int reg = 0, lane = 0;
};
Cell cell_of(int m, int n) {
  return {n / 8 * 2 + m / 8, m % 8 * 4 + n % 8 / 2};
}

// 8-bit numbers as f32.
float to_float(Type type, uint8_t bits) {
  if (type == Type::kE5m2)
    return to_float(Half{static_cast<uint16_t>(bits << 8)});
  if ((bits & 0x7f) == 0x7f) return std::numeric_limits<float>::quiet_NaN();
  const int exponent = bits >> 3 & 15;
  const auto fraction = static_cast<float>(bits & 7);
  const float x = exponent == 0 ? std::ldexp(fraction, -9)
                                : std::ldexp(fraction + 8, exponent - 10);
  return bits & 0x80 ? -x : x;
}

std::array<float, 256> all_of(Type type) {
  std::array<float, 256> all{};
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = to_float(type, static_cast<uint8_t>(i));
  return all;
}

/// Elements of a row as f32; returns how many there are.
int numbers(Type type, const Row& row, float* out) {
  static const std::array<float, 256> kE4m3 = all_of(Type::kE4m3);
  static const std::array<float, 256> kE5m2 = all_of(Type::kE5m2);
  if (type == Type::kE4m3 || type == Type::kE5m2) {
    const auto& all = type == Type::kE4m3 ? kE4m3 : kE5m2;
    for (int i = 0; i < kRowBytes; ++i) out[i] = all[row[i]];
    return kRowBytes;
  }
  if (type == Type::kTf32) {
    uint32_t words[8];
    std::memcpy(words, &row, sizeof(words));
    for (int i = 0; i < 8; ++i)
      out[i] = std::bit_cast<float>(words[i] & ~0x1fffu);
    return 8;
  }
  uint16_t halves[16];
  std::memcpy(halves, &row, sizeof(halves));
  for (int i = 0; i < 16; ++i)
    out[i] = type == Type::kF16 ? to_float(Half{halves[i]})
                                : to_float(Bfloat{halves[i]});
  return 16;
}

// --- integers ---------------------------------------------------------------

int32_t wrap(int64_t sum, bool clamp) {
  using Limits = std::numeric_limits<int32_t>;
  if (clamp && sum > Limits::max()) return Limits::max();
  if (clamp && sum < Limits::min()) return Limits::min();
  return static_cast<int32_t>(sum);
}

template <class Dot>
void whole_sums(const WarpProduct& p, const Rows& rows, const Dot& dot) {
  for (int m = 0; m < kPartRows; ++m) {
    for (int n = 0; n < p.form->extent.n; ++n) {
      const Cell cell = cell_of(m, n);
      if ((p.lanes >> cell.lane & 1) == 0) continue;
      auto* d = reinterpret_cast<int32_t*>(p.d[cell.reg * 2 + n % 2]);
      const int64_t start = p.adds ? d[cell.lane] : 0;
      d[cell.lane] = wrap(start + dot(rows.a[m], rows.b[n]), p.form->satfinite);
    }
  }
}

template <class A, class B>
void bytes(const WarpProduct& p, const std::byte* shared) {
  whole_sums(p, Rows(p, shared), [](const Row& a, const Row& b) {
    int32_t sum = 0;
    for (int k = 0; k < kRowBytes; ++k)
      sum += static_cast<A>(a[k]) * static_cast<B>(b[k]);
    return sum;
  });
}

void bit_counts(const WarpProduct& p, const std::byte* shared) {
  whole_sums(p, Rows(p, shared), [](const Row& a, const Row& b) {
    int32_t sum = 0;
    for (int k = 0; k < kRowBytes; ++k)
      sum += std::popcount(static_cast<uint8_t>(a[k] & b[k]));
    return sum;
  });
}

// --- floating point ---------------------------------------------------------

// The rule, which gives every bit that an H100 gave (tests/recorded/
// warpgroup.txt, docs/hardware.md). The products of all k and C are one sum of
// numbers in fixed point: its last place lies `fraction` bits below the largest
// exponent, and each term loses what lies below it. The exponent of a product
// is the sum of those of its factors, and the largest no less than -133. An f32
// loses what it cannot hold, and of 8-bit numbers what lies below `fraction`
// bits; f16 is rounded to nearest even.
struct Rule {
  int fraction = 25;  // 13 of 8-bit numbers
  int lowest = -126;  // exponent of the smallest normal factor
};
Rule rule_of(Type factor) {
  if (factor == Type::kF16) return {25, -14};
  if (factor == Type::kE4m3) return {13, -6};
  if (factor == Type::kE5m2) return {13, -14};
  return {};
}

constexpr int kNoExponent = -4096;  // of zero
constexpr int kLowestTop = -133;    // of the largest exponent

int exponent_of(float x, int lowest) {
  const auto bits = std::bit_cast<uint32_t>(x) & 0x7fffffffu;
  if (bits == 0) return kNoExponent;
  if (bits < 0x800000u) return std::max(lowest, std::ilogb(x));
  return std::max(lowest, static_cast<int>(bits >> 23) - 127);
}

double power(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(1023 + exponent) << 52);
}

// Toward zero.
float cut(double x) {
  const auto f = static_cast<float>(x);
  const bool grew = std::fabs(double{f}) > std::fabs(x) && std::isfinite(f);
  return std::bit_cast<float>(std::bit_cast<uint32_t>(f) - (grew ? 1u : 0u));
}
double cut_to(double x, int fraction) {
  const uint64_t below = (uint64_t{1} << (52 - fraction)) - 1;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(x) & ~below);
}

uint16_t to_half(float x) {
  if (std::isnan(x)) return kNan16;
  if (std::isinf(x)) return x < 0 ? 0xfc00 : 0x7c00;
  const uint16_t bits = encode<Half>(exact_of(double{x}), Round::kRn);
  return bits == 0x8000 ? 0 : bits;
}

/// All of a product's factors, those of B side by side.
struct Factors {
  Rule a_rule, b_rule;
  int depth = 0, columns = 0;
  bool short_sums = false;  // have no more bits than the terms
  bool finite = true;
  float a[kPartRows][kRowBytes];
  int a_exponent[kPartRows][kRowBytes];
  alignas(32) float b[kRowBytes][kMostColumns];
  alignas(32) int b_exponent[kRowBytes][kMostColumns];

  Factors(const WarpProduct& p, const Rows& rows)
      : a_rule(rule_of(p.form->type2)),
        b_rule(rule_of(p.form->type3)),
        columns(p.form->extent.n),
        short_sums(a_rule.fraction < 23 && p.form->type == Type::kF32) {
    for (int m = 0; m < kPartRows; ++m) {
      depth = numbers(p.form->type2, rows.a[m], a[m]);
      for (int k = 0; k < depth; ++k) {
        a[m][k] *= p.sign;
        finite = finite && std::isfinite(a[m][k]);
        a_exponent[m][k] = exponent_of(a[m][k], a_rule.lowest);
      }
    }
    for (int n = 0; n < columns; ++n) {
      float one[kRowBytes];
      numbers(p.form->type3, rows.b[n], one);
      for (int k = 0; k < depth; ++k) {
        finite = finite && std::isfinite(one[k]);
        b[k][n] = one[k];
        b_exponent[k][n] = exponent_of(one[k], b_rule.lowest);
      }
    }
  }
};

/// The sums of row m: of C, which is replaced.
void sum_row(const Factors& f, int m, float* c) {
  const Rule& rule = f.a_rule;
  const int columns = f.columns;
  alignas(32) int top[kMostColumns];
  alignas(32) double scale[kMostColumns], sum[kMostColumns];
  for (int n = 0; n < columns; ++n) top[n] = exponent_of(c[n], -126);
  for (int k = 0; k < f.depth; ++k) {
    const int own = f.a_exponent[m][k];
    for (int n = 0; n < columns; ++n)
      top[n] = std::max(top[n], own + f.b_exponent[k][n]);
  }
  for (int n = 0; n < columns; ++n) {
    top[n] = std::max(top[n], kLowestTop);
    scale[n] = power(rule.fraction - top[n]);
    sum[n] = 0 + std::trunc(double{c[n]} * scale[n]);
  }
  for (int k = 0; k < f.depth; ++k) {
    const double own = f.a[m][k];
    for (int n = 0; n < columns; ++n)
      sum[n] += std::trunc(own * double{f.b[k][n]} * scale[n]);
  }
  for (int n = 0; n < columns; ++n) {
    double all = sum[n] * power(top[n] - rule.fraction);
    if (f.short_sums) all = cut_to(all, rule.fraction);
    c[n] = 0 + cut(all);  // no zero has a sign
  }
}

/// The sums that are infinite or NaN, since something in them is.
void special_row(const Factors& f, int m, const float* c, float* sums) {
  for (int n = 0; n < f.columns; ++n) {
    double sum = c[n];
    for (int k = 0; k < f.depth; ++k)
      sum += double{f.a[m][k]} * double{f.b[k][n]};
    if (!std::isfinite(sum)) sums[n] = static_cast<float>(sum);
  }
}

void floats(const WarpProduct& p, const std::byte* shared) {
  const Factors factors(p, Rows(p, shared));
  const bool half = p.form->type == Type::kF16;
  for (int m = 0; m < kPartRows; ++m) {
    const auto place = [&](int n) {
      const Cell cell = cell_of(m, n);
      return half ? p.d[cell.reg] + cell.lane * 4 + n % 2 * 2
                  : p.d[cell.reg * 2 + n % 2] + cell.lane * 4;
    };
    alignas(32) float c[kMostColumns] = {};
    bool finite = factors.finite;
    for (int n = 0; n < factors.columns && p.adds; ++n) {
      Half h;
      std::memcpy(half ? static_cast<void*>(&h) : &c[n], place(n),
                  half ? sizeof(h) : sizeof(float));
      if (half) c[n] = to_float(h);
      finite = finite && std::isfinite(c[n]);
    }
    alignas(32) float sums[kMostColumns];
    std::copy(std::begin(c), std::end(c), sums);
    sum_row(factors, m, sums);
    if (!finite) special_row(factors, m, c, sums);
    for (int n = 0; n < factors.columns; ++n) {
      if ((p.lanes >> cell_of(m, n).lane & 1) == 0) continue;
      const float x = canonical(sums[n]);
      const uint16_t bits = half ? to_half(x) : 0;
      std::memcpy(place(n), half ? static_cast<const void*>(&bits) : &x,
                  half ? sizeof(bits) : sizeof(x));
    }
  }
}

}  // namespace

MakeProduct product_of(Type d, Type a, Type b, bool bits) {
  if (bits) return bit_counts;
  if (d != Type::kS32) return floats;
  if (a == Type::kS8)
    return b == Type::kS8 ? bytes<int8_t, int8_t> : bytes<int8_t, uint8_t>;
  return b == Type::kS8 ? bytes<uint8_t, int8_t> : bytes<uint8_t, uint8_t>;
}

}  // namespace simt::ops::SIMT_ISA
