// SPDX-License-Identifier: MIT
// caught by: case "one lane adds for its warp"
// The places are right, but each half of the warp has a leader of its own.

    const bool keep = here && sample > limit;
    const unsigned all = __ballot_sync(0xffffffff, keep);
    const unsigned kept = all & (lane < 16 ? 0xffffu : 0xffff0000u);
    int first = 0;
    if (lane % 16 == 0 && kept != 0) {
      first = atomicAdd(&sizes[row], __popc(kept));
    }
    first = __shfl_sync(0xffffffff, first, 0, 16);
    if (keep) {
      const int rank = __popc(kept & ((1u << lane) - 1));
      lists[row * width + first + rank] = column;
    }
