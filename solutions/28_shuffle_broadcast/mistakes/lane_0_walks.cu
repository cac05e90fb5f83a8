// SPDX-License-Identifier: MIT
// caught by: case "one lane adds for its warp"
// One atomic per warp, but lane 0 fetches and stores all places by itself.

    if (lane == 0 && here) {
      const int end = min(column + 32, width);
      int found = sample > limit;
      for (int c = column + 1; c < end; ++c) {
        found += samples[row * width + c] > limit;
      }
      int place = atomicAdd(&sizes[row], found);
      for (int c = column; c < end; ++c) {
        if (samples[row * width + c] > limit) lists[row * width + place++] = c;
      }
    }
