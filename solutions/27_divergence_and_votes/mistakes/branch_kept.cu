// SPDX-License-Identifier: MIT
// caught by: case "lanes that work together go the same way"
// caught by: case "no warp takes the long way more often than needed"
// The kernel as it was: in each step odd and even values stand side by side.


  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[k];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
