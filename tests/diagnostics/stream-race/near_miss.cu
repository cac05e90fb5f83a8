// SPDX-License-Identifier: MIT
// An event, the host, the default stream and an edge of a graph each order the
// same work; and two streams share a buffer of which each uses its own part.
constexpr int kCount = 256;
constexpr size_t kBytes = kCount * sizeof(float);

__global__ void twice(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}

int main() {
  float *in, *out, *on_host;
  cudaMalloc(&in, kBytes);
  cudaMalloc(&out, kBytes);
  cudaMallocHost(&on_host, kBytes);
  for (int i = 0; i < kCount; ++i) on_host[i] = i;
  cudaStream_t one, two;
  cudaEvent_t copied;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&copied);
  cudaMemcpyAsync(in, on_host, kBytes, cudaMemcpyHostToDevice, one);
  cudaEventRecord(copied, one);
  cudaStreamWaitEvent(two, copied, 0);
  twice<<<kCount / 64, 64, 0, two>>>(out, in);
  cudaStreamSynchronize(two);
  cudaMemcpyAsync(in, out, kBytes, cudaMemcpyDeviceToDevice, one);
  twice<<<kCount / 64, 64>>>(out, in);
  cudaMemsetAsync(in, 0, kBytes, two);
  cudaDeviceSynchronize();
  for (int part = 0; part < 2; ++part) {
    cudaStream_t stream = part == 0 ? one : two;
    float* own = in + part * kCount / 2;
    cudaMemcpyAsync(own, on_host + part * kCount / 2, kBytes / 2,
                    cudaMemcpyHostToDevice, stream);
    twice<<<1, kCount / 2, 0, stream>>>(own, own);
  }
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(out, 0, kBytes, one);
  twice<<<kCount / 64, 64, 0, one>>>(out, in);
  cudaGraph_t graph;
  cudaStreamEndCapture(one, &graph);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaStreamSynchronize(two);
  cudaGraphLaunch(exec, one);
  cudaGraphLaunch(exec, one);
  cudaMemcpy(on_host, out, kBytes, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(copied);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFreeHost(on_host);
  cudaFree(in);
  cudaFree(out);
}
