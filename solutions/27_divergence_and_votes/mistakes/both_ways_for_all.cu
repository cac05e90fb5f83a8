// SPDX-License-Identifier: MIT
// caught by: case "no warp takes the long way more often than needed"
// No branch, and nothing gained: every lane goes the long way, then most
// results are thrown away.


  for (int k = lane; k < kStretch; k += 32) {
    const unsigned far = long_way(values[k]);
    values[k] = is_odd(values[k]) ? far : short_way(values[k]);
  }
