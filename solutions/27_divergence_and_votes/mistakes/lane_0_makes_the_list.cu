// SPDX-License-Identifier: MIT
// caught by: case "lanes that work together go the same way"
// One lane walks over the stretch and makes the list; 31 lanes wait.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  if (lane == 0) {
    int odd = 0;
    for (int k = 0; k < kStretch; ++k) {
      const bool mine = is_odd(values[k]);
      order[mine ? odd : kStretch - 1 - (k - odd)] = k;
      odd += mine;
    }
  }
  __syncwarp();
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
