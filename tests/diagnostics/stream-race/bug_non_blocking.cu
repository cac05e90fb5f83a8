// SPDX-License-Identifier: MIT
// cudaMemcpy waits for the default stream, which does not wait for this one.
// Nor does this one wait until what is uploaded has arrived.
constexpr int kCount = 256;

__global__ void number(int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
}

__global__ void add(int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += b[i];
}

int main() {
  int *a, *b, on_host[kCount];
  cudaMalloc(&a, sizeof(on_host));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaMemcpy(on_host, a, sizeof(on_host), cudaMemcpyDeviceToHost);
  cudaMalloc(&b, sizeof(on_host));
  cudaDeviceSynchronize();
  cudaMemcpy(b, on_host, sizeof(on_host), cudaMemcpyHostToDevice);
  add<<<kCount / 64, 64, 0, stream>>>(a, b);
  cudaDeviceSynchronize();
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[stream-race]: `cudaMemcpy` reads `cudaMalloc #1+0`, which the kernel
  `number` may still store
 --> bug_non_blocking.cu:8:3
  |
8 |   a[i] = i;
  |   ^ (1) `number` stores `cudaMalloc #1+0` here
  |
  = work:  (1) `number` is launched in main, in stream #1
  = work:  (2) `cudaMemcpy` reads it in main, in the default stream
  = order: cudaEventRecord in stream #1 and cudaStreamWaitEvent in the default
           stream order them; so does a wait of the host between
  = why:   stream #1 is non-blocking: it and the default stream do not wait for
           each other
  = learn: docs/diagnostics/stream-race.md

warning[stream-race]: the kernel `add` loads `cudaMalloc #2+0`, which
  `cudaMemcpy` may still write
  --> bug_non_blocking.cu:13:3
   |
13 |   a[i] += b[i];
   |   ^ (2) `add` loads `cudaMalloc #2+0` here
   |
   = work:  (1) `cudaMemcpy` writes it in main, in the default stream
   = work:  (2) `add` is launched in main, in stream #1
   = order: cudaStreamSynchronize of the default stream between, or a copy in
            stream #1, orders them
   = why:   a copy from pageable memory may return when its bytes are staged,
            and stream #1 does not wait until they have arrived
   = learn: docs/diagnostics/stream-race.md
*/
