// SPDX-License-Identifier: MIT
// The sources are copied before an instruction runs, for its result may be the
// same register. Only instructions that do nothing but compute are watched;
// atomics and matrix products tell by themselves (Context::numbers).
#include "simt/machine/number_watch.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "simt/ops/match.h"

namespace simt {
namespace {

using ptx::Type;

/// A number of 16 bits whose exponent has `kExponent` of them.
template <int kExponent>
double small_number(uint16_t bits) {
  constexpr int kFraction = 15 - kExponent;
  constexpr int kAll = (1 << kExponent) - 1, kBias = kAll / 2;
  const int exponent = bits >> kFraction & kAll;
  const int fraction = bits & ((1 << kFraction) - 1);
  double value = 0;
  if (exponent == kAll) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, 1 - kBias - kFraction);
  } else {
    value =
        std::ldexp(fraction + (1 << kFraction), exponent - kBias - kFraction);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

/// How many numbers of the type a lane holds; 0: it is no type of numbers.
int per_lane(Type type) {
  switch (type) {
    case Type::kF32:
    case Type::kF64:
    case Type::kF16:
    case Type::kBf16:
      return 1;
    case Type::kF16x2:
    case Type::kBf16x2:
      return 2;
    default:
      return 0;
  }
}

template <class T>
T at(const std::byte* row, size_t index) {
  T value;
  std::memcpy(&value, row + index * sizeof(T), sizeof(T));
  return value;
}

/// Number `index` of a row: those of lane 0 come first.
double number(const std::byte* row, Type type, size_t index) {
  switch (type) {
    case Type::kF64:
      return at<double>(row, index);
    case Type::kF32:
      return static_cast<double>(at<float>(row, index));
    case Type::kF16:
    case Type::kF16x2:
      return small_number<5>(at<uint16_t>(row, index));
    default:
      return small_number<8>(at<uint16_t>(row, index));
  }
}

ops::Step run_watched(ops::Context& c, const ops::Inst& in, LaneMask mask) {
  return c.machine->run_watched(in, mask);
}

}  // namespace

NumberWatch::NumberWatch(const program::Kernel& kernel, Observer& observer)
    : observer_(observer), code_(kernel.code), watched_(kernel.code.size()) {
  for (size_t pc = 0; pc < code_.size(); ++pc) {
    watched_[pc] = watched(kernel.info[pc], code_[pc]);
    if (watched_[pc].run != nullptr) code_[pc].run = run_watched;
  }
}

NumberWatch::Watched NumberWatch::watched(const program::InstInfo& info,
                                          const ops::Inst& in) {
  const bool computes = info.op != nullptr && info.source != nullptr &&
                        (info.op->does == ops::Does::kNoMore ||
                         info.op->does == ops::Does::kRenames);
  const ops::Row* row =
      computes ? ops::find_row(*info.source, *in.form) : nullptr;
  if (row == nullptr || row->op != info.op) return {};
  Watched w;
  for (const ops::SyntaxOperand& operand : row->syntax.operands) {
    if (operand.kind != ops::SyntaxOperand::Kind::kPlain) return {};
    const Type type = operand.type_in(*in.form);
    const ops::Ref rows[] = {in.a, in.b, in.c, in.e};
    const size_t source = std::string_view("abce").find(operand.letter());
    if (operand.letter() == 'd') {
      if (per_lane(type) != 0) w.result = {in.d, type};
    } else if (source < kMost && per_lane(type) != 0 &&
               rows[source] != ops::kNoRef) {
      w.sources[w.count++] = {rows[source], type};
    }
  }
  if (w.result.row == ops::kNoRef) return {};
  w.run = in.run;
  return w;
}

ops::Step NumberWatch::run(ops::Context& c, const ops::Inst& in,
                           LaneMask mask) {
  const auto pc = static_cast<uint32_t>(&in - c.code);
  const Watched& w = watched_[pc];
  Rows rows;
  for (size_t i = 0; i < w.count; ++i) {
    const auto [row, type] = w.sources[i];
    std::memcpy(rows[i].data(), ops::row<std::byte>(c, row),
                kWarpSize * static_cast<size_t>(ptx::size_of(type)));
  }
  const ops::Step step = w.run(c, in, mask);
  look(c, w, rows, pc, mask);
  return step;
}

void NumberWatch::look(ops::Context& c, const Watched& w, const Rows& rows,
                       uint32_t pc, LaneMask mask) {
  const std::byte* result = ops::row<std::byte>(c, w.result.row);
  const auto packed = static_cast<size_t>(per_lane(w.result.type));
  std::array<Born, 3> born;  // a NaN; one of infinities; an infinity
  for (size_t i = 0; i < kWarpSize * packed; ++i) {
    const size_t lane = i / packed;
    if ((mask >> lane & 1) == 0) continue;
    const double made = number(result, w.result.type, i);
    if (std::isfinite(made)) continue;
    std::array<double, kMost> from{};
    bool finite = true, number_each = true;
    for (size_t k = 0; k < w.count; ++k) {
      const Type type = w.sources[k].type;
      // A packed result may come from plain sources, and the other way.
      const bool alike = static_cast<size_t>(per_lane(type)) == packed;
      from[k] = number(rows[k].data(), type, alike ? i : lane);
      finite &= std::isfinite(from[k]);
      number_each &= !std::isnan(from[k]);
    }
    if (std::isnan(made) ? !number_each : !finite) continue;
    Born& one = born[std::isinf(made) ? 2 : finite ? 0 : 1];
    one.add(static_cast<int>(lane), made, from);
    one.of_infinities = !finite;
  }
  for (Born& one : born) {
    if (one.lanes == 0) continue;
    one.count = w.count;
    one.pc = pc;
    one.at = c.at;
    observer_.on_born(one);
  }
}

}  // namespace simt
