// SPDX-License-Identifier: MIT
// caught by: case "lanes learn their places by votes"
// Right, but each lane counts its own odd values, and a scan adds them up: six
// shuffles and no vote.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  unsigned bits = 0;
  for (int s = 0; s < 8; ++s) bits |= (values[32 * s + lane] & 1) << s;
  const int mine = __popc(bits);
  int upto = mine;
  for (int d = 1; d < 32; d *= 2) {
    const int l = __shfl_up_sync(0xffffffff, upto, d);
    if (lane >= d) upto += l;
  }
  const int odd = __shfl_sync(0xffffffff, upto, 31);
  int at = upto - mine;
  int even = odd + 8 * lane - at;
  for (int s = 0; s < 8; ++s) {
    const int yes = bits >> s & 1;
    order[yes ? at : even] = 32 * s + lane;
    at += yes;
    even += 1 - yes;
  }
  __syncwarp();
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
