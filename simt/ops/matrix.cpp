// SPDX-License-Identifier: MIT
// Matrix products of a warp: mma.sync and wmma.mma.
// Operands are verified (docs/verifier.md), what registers hold is not.
#include <bit>
#include <cmath>
#include <optional>

#include "simt/ops/encode.h"
#include "simt/ops/families.h"
#include "simt/ops/fragment.h"
#include "simt/ops/observer.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {
namespace {

using ptx::Type;

// Products and their sum are taken in f64, by rising k and C first, and rounded
// once, to nearest even; a GPU keeps fewer bits, in an order of its own
// (docs/hardware.md). Integers are exact, f64 goes by fma.

// A matrix taken out of the registers, row by row.
template <class T>
struct Matrix {
  T at[kMaxSide][kMaxSide];
};

/// tf32 is the upper 19 bits of an f32; the others are not looked at.
struct Tf32 {
  uint32_t bits;
};
float number(Tf32 x) { return std::bit_cast<float>(x.bits & ~0x1fffu); }
float number(Half x) { return to_float(x); }
float number(Bfloat x) { return to_float(x); }
template <class T>
T number(T x) {
  return x;
}

// The number of a register's part as E: the type of the registers' elements.
template <class E, class T>
void read(Context& c, const Layout& l, const Fragment& f, Matrix<T>& out) {
  for (int reg = 0; reg < l.kept; ++reg) {
    const E* elements = row<E>(c, f.refs[reg]);
    for (int lane = 0; lane < kWarpSize; ++lane) {
      for (int part = 0; part < l.packed; ++part) {
        const Cell cell = l.at(lane, reg, part);
        out.at[cell.row][cell.col] =
            static_cast<T>(number(elements[lane * l.packed + part]));
      }
    }
  }
}

template <class T>
bool read(Context& c, const Layout& l, const Fragment& f, Type type,
          Matrix<T>& out) {
  if (f.count != l.registers) return false;
  switch (type) {
    case Type::kF16:
      return read<Half>(c, l, f, out), true;
    case Type::kBf16:
      return read<Bfloat>(c, l, f, out), true;
    case Type::kTf32:
      return read<Tf32>(c, l, f, out), true;
    case Type::kF32:
      return read<float>(c, l, f, out), true;
    case Type::kF64:
      return read<double>(c, l, f, out), true;
    case Type::kS8:
      return read<int8_t>(c, l, f, out), true;
    case Type::kU8:
      return read<uint8_t>(c, l, f, out), true;
    case Type::kS32:
      return read<int32_t>(c, l, f, out), true;
    default:
      return false;
  }
}

template <class E, class T, class Make>
void write(Context& c, const Layout& l, const Fragment& f, LaneMask mask,
           const Matrix<T>& from, const Make& make) {
  for (int reg = 0; reg < l.kept; ++reg) {
    E* elements = row<E>(c, f.refs[reg]);
    for (int lane = 0; lane < kWarpSize; ++lane) {
      if (!(mask >> lane & 1)) continue;
      for (int part = 0; part < l.packed; ++part) {
        const Cell cell = l.at(lane, reg, part);
        elements[lane * l.packed + part] = make(from.at[cell.row][cell.col]);
      }
    }
  }
}

// d += a * b, by rising k.
template <class F, class D, class Add>
void multiply(const Extent& e, const Matrix<F>& a, const Matrix<F>& b,
              Matrix<D>& d, const Add& add) {
  for (int m = 0; m < e.m; ++m) {
    for (int k = 0; k < e.k; ++k) {
      const F factor = a.at[m][k];
      for (int n = 0; n < e.n; ++n)
        d.at[m][n] = add(factor, b.at[k][n], d.at[m][n]);
    }
  }
}

uint16_t to_half(double x) {
  if (std::isnan(x)) return kNan16;
  if (std::isinf(x)) return x < 0 ? 0xfc00 : 0x7c00;
  return encode<Half>(exact_of(x), Round::kRn);
}

// The four operands of an instruction and the types of their elements.
struct Product {
  Type d, a, b, c;
};
Product product_of(const Form& form) {
  if (form.types == 2) return {form.type, Type::kF16, Type::kF16, form.type2};
  return {form.type, form.type2, form.type3, form.type4};
}

// F: what the factors are held as, S: the sum.
template <class F, class S>
struct Operands {
  Matrix<F> a, b;
  Matrix<S> sum;
  Layout to;
  Fragment d;

