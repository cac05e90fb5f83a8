// SPDX-License-Identifier: MIT
// caught by: case "finds the runs of seven elements"
// Counts all lanes of the row with an equal key, also those of another run.

constexpr unsigned kAll = 0xffffffff;  // all lanes of a warp

__global__ void find_runs_kernel(const int* keys, const int* values, int count,
                                 Runs runs) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int lane = threadIdx.x % 32, row = i / 32;
  const int elements = min(32, count - 32 * row);  // none: negative or 0
  const bool here = lane < elements;
  const int key = here ? keys[i] : 0;
  long long sum = here ? values[i] : 0;

  // All lanes take part in all that follows, with an element or without.
  const int before = __shfl_up_sync(kAll, key, 1);  // lane 0: its own
  const bool first = here && (lane == 0 || key != before);
  const unsigned firsts = __ballot_sync(kAll, first);
  // The run ends where the next one begins. 2u << 31 is 0, as it should be.
  const unsigned later = firsts & ~((2u << lane) - 1);
  const int end = later ? __ffs(later) - 1 : elements;

  for (int step = 1; step < 32; step *= 2) {
    const long long other = __shfl_down_sync(kAll, sum, step);
    if (lane + step < end) sum += other;
  }

  // One number to compare: the length, then the lower place.
  const int length = __popc(__match_any_sync(kAll, key));
  const int place = __popc(firsts & ((1u << lane) - 1));
  int best = first ? 32 * length + 31 - place : -1;
  for (int bit = 16; bit > 0; bit /= 2) {
    best = max(best, __shfl_xor_sync(kAll, best, bit));
  }

  if (first) {
    runs.keys[32 * row + place] = key;
    runs.lengths[32 * row + place] = length;
    runs.sums[32 * row + place] = sum;
  }
  if (here && lane == 0) {
    runs.count[row] = __popc(firsts);
    runs.longest[row] = 31 - best % 32;
  }
}
