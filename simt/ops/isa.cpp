// SPDX-License-Identifier: MIT
// Picks the build of the handlers that this processor can run. The one file
// that asks which processor it is.
#include "simt/ops/table.h"

namespace simt::ops {

namespace baseline {
Table all_rows();
}
namespace avx2 {
Table all_rows();
}

Table table() {
#ifdef SIMT_HAVE_AVX2
  static const bool fast =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("popcnt");  // f16c came before avx2
  if (fast) return avx2::all_rows();
#endif
  return baseline::all_rows();
}

}  // namespace simt::ops
