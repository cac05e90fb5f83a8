// SPDX-License-Identifier: MIT
// Eight tiles of one value each, at one moment: some have published their sum,
// some their prefix as well. How far does a tile look back? Then what rung 1,
// three launches, moves.
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "rungs.cuh"

constexpr int kTiles = 8;
constexpr int kSums[kTiles] = {3, 1, 4, 1, 5, 9, 2, 6};

/// Prints what `tile` adds when those in `whole` have a prefix.
void look(int tile, const bool (&whole)[kTiles]) {
  int before = 0, t = tile - 1;
  std::printf("tile %d adds ", tile);
  for (; t > 0 && !whole[t]; --t) {
    std::printf("sum %d of tile %d, ", kSums[t], t);
    before += kSums[t];
  }
  int prefix = 0;
  for (int k = 0; k <= t; ++k) prefix += kSums[k];
  std::printf("prefix %d of tile %d: %d\n", prefix, t, before + prefix);
}

int main() {
  const bool whole[kTiles] = {true, true, true, false, true, false, false};
  std::printf("tile  ");
  for (int t = 0; t < kTiles; ++t) std::printf(" %7d", t);
  std::printf("\nsum   ");
  for (const int sum : kSums) std::printf(" %7d", sum);
  std::printf("\nhas   ");
  for (int t = 0; t < kTiles; ++t)
    std::printf(whole[t] ? "  prefix" : "     sum");
  std::printf("\n");
  look(4, whole);
  look(7, whole);

  constexpr int kCount = 8 * kTile;
  const lockstep::DeviceBuffer<int> in(std::vector<int>(kCount, 1));
  const lockstep::DeviceBuffer<int> out(kCount);
  const lockstep::DeviceBuffer<unsigned long long> scratch(
      scratch_words(kCount));
  const lockstep::Recording recording;
  rungs::scan(in.data(), out.data(), scratch.data(), kCount);
  std::printf("\nrung 1, %d values: the last sum is %d\n", kCount,
              out.download()[kCount - 1]);
  if (!lockstep::counters_available()) return 0;
  std::printf("launches %d, sectors loaded %d, sectors stored %d\n",
              int(recording.launches()),
              int(recording.traffic(in.data()).loads.sectors),
              int(recording.traffic(out.data()).stores.sectors));
}
