// SPDX-License-Identifier: MIT
// Right: every lane finds the longest run in the bits of the vote. That takes no
// shuffle.

__global__ void find_runs_kernel(const int* keys, const int* values, int count,
                                 Runs runs) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int lane = threadIdx.x % 32, row = i / 32;
  const int n = min(32, max(0, count - row * 32));
  const bool here = lane < n;
  const int key = here ? keys[i] : 0;
  long long sum = here ? values[i] : 0;
  const int below = __shfl_up_sync(0xffffffff, key, 1);
  const bool head = here && (lane == 0 || key != below);
  const unsigned heads = __ballot_sync(0xffffffff, head);
  // One after the other: heads of runs with at least 1, 2, 3 ... elements.
  unsigned more = ~heads & (n == 32 ? ~0u : (1u << n) - 1);
  unsigned most = heads;
  for (unsigned now = heads; now != 0; now &= more) {
    most = now;
    more >>= 1;
  }
  const int longest = __popc(heads & ((most & -most) - 1));
  const unsigned upto = heads & (0xffffffffu >> (31 - lane));
  const unsigned above = heads & ~(0xffffffffu >> (31 - lane));
  const int end = above ? __ffs(above) - 1 : n;
  for (int d = 1; d < 32; d *= 2) {
    const long long o = __shfl_down_sync(0xffffffff, sum, d);
    if (lane + d < end) sum += o;
  }
  if (head) {
    const int at = row * 32 + __popc(upto) - 1;
    runs.keys[at] = key;
    runs.lengths[at] = end - lane;
    runs.sums[at] = sum;
  }
  if (lane == 0 && here) {
    runs.count[row] = __popc(heads);
    runs.longest[row] = longest;
  }
}
