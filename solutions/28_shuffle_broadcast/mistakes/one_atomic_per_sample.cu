// SPDX-License-Identifier: MIT
// caught by: case "one lane adds for its warp"
// The kernel as it was: every sample that is kept adds 1 by itself.

    if (here && sample > limit) {
      const int place = atomicAdd(&sizes[row], 1);
      lists[row * width + place] = column;
    }
