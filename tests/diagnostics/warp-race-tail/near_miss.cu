// SPDX-License-Identifier: MIT
// The barrier of the warp parts loads from stores; before Volta it is harmless.
__global__ void sum(int* out) {
  __shared__ int part[64];
  const unsigned t = threadIdx.x;
  part[t] = t;
  __syncthreads();
  if (t < 32) {
    for (unsigned step = 32; step > 0; step /= 2) {
      const int other = part[t + step];
      __syncwarp();
      part[t] += other;
      __syncwarp();
    }
  }
  if (t == 0) *out = part[0];
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  sum<<<1, 64>>>(out);
  int total = 0;
  cudaMemcpy(&total, out, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);
  if (total != 2016) exit(1);
}

/* no report on c1060 */
/* no report on k20m */
