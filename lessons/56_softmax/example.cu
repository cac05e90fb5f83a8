// SPDX-License-Identifier: MIT
// Three pieces of a row, each with its largest value and its sum of
// exponentials, merged in two orders; then values that exp cannot take. And
// what rung 1, which looks at a row three times, moves.
#include <cmath>
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "rungs.cuh"

struct Pair {
  float largest, sum;  // of exp(value - largest)
};

/// The pair of both.
Pair merge(Pair a, Pair b) {
  const float largest = std::fmax(a.largest, b.largest);
  return {largest, a.sum * std::exp(a.largest - largest) +
                       b.sum * std::exp(b.largest - largest)};
}

/// The pair of a few values, by the same rule.
Pair pair_of(const std::vector<float>& values) {
  Pair pair = {values[0], 1};
  for (size_t i = 1; i < values.size(); ++i) pair = merge(pair, {values[i], 1});
  return pair;
}

void print(const char* what, Pair pair) {
  std::printf("%-26s (%g, %.4f)\n", what, pair.largest, pair.sum);
}

int main() {
  std::printf("%-26s (largest, sum)\n", "");
  const Pair a = pair_of({3, 1, 4}), b = pair_of({1, 5}),
             c = pair_of({9, 2, 6});
  print("a: 3 1 4", a);
  print("b: 1 5", b);
  print("c: 9 2 6", c);
  print("(a and b) and c", merge(merge(a, b), c));
  print("a and (c and b)", merge(a, merge(c, b)));
  print("1000 1001 1002", pair_of({1000, 1001, 1002}));
  std::printf("%-26s %g\n", "exp(1000), a float", std::exp(1000.0f));

  constexpr int kRows = 64, kColumns = 1024;
  std::vector<float> values(kRows * kColumns);
  for (size_t i = 0; i < values.size(); ++i) values[i] = float(i % 7);
  const lockstep::DeviceBuffer<float> in(values), out(values.size());
  const lockstep::Recording recording;
  rungs::softmax(in.data(), out.data(), kRows, kColumns);
  std::printf("\nrung 1, %d rows of %d values: out[6] is %.6f\n", kRows,
              kColumns, out.download()[6]);
  if (!lockstep::counters_available()) return 0;
  std::printf("sectors of the matrix %d, loaded %d, stored %d\n",
              kRows * kColumns / 8,
              int(recording.traffic(in.data()).loads.sectors),
              int(recording.traffic(out.data()).stores.sectors));
}
