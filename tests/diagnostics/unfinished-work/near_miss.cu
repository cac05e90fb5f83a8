// SPDX-License-Identifier: MIT
// Each stream is waited for in its own way: a copy that blocks, an event, a
// query that says yes, another stream that waited for it, and cudaFree.
__global__ void step(float* data) { data[threadIdx.x] += 1; }

int main() {
  float *data, result[32];
  cudaEvent_t done;
  cudaStream_t streams[4];
  cudaMalloc(&data, 5 * 128);
  cudaMemset(data, 0, 5 * 128);
  cudaEventCreate(&done);
  for (cudaStream_t& stream : streams) {
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  }
  cudaDeviceSynchronize();
  step<<<1, 32>>>(data);
  cudaMemcpy(result, data, sizeof result, cudaMemcpyDeviceToHost);
  step<<<1, 32, 0, streams[0]>>>(data + 32);
  cudaEventRecord(done, streams[0]);
  cudaEventSynchronize(done);
  step<<<1, 32, 0, streams[1]>>>(data + 64);
  while (cudaStreamQuery(streams[1]) == cudaErrorNotReady) {
  }
  step<<<1, 32, 0, streams[2]>>>(data + 96);
  cudaEventRecord(done, streams[2]);
  cudaStreamWaitEvent(streams[3], done, 0);
  cudaStreamSynchronize(streams[3]);
  step<<<1, 32, 0, streams[3]>>>(data + 128);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaEventDestroy(done);
  cudaFree(data);
}
