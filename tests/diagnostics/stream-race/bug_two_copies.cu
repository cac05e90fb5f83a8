// SPDX-License-Identifier: MIT
// One buffer of the host for the copies of two streams: the parts overlap. And
// one line of a kernel that uses what two copies bring, and brings a third.
constexpr int kPart = 1024;

__global__ void add(const char* a, const char* b, char* sum) {
  sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

int main() {
  char *a, *b, *on_host;
  cudaMalloc(&a, kPart);
  cudaMalloc(&b, kPart);
  cudaMallocHost(&on_host, 2 * kPart);
  cudaMemset(a, 1, kPart);
  cudaMemset(b, 2, kPart);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaMemcpyAsync(on_host, a, kPart, cudaMemcpyDeviceToHost, one);
  cudaMemcpyAsync(on_host + kPart - 8, b, kPart, cudaMemcpyDeviceToHost, two);
  cudaDeviceSynchronize();

  char* sum;
  cudaMalloc(&sum, kPart);
  cudaMemcpyAsync(a, on_host, kPart, cudaMemcpyHostToDevice, one);
  cudaMemcpyAsync(b, on_host, kPart, cudaMemcpyHostToDevice, one);
  add<<<1, kPart, 0, two>>>(a, b, sum);
  cudaMemcpyAsync(on_host + kPart, sum, kPart, cudaMemcpyDeviceToHost, one);
  cudaDeviceSynchronize();
  cudaFree(sum);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFreeHost(on_host);
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[stream-race]: `cudaMemcpyAsync` writes `cudaHostAlloc #1+1016`, which
  another `cudaMemcpyAsync` may still write
  = work:  (1) `cudaMemcpyAsync` writes it in main, in stream #1
  = work:  (2) `cudaMemcpyAsync` writes it in main, in stream #2
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in stream #2
           order them; so does a wait of the host between
  = why:   nothing makes stream #2 wait for stream #1, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md

error[stream-race]: the kernel `add` loads `cudaMalloc #1+0`, which
  `cudaMemcpyAsync` may still write
 --> bug_two_copies.cu:7:3
  |
7 |   sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
  |   ^ (2) `add` loads `cudaMalloc #1+0` here
  |
  = work:  (1) `cudaMemcpyAsync` writes it in main, in stream #1
  = work:  (2) `add` is launched in main, in stream #2
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in stream #2
           order them; so does a wait of the host between
  = why:   nothing makes stream #2 wait for stream #1, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md

error[stream-race]: the kernel `add` loads `cudaMalloc #2+0`, which
  `cudaMemcpyAsync` may still write
 --> bug_two_copies.cu:7:3
  |
7 |   sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
  |   ^ (2) `add` loads `cudaMalloc #2+0` here
  |
  = work:  (1) `cudaMemcpyAsync` writes it in main, in stream #1
  = work:  (2) `add` is launched in main, in stream #2
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in stream #2
           order them; so does a wait of the host between
  = why:   nothing makes stream #2 wait for stream #1, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md

error[stream-race]: `cudaMemcpyAsync` reads `cudaMalloc #3+0`, which the kernel
  `add` may still store
 --> bug_two_copies.cu:7:3
  |
7 |   sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
  |   ^ (1) `add` stores `cudaMalloc #3+0` here
  |
  = work:  (1) `add` is launched in main, in stream #2
  = work:  (2) `cudaMemcpyAsync` reads it in main, in stream #1
  = order: cudaEventRecord in stream #2 and cudaStreamWaitEvent in stream #1
           order them; so does a wait of the host between
  = why:   nothing makes stream #1 wait for stream #2, so the two may happen in
           any order
  = learn: docs/diagnostics/stream-race.md
*/
