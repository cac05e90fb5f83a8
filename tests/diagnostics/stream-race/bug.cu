// SPDX-License-Identifier: MIT
// A copy in one stream, a kernel that uses it in another.
constexpr int kCount = 256;

__global__ void twice(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}

int main() {
  float *in, *out, *on_host;
  cudaMalloc(&in, kCount * sizeof(float));
  cudaMalloc(&out, kCount * sizeof(float));
  cudaMallocHost(&on_host, kCount * sizeof(float));
  for (int i = 0; i < kCount; ++i) on_host[i] = i;
  cudaStream_t copying, computing;
  cudaStreamCreate(&copying);
  cudaStreamCreate(&computing);
  cudaMemcpyAsync(in, on_host, kCount * sizeof(float), cudaMemcpyHostToDevice,
                  copying);
  twice<<<kCount / 64, 64, 0, computing>>>(out, in);
  cudaDeviceSynchronize();
  cudaStreamDestroy(copying);
  cudaStreamDestroy(computing);
  cudaFreeHost(on_host);
  cudaFree(in);
  cudaFree(out);
}

/* report:
error[stream-race]: the kernel `twice` loads `cudaMalloc #1+0`, which
  `cudaMemcpyAsync` may still write
 --> bug.cu:7:3
  |
7 |   out[i] = 2 * in[i];
  |   ^ (2) `twice` loads `cudaMalloc #1+0` here
  |
  = work:  (1) `cudaMemcpyAsync` writes it in main, in stream #1
  = work:  (2) `twice` is launched in main, in stream #2
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in stream #2
           order them; so does a wait of the host between
  = why:   nothing makes stream #2 wait for stream #1, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md
*/
