// SPDX-License-Identifier: MIT
// caught by: case "one vote and one shuffle tell the others"
// Right, by way of shared memory and a wait that a shuffle does not need.

    __shared__ int firsts[kWarps];
    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    if (lane == __ffs(kept) - 1) {
      firsts[threadIdx.y] = atomicAdd(&sizes[row], __popc(kept));
    }
    __syncwarp();
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + firsts[threadIdx.y] + rank] = column;
