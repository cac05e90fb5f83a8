// SPDX-License-Identifier: MIT
// An infinity as the first minimum, a NaN that came from the host, a division
// in a branch that no thread with a zero takes, large and tiny numbers.
__global__ void careful(const float* in, float* out) {
  const int i = threadIdx.x;
  float least = INFINITY;
  for (int k = 0; k < 4; ++k) least = fminf(least, in[k]);
  out[i] = least;
  if (in[i] != 0) out[i] += 1 / in[i];
  out[i + 4] = in[7] * 2;
  out[i + 8] = 3e38f * 1.1f + 1e-40f;
}

int main() {
  const float in[8] = {4, 0, -2, 1e-30f, 0, 0, 0, NAN};
  float *data, *out;
  cudaMalloc(&data, sizeof in);
  cudaMalloc(&out, 48);
  cudaMemcpy(data, in, sizeof in, cudaMemcpyHostToDevice);
  careful<<<1, 4>>>(data, out);
  cudaFree(data);
  cudaFree(out);
}
