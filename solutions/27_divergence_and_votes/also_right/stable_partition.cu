// SPDX-License-Identifier: MIT
// Right as well: counts the odd values first, so that both kinds keep their
// order. Twice as many votes.


  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  int all_odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    all_odd += __popc(__ballot_sync(0xffffffff, is_odd(values[k])));
  }
  int odd = 0, even = all_odd;
  for (int k = lane; k < kStretch; k += 32) {
    const unsigned votes = __ballot_sync(0xffffffff, is_odd(values[k]));
    const unsigned alike = is_odd(values[k]) ? votes : ~votes;
    const int rank = __popc(alike & ((1u << lane) - 1));
    order[(is_odd(values[k]) ? odd : even) + rank] = k;
    odd += __popc(votes);
    even += __popc(~votes);
  }
  __syncwarp();
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
