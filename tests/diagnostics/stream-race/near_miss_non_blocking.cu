// SPDX-License-Identifier: MIT
// An event orders what was issued before the non-blocking stream was made. The
// host waits for that stream before the default stream reads, and for the
// default stream after an upload, in three ways. Pinned memory is not staged.
constexpr int kCount = 256;

__global__ void number(int* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
}

int main() {
  int *a, on_host[kCount];
  cudaMalloc(&a, sizeof(on_host));
  cudaMemset(a, 0, sizeof(on_host));
  cudaEvent_t arrived;
  cudaEventCreate(&arrived);
  cudaEventRecord(arrived);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamWaitEvent(stream, arrived, 0);
  int* pinned;
  cudaMallocHost(&pinned, sizeof(on_host));
  for (int i = 0; i < kCount; ++i) pinned[i] = i;
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaStreamSynchronize(stream);
  cudaMemcpy(on_host, a, sizeof(on_host), cudaMemcpyDeviceToHost);
  cudaMemsetAsync(a, 0, sizeof(on_host), stream);
  cudaMemcpyAsync(on_host, a, sizeof(on_host), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(a, on_host, sizeof(on_host), cudaMemcpyHostToDevice);
  cudaStreamSynchronize(nullptr);
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaStreamSynchronize(stream);
  cudaMemcpy(a, on_host, sizeof(on_host), cudaMemcpyHostToDevice);
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) continue;
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaStreamSynchronize(stream);
  cudaMemcpy(a, on_host, sizeof(on_host), cudaMemcpyHostToDevice);
  cudaEventRecord(arrived);
  cudaStreamWaitEvent(stream, arrived, 0);
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaStreamSynchronize(stream);
  cudaMemcpy(a, pinned, sizeof(on_host), cudaMemcpyHostToDevice);
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaMemcpyAsync(a, on_host, sizeof(on_host), cudaMemcpyHostToDevice, stream);
  number<<<kCount / 64, 64, 0, stream>>>(a);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaEventDestroy(arrived);
  cudaFreeHost(pinned);
  cudaFree(a);
}
