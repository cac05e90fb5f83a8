// SPDX-License-Identifier: MIT
// What the build for AVX2 needs of a processor. Asked when the build is
// configured, and again by the program.
#pragma once

namespace simt::ops {

#if defined(__x86_64__)
inline bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");  // f16c came before avx2
}
#endif

}  // namespace simt::ops