  bool take(Context& c, const Inst& in, bool wmma) {
    const Form& form = *in.form;
    const Product p = product_of(form);
    const Ref* list = c.lists + in.list;
    d = take_fragment(list);
    to = layout_of(form, 'd', p.d, wmma);
    const Fragment fa = take_fragment(list), fb = take_fragment(list),
                   fc = take_fragment(list);
    return d.count == to.registers &&
           read(c, layout_of(form, 'a', p.a, wmma), fa, p.a, a) &&
           read(c, layout_of(form, 'b', p.b, wmma), fb, p.b, b) &&
           read(c, layout_of(form, 'c', p.c, wmma), fc, p.c, sum);
  }
};

// What an element of the sum is once it is of this type.
double rounded(double x, Type type) {
  if (type == Type::kF32) return static_cast<double>(static_cast<float>(x));
  if (type == Type::kF64) return x;
  return static_cast<double>(to_float(Half{to_half(x)}));
}

// Tells of elements that are no numbers though all that they are made of is
// finite.
template <class F>
class BirthWatch {
 public:
  BirthWatch(Context& c, const Inst& in, const Operands<F, double>& o)
      : c_(c), in_(in), o_(o) {
    if (c.numbers != nullptr) before_ = o.sum;
  }

  void look(LaneMask mask) {
    if (!before_) return;
    Born born;
    for (; mask != 0; mask &= mask - 1) {
      const int lane = std::countr_zero(mask);
      for (int reg = 0; reg < o_.to.kept; ++reg) {
        for (int part = 0; part < o_.to.packed; ++part)
          look_at(lane, o_.to.at(lane, reg, part), born);
      }
    }
    if (born.lanes == 0) return;
    born.at = c_.at;
    born.pc = static_cast<uint32_t>(&in_ - c_.code);
    born.count = 3;
    born.products = true;
    c_.numbers->on_born(born);
  }

 private:
  void look_at(int lane, Cell cell, Born& born) const {
    const double made = rounded(o_.sum.at[cell.row][cell.col], in_.form->type);
    const double start = before_->at[cell.row][cell.col];
    if (std::isfinite(made) || !std::isfinite(start)) return;
    double a = 0, b = 0;  // of the largest product
    for (int k = 0; k < in_.form->extent.k; ++k) {
      const double x{o_.a.at[cell.row][k]}, y{o_.b.at[k][cell.col]};
      if (!std::isfinite(x) || !std::isfinite(y)) return;
      if (std::abs(x * y) > std::abs(a * b)) {
        a = x;
        b = y;
      }
    }
    born.add(lane, made, {a, b, start});
  }

