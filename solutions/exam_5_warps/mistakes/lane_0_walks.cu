// SPDX-License-Identifier: MIT
// caught by: case "shuffles and votes do it alone"
// Right, but 31 lanes wait while one walks over the row.

__global__ void find_runs_kernel(const int* keys, const int* values, int count,
                                 Runs runs) {
  const int i = blockIdx.x * kThreads + threadIdx.x, row = i / 32;
  if (i % 32 > 0 || i >= count) return;
  int place = -1, longest = 0, most = 0, length = 0;
  long long sum = 0;
  for (int k = i; k < min(i + 32, count); ++k) {
    if (k == i || keys[k] != keys[k - 1]) ++place, length = 0, sum = 0;
    ++length;
    sum += values[k];
    runs.keys[32 * row + place] = keys[k];
    runs.lengths[32 * row + place] = length;
    runs.sums[32 * row + place] = sum;
    if (length > most) longest = place, most = length;
  }
  runs.count[row] = place + 1;
  runs.longest[row] = longest;
}
