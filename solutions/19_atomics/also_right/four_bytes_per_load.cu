// SPDX-License-Identifier: MIT
// Right as well: a load brings four values. The bytes before the first whole word
// and after the last one are loaded alone.

  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  const int before = static_cast<int>(reinterpret_cast<size_t>(data) % 4);
  const int head = min(n, (4 - before) % 4);
  const int words = (n - head) / 4, tail = head + 4 * words;
  const auto* four = reinterpret_cast<const uchar4*>(data + head);
  for (int w = first; w < words; w += stride) {
    const uchar4 values = four[w];
    atomicAdd(&local[values.x], 1);
    atomicAdd(&local[values.y], 1);
    atomicAdd(&local[values.z], 1);
    atomicAdd(&local[values.w], 1);
  }
  if (first < head) atomicAdd(&local[data[first]], 1);
  if (first < n - tail) atomicAdd(&local[data[tail + first]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
