// SPDX-License-Identifier: MIT
// Hands out the handlers that were built, where the processor can run them.
#include <cstdio>
#include <cstdlib>

#include "simt/ops/processor.h"
#include "simt/ops/table.h"

namespace simt::ops {
namespace {

/// A build for AVX2 would only crash without it.
void require_processor() {
#ifdef SIMT_NEEDS_AVX2
  static const bool able = has_avx2();
  if (able) return;
  std::fputs(
      "error[emulator]: it was built on another machine, for a processor with "
      "AVX2, which this one lacks.\n"
      "Type: rm -rf build && ./learn\n",
      stderr);
  std::_Exit(2);
#endif
}

}  // namespace

namespace SIMT_ISA {
Table all_rows();
}

Table table() {
  require_processor();
  return SIMT_ISA::all_rows();
}

}  // namespace simt::ops
