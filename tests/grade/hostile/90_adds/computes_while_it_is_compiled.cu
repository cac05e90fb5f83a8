// SPDX-License-Identifier: MIT
// clang-format off
// A constant that takes for ever.
// expected: does not compile
  // task-begin
  struct Long {
    static constexpr long spin(long steps) {
      long value = 0;
      for (long j = 0; j < steps; ++j) value += j;
      return value;
    }
  };
  constexpr long value = Long::spin(1L << 60);
  sum[i] = value;
  // task-end
