// SPDX-License-Identifier: MIT
// caught by: case "finds the runs of seven elements"
// The last run of a short row is given all lanes that are left.

__global__ void find_runs_kernel(const int* keys, const int* values, int count,
                                 Runs runs) {
  const int i = blockIdx.x * kThreads + threadIdx.x, lane = threadIdx.x % 32;
  const int row = i / 32, n = min(32, count - row * 32);
  if (n <= 0) return;
  const bool has = lane < n;
  const int key = has ? keys[i] : 0;
  long long sum = has ? values[i] : 0;
  const int before = __shfl_up_sync(0xffffffff, key, 1);
  const unsigned starts =
      __ballot_sync(0xffffffff, has && (lane == 0 || before != key));
  const unsigned above = lane == 31 ? 0 : starts & (~0u << (lane + 1));
  const int next = above ? __ffs(above) - 1 : 32;
  for (int step = 1; step < 32; step *= 2) {
    const long long other = __shfl_down_sync(0xffffffff, sum, step);
    if (lane + step < next) sum += other;
  }
  const bool first = starts >> lane & 1;
  const int index = __popc(starts & ((1u << lane) - 1));
  int rank = first ? (next - lane) * 32 + 31 - index : 0;
  for (int bit = 16; bit > 0; bit /= 2)
    rank = max(rank, __shfl_xor_sync(0xffffffff, rank, bit));
  if (first) {
    const int at = row * 32 + index;
    runs.keys[at] = key;
    runs.lengths[at] = next - lane;
    runs.sums[at] = sum;
  }
  if (lane == 0) {
    runs.count[row] = __popc(starts);
    runs.longest[row] = 31 - rank % 32;
  }
}
