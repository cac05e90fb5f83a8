// SPDX-License-Identifier: MIT
// Streams it has.
int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
