// SPDX-License-Identifier: MIT
// caught by: case "lanes that work together go the same way"
// A vote asks whether any lane is odd, and the warp then goes the long way with
// those that are. Nothing was reordered.

  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[k];
    const bool mine = is_odd(value);
    if (__any_sync(0xffffffff, mine) && mine) {
      value = long_way(value);
    } else {
      value = short_way(value);
    }
  }
