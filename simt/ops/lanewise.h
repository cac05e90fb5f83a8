// SPDX-License-Identifier: MIT
// The only loop over lanes and the only switch over types. A handler is made
// from a function of one lane; what the function computes is not known here.
#pragma once

#include <array>
#include <tuple>

#include "simt/ops/numbers.h"
#include "simt/ops/table.h"

namespace simt::ops::SIMT_ISA {

/// Bit of each lane in a mask; a table, because a variable shift does not
/// vectorise on every host.
inline constexpr auto kLaneBit = [] {
  std::array<LaneMask, kWarpSize> bits{};
  for (int i = 0; i < kWarpSize; ++i) bits[i] = LaneMask{1} << i;
  return bits;
}();

/// A source operand by lane. A predicate (bool) is one mask.
template <class T>
struct Source {
  const T* lanes;
  Source(Context& c, Ref ref, bool /*negated*/) : lanes(row<T>(c, ref)) {}
  T operator[](int i) const { return lanes[i]; }
};
/// A struct around 16 bits is read as its bits: the copy of a struct keeps a
/// loop from being vectorised.
template <class T>
requires kIsSmall<T>
struct Source<T> {
  const uint16_t* lanes;
  Source(Context& c, Ref ref, bool /*negated*/)
      : lanes(row<uint16_t>(c, ref)) {}
  T operator[](int i) const { return {lanes[i]}; }
};
template <>
struct Source<bool> {
  LaneMask mask;
  Source(Context& c, Ref ref, bool negated)
      : mask(negated ? ~predicate(c, ref) : predicate(c, ref)) {}
  bool operator[](int i) const { return (mask & kLaneBit[i]) != 0; }
};

/// What a row of results holds, and one result as that.
template <class T>
using Stored = std::conditional_t<kIsSmall<T>, uint16_t, T>;
template <class T>
inline Stored<T> stored(T x) {
  if constexpr (kIsSmall<T>) return x.bits;
  if constexpr (!kIsSmall<T>) return x;
}

/// Writes the active lanes of a predicate register.
inline void set_predicate_lanes(Context& c, Ref ref, LaneMask mask,
                                LaneMask value) {
  LaneMask& d = predicate(c, ref);
  d = (d & ~mask) | (value & mask);
}

/// Runs kFn on every lane: d = kFn(a, b, c). The register d may be the same
/// row as a source. Inactive lanes are computed too (kFn never traps) and
/// keep their value. kPerLane elements of a packed type share a lane.
template <auto kFn, int kPerLane = 1>
struct Lanes;

template <class D, class... S, D (*kFn)(S...), int kPerLane>
struct Lanes<kFn, kPerLane> {
  static constexpr int kCount = kWarpSize * kPerLane;

  static Step run(Context& c, const Inst& in, LaneMask mask) {
    return go(c, in, mask, std::index_sequence_for<S...>());
  }

 private:
  template <size_t... kIndex>
  static Step go(Context& c, const Inst& in, LaneMask mask,
                 std::index_sequence<kIndex...>) {
    const Ref refs[] = {in.a, in.b, in.c, in.e};
    const bool negated = (in.flags & kNegatedC) != 0;
    const std::tuple<Source<S>...> source{
        Source<S>(c, refs[kIndex], negated && kIndex == 2)...};
    if constexpr (std::is_same_v<D, bool>) {
      LaneMask result = 0;
      for (int i = 0; i < kWarpSize; ++i) {
        result |= kFn(std::get<kIndex>(source)[i]...) ? kLaneBit[i] : 0u;
      }
      set_predicate_lanes(c, in.d, mask, result);
      return Step::kNext;
    } else {
      Stored<D>* d = row<Stored<D>>(c, in.d);
      if (mask == kAllLanes) {
#pragma GCC ivdep
        for (int i = 0; i < kCount; ++i) {
          d[i] = stored(kFn(std::get<kIndex>(source)[i]...));
        }
        return Step::kNext;
      }
      Stored<D> result[kCount];
      for (int i = 0; i < kCount; ++i) {
        result[i] = stored(kFn(std::get<kIndex>(source)[i]...));
      }
      for (int i = 0; i < kCount; ++i) {
        d[i] = (mask & kLaneBit[i / kPerLane]) ? result[i] : d[i];
      }
      return Step::kNext;
    }
  }
};

/// Wraps a handler in nothing; see Directed in floating.cpp for another.
template <Handler kHandler>
struct Plain {
  static constexpr Handler kRun = kHandler;
};

/// The handler of F::apply<T>, T being the C++ type of `type`, inside a
/// Wrap; null when kTypes does not hold the type.
template <class F, TypeSet kTypes, template <Handler> class Wrap = Plain>
Handler lanewise_type(ptx::Type type) {
  using ptx::Type;
  const auto pick = [&]<Type kType, class T, int kPerLane = 1>()->Handler {
    if constexpr ((kTypes & bit(kType)) != 0) {
      return Wrap<Lanes<&F::template apply<T>, kPerLane>::run>::kRun;
    } else {
      return nullptr;
    }
  };
  switch (type) {
    case Type::kPred:
      return pick.template operator()<Type::kPred, bool>();
    case Type::kB16:
      return pick.template operator()<Type::kB16, uint16_t>();
    case Type::kB32:
      return pick.template operator()<Type::kB32, uint32_t>();
    case Type::kB64:
      return pick.template operator()<Type::kB64, uint64_t>();
    case Type::kU16:
      return pick.template operator()<Type::kU16, uint16_t>();
    case Type::kU32:
      return pick.template operator()<Type::kU32, uint32_t>();
    case Type::kU64:
      return pick.template operator()<Type::kU64, uint64_t>();
    case Type::kS16:
      return pick.template operator()<Type::kS16, int16_t>();
    case Type::kS32:
      return pick.template operator()<Type::kS32, int32_t>();
    case Type::kS64:
      return pick.template operator()<Type::kS64, int64_t>();
    case Type::kF16:
      return pick.template operator()<Type::kF16, Half>();
    case Type::kF16x2:
      return pick.template operator()<Type::kF16x2, Half, 2>();
    case Type::kBf16:
      return pick.template operator()<Type::kBf16, Bfloat>();
    case Type::kBf16x2:
      return pick.template operator()<Type::kBf16x2, Bfloat, 2>();
    case Type::kF32:
      return pick.template operator()<Type::kF32, float>();
    case Type::kF64:
      return pick.template operator()<Type::kF64, double>();
    default:
      return nullptr;
  }
}

/// A Select for a function that only depends on the main type.
template <class F, TypeSet kTypes>
Handler lanewise(const Form& form) {
  return lanewise_type<F, kTypes>(form.type);
}

/// A Select for one handler, whatever the form.
template <auto kFn>
Handler lanes(const Form&) {
  return Lanes<kFn>::run;
}

}  // namespace simt::ops::SIMT_ISA
