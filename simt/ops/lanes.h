// SPDX-License-Identifier: MIT
// The bytes of a warp's request on their way between registers and memory of
// the emulator, which is known to be there.
#pragma once

#include <bit>
#include <cstring>

#include "simt/ops/address.h"
#include "simt/ops/element.h"

namespace simt::ops::SIMT_ISA {

/// One value into `count` lanes.
template <class T>
inline void load_same(T* d, int count, const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  for (int i = 0; i < count; ++i) d[i] = value;
}

// All lanes, each run of eight at once where their addresses allow it.
template <class T>
inline void load_runs(T* d, const uint64_t* lanes, const Run* runs,
                      const std::byte* from) {
  for (int r = 0; r < kRuns; ++r) {
    T* const to = d + r * kRunLanes;
    const uint64_t* const lane = lanes + r * kRunLanes;
    const Run run = runs != nullptr ? runs[r] : Run::kScattered;
    if (run == Run::kInLine) {
      copy_lanes<T, kRunLanes>(to, from + lane[0]);
    } else if (run == Run::kSame) {
      load_same(to, kRunLanes, from + lane[0]);
    } else {
      for (int i = 0; i < kRunLanes; ++i)
        std::memcpy(&to[i], from + lane[i], sizeof(T));
    }
  }
}

/// All lanes, a vector each.
template <class T>
[[gnu::noinline]] void load_vectors(Context& c, const Inst& in,
                                    const Addresses& a, const std::byte* from) {
  const size_t step = sizeof(T) * in.count;
  for (int e = 0; e < in.count; ++e, from += sizeof(T)) {
    T* const d = row<T>(c, element(c, in, in.d, e));
    if (a.shape == Shape::kUniform) {
      load_same(d, kWarpSize, from);
    } else if (a.shape == Shape::kGeneral) {
      for (int i = 0; i < kWarpSize; ++i)
        std::memcpy(&d[i], from + a.lane[i], sizeof(T));
    } else {
      for (int i = 0; i < kWarpSize; ++i)
        std::memcpy(&d[i], from + step * i, sizeof(T));
    }
  }
}

// What has no short way.
template <class T>
[[gnu::noinline]] void load_each(Context& c, const Inst& in, const Addresses& a,
                                 LaneMask mask, const std::byte* host,
                                 uint64_t stride) {
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  for (int e = 0; e < in.count; ++e) {
    const Ref ref = element(c, in, in.d, e);
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      T value;
      std::memcpy(&value, host + at(a, i, width) + stride * i + sizeof(T) * e,
                  sizeof(T));
      put(c, in, ref, i, value);
    }
  }
}
template <class T>
[[gnu::noinline]] void store_each(Context& c, const Inst& in,
                                  const Addresses& a, LaneMask mask,
                                  std::byte* host, uint64_t stride) {
  const uint32_t width = static_cast<uint32_t>(sizeof(T)) * in.count;
  for (int e = 0; e < in.count; ++e) {
    const Ref ref = element(c, in, in.b, e);
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      const T value = take<T>(c, in, ref, i);
      std::memcpy(host + at(a, i, width) + stride * i + sizeof(T) * e, &value,
                  sizeof(T));
    }
  }
}

template <class T>
void load_lanes(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
                std::byte* host, uint64_t stride) {
  if (in.d_bytes == sizeof(T) && mask == kAllLanes && stride == 0) {
    std::byte* const from = host + a.base;
    if (in.count > 1) {
      return load_vectors<T>(c, in, a, from);
    } else if (a.shape == Shape::kConsecutive) {
      return copy_lanes<T, kWarpSize>(row<T>(c, in.d), from);
    } else if (a.shape == Shape::kUniform) {
      return load_same(row<T>(c, in.d), kWarpSize, from);
    } else {
      return load_runs(row<T>(c, in.d), a.lane, a.runs, from);
    }
  }
  load_each<T>(c, in, a, mask, host, stride);
}

template <class T>
void store_lanes(Context& c, const Inst& in, const Addresses& a, LaneMask mask,
                 std::byte* host, uint64_t stride) {
  if (in.d_bytes <= sizeof(T) && in.count == 1 && mask == kAllLanes &&
      a.shape == Shape::kConsecutive && stride == 0) {
    copy_lanes<T, kWarpSize>(host + a.base, row<T>(c, in.b));
    return;
  }
  store_each<T>(c, in, a, mask, host, stride);
}

}  // namespace simt::ops::SIMT_ISA