  Context& c_;
  const Inst& in_;
  const Operands<F, double>& o_;
  std::optional<Matrix<double>> before_;  // what products were added to
};

template <bool kWmma>
Step float_product(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  Operands<float, double> o;
  if (!o.take(c, in, kWmma)) return wrong_fragment(c, mask);
  BirthWatch<float> births(c, in, o);
  multiply(in.form->extent, o.a, o.b, o.sum, [](float x, float y, double sum) {
    return double{x} * double{y} + sum;
  });
  if (in.form->type == Type::kF16) {
    write<uint16_t>(c, o.to, o.d, mask, o.sum, to_half);
  } else {
    write<float>(c, o.to, o.d, mask, o.sum,
                 [](double x) { return canonical(static_cast<float>(x)); });
  }
  births.look(mask);
  return Step::kNext;
}

template <bool kWmma>
Step integer_product(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  Operands<int32_t, int64_t> o;
  if (!o.take(c, in, kWmma)) return wrong_fragment(c, mask);
  multiply(
      in.form->extent, o.a, o.b, o.sum,
      [](int32_t x, int32_t y, int64_t sum) { return int64_t{x} * y + sum; });
  const bool clamp = in.form->satfinite;
  write<int32_t>(c, o.to, o.d, mask, o.sum, [clamp](int64_t x) {
    using Limits = std::numeric_limits<int32_t>;
    if (clamp && x < Limits::min()) return Limits::min();
    if (clamp && x > Limits::max()) return Limits::max();
    return static_cast<int32_t>(x);
  });
  return Step::kNext;
}

template <bool kWmma>
Step double_product(Context& c, const Inst& in, LaneMask mask) {
  check_whole_warp(c, in, mask);
  Operands<double, double> o;
  if (!o.take(c, in, kWmma)) return wrong_fragment(c, mask);
  BirthWatch<double> births(c, in, o);
  multiply(in.form->extent, o.a, o.b, o.sum,
           [](double x, double y, double sum) { return std::fma(x, y, sum); });
  write<double>(c, o.to, o.d, mask, o.sum, [](double x) { return x; });
  births.look(mask);
  return Step::kNext;
}

bool one_of(const Extent& e, std::initializer_list<Extent> all) {
  for (const Extent& x : all)
    if (x == e) return true;
  return false;
}
bool is_byte(Type t) { return t == Type::kS8 || t == Type::kU8; }
bool is_sum(Type t) { return t == Type::kF16 || t == Type::kF32; }

// The combinations of PTX ISA 9.7.14.4 and 9.7.14.5, without sub-byte types.
constexpr Extent kSquare = {16, 16, 16}, kTall = {32, 8, 16},
                 kFlat = {8, 32, 16};

Handler select_wmma(const Form& f) {
  const Product p = product_of(f);
  const bool three = one_of(f.extent, {kSquare, kTall, kFlat});
  if (f.layouts != 2) return nullptr;
  if (p.a == Type::kF16 && p.b == p.a && f.types == 2)
    return three && is_sum(p.d) && is_sum(p.c) && !f.satfinite
               ? float_product<true>
               : nullptr;
  if (p.a == Type::kBf16 && p.b == p.a)
    return three && p.d == Type::kF32 && p.c == p.d ? float_product<true>
                                                    : nullptr;
  if (p.a == Type::kTf32 && p.b == p.a)
    return f.extent == Extent{16, 16, 8} && p.d == Type::kF32 && p.c == p.d
               ? float_product<true>
               : nullptr;
  if (is_byte(p.a) && p.b == p.a)
    return three && p.d == Type::kS32 && p.c == p.d ? integer_product<true>
                                                    : nullptr;
  return nullptr;
}

bool row_by_column(const Form& f) {
  return f.layouts == 2 && !f.column[0] && f.column[1];
}

Handler select_mma(const Form& f) {
  const Product p = product_of(f);
  const Extent& e = f.extent;
  if (!row_by_column(f) || f.types != 4) return nullptr;
  if (p.a == Type::kF16 && p.b == p.a && is_sum(p.d) && p.c == p.d)
    return one_of(e, {{16, 8, 8}, {16, 8, 16}}) ? float_product<false>
                                                : nullptr;
  const bool single = p.d == Type::kF32 && p.c == p.d && p.a == p.b;
  if (p.a == Type::kBf16 && single)
    return one_of(e, {{16, 8, 8}, {16, 8, 16}}) ? float_product<false>
                                                : nullptr;
  if (p.a == Type::kTf32 && single)
    return one_of(e, {{16, 8, 4}, {16, 8, 8}}) ? float_product<false> : nullptr;
  if (is_byte(p.a) && is_byte(p.b) && p.d == Type::kS32 && p.c == p.d)
    return one_of(e, {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}})
               ? integer_product<false>
               : nullptr;
  return nullptr;
}

bool all_double(const Form& f) {
  return f.types == 4 && f.type == Type::kF64 && f.type2 == f.type &&
         f.type3 == f.type && f.type4 == f.type &&
         (f.round == Round::kNone || f.round == Round::kRn);
}
Handler select_wmma_double(const Form& f) {
  return all_double(f) && f.layouts == 2 && f.extent == Extent{8, 8, 4}
             ? double_product<true>
             : nullptr;
}
Handler select_mma_double(const Form& f) {
  return all_double(f) && row_by_column(f) &&
                 one_of(f.extent,
                        {{8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}})
             ? double_product<false>
             : nullptr;
}

constexpr TypeSet kSums = types(Type::kF16, Type::kF32, Type::kS32);
constexpr TypeSet kDouble = types(Type::kF64);

// clang-format off
constexpr Op kRows[] = {
    // syntax (PTX ISA 9.7.14.4, 9.7.14.5), types, execute, counts as, does
    {"mma.sync.aligned.extent.layout{.satfinite}.type.type2.type3.type4 <d:b32>, <a:b32>, <b:b32>, <c:b32>", kSums, select_mma, Event::kNothing, Does::kFrame},
    {"mma.sync.aligned.extent.layout{.rnd}.type.type2.type3.type4 <d>, <a>, <b>, <c>", kDouble, select_mma_double, Event::kNothing, Does::kFrame},
    {"wmma.mma.sync.aligned.layout.extent{.satfinite}.type.type2{.type3}{.type4} <d:b32>, <a:b32>, <b:b32>, <c:b32>", kSums, select_wmma, Event::kNothing, Does::kFrame},
    {"wmma.mma.sync.aligned.layout.extent{.rnd}.type.type2.type3.type4 <d>, <a>, <b>, <c>", kDouble, select_wmma_double, Event::kNothing, Does::kFrame},
};
// clang-format on
static_assert(table_is_sound(kRows));

}  // namespace

std::span<const Op> matrix_rows() { return kRows; }

}  // namespace simt::ops::SIMT_ISA
