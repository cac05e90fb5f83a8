// SPDX-License-Identifier: MIT
// caught by: case "no warp takes the long way more often than needed"
// Nothing is reordered: where one value is odd, all lanes go the long way. It is
// unrolled, so its instructions stay few.

  for (int k = lane; k < kStretch; k += 32) {
    const unsigned v = values[k];
    const unsigned votes = __ballot_sync(0xffffffff, is_odd(v));
    unsigned far = v;
    if (votes != 0) {
#pragma unroll 16
      for (int r = 0; r < kRounds; ++r) far = __brev(far) + r;
    }
    values[k] = is_odd(v) ? far : short_way(v);
  }
