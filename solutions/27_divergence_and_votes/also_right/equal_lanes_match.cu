// SPDX-License-Identifier: MIT
// Right as well: __match_any_sync gives each lane the lanes with its own answer.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  int odd = 0, even = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const int mine = is_odd(values[k]);
    const unsigned alike = __match_any_sync(0xffffffff, mine);
    const int rank = __popc(alike & ((1u << lane) - 1));
    order[mine ? odd + rank : kStretch - 1 - even - rank] = k;
    const int odd_now = mine ? __popc(alike) : 32 - __popc(alike);
    odd += odd_now;
    even += 32 - odd_now;
  }
  __syncwarp();
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
