// SPDX-License-Identifier: MIT
// caught by: case "infinity and NaN stay in their rows"
// At the end of a row the next product is added as zero times its value.

constexpr int kT = 128, kS = 7, kB = kT * kS;
// How many ends of rows lie before `step`.
__device__ int rows_before(const int* ends, int rows, int step) {
  int low = 0, high = rows;
  while (low < high) {
    const int mid = (low + high) / 2;
    if (ends[mid] + mid < step)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}
__global__ void merge_steps(const int* starts, const int* columns,
                            const float* values, const float* x, float* y,
                            int rows, int nonzeros) {
  __shared__ int bounds[2], ends[kB];
  __shared__ float products[kB];
  const int total = rows + nonzeros, first = blockIdx.x * kB,
            last = min(first + kB, total);
  if (threadIdx.x < 2)
    bounds[threadIdx.x] =
        rows_before(starts + 1, rows, threadIdx.x == 0 ? first : last);
  __syncthreads();
  const int row0 = bounds[0], count = bounds[1] - row0, n0 = first - row0,
            nonzero = last - first - count;
  for (int i = threadIdx.x; i < count; i += kT)
    ends[i] = starts[row0 + 1 + i] - n0;
  for (int i = threadIdx.x; i < nonzero; i += kT)
    products[i] = values[n0 + i] * x[columns[n0 + i]];
  __syncthreads();
  const int begin = min(int(threadIdx.x) * kS, last - first),
            end = min(begin + kS, last - first);
  int r = rows_before(ends, count, begin), n = begin - r, head_row = -1;
  float sum = 0, head = 0;
  for (int s = begin; s < end; ++s) {
    const bool e = r < count && ends[r] + r == s;
    const float p = n < nonzero ? products[n] : 0;
    sum += p * (e ? 0.f : 1.f);
    if (e) {
      if (head_row < 0) {
        head_row = row0 + r;
        head = sum;
      } else
        y[row0 + r] = sum;
      sum = 0;
      ++r;
    } else
      ++n;
  }
  const float left = from_the_left(sum, head_row >= 0);
  if (head_row >= 0) atomicAdd(&y[head_row], head + left);
  if (threadIdx.x % 32 == 31 && row0 + r < rows) {
    const float leaves = head_row >= 0 ? sum : sum + left;
    if (leaves != 0) atomicAdd(&y[row0 + r], leaves);
  }
}
void multiply(const int* starts, const int* columns, const float* values,
              const float* x, float* y, int rows, int nonzeros) {
  if (rows == 0) return;
  CUDA_CHECK(cudaMemsetAsync(y, 0, sizeof(float) * rows));
  merge_steps<<<(rows + nonzeros + kB - 1) / kB, kT>>>(starts, columns, values,
                                                       x, y, rows, nonzeros);
  CUDA_CHECK(cudaGetLastError());
}
