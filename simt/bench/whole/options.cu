// SPDX-License-Identifier: MIT
// A million options, priced by the formula of Black and Scholes.
#include <cmath>

#include "check.h"

constexpr int kOptions = 1000000;
constexpr float kRate = 0.02f, kVolatility = 0.3f;

__device__ float normal(float d) { return 0.5f * erfcf(-d * 0.70710678f); }

__global__ void price(const float* stock, const float* strike,
                      const float* years, float* call, float* put, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float s = stock[i], x = strike[i], t = years[i];
  const float root = kVolatility * sqrtf(t);
  const float d1 =
      (logf(s / x) + (kRate + 0.5f * kVolatility * kVolatility) * t) / root;
  const float d2 = d1 - root, discount = x * expf(-kRate * t);
  call[i] = s * normal(d1) - discount * normal(d2);
  put[i] = discount * normal(-d2) - s * normal(-d1);
}

int main() {
  std::vector<float> stock(kOptions), strike(kOptions), years(kOptions);
  const auto number = [](unsigned i) { return (mixed(i) >> 8) / 16777216.0f; };
  for (unsigned i = 0; i < kOptions; ++i) {
    stock[i] = 5 + 25 * number(3 * i);
    strike[i] = 1 + 99 * number(3 * i + 1);
    years[i] = 0.25f + 9.75f * number(3 * i + 2);
  }
  float *s = on_device(stock), *x = on_device(strike), *t = on_device(years);
  float *call = nullptr, *put = nullptr;
  CHECK(cudaMalloc(&call, kOptions * sizeof(float)));
  CHECK(cudaMalloc(&put, kOptions * sizeof(float)));
  price<<<(kOptions + 255) / 256, 256>>>(s, x, t, call, put, kOptions);
  CHECK(cudaGetLastError());
  const auto calls = from_device(call, kOptions);
  const auto puts = from_device(put, kOptions);
  bool right = true;  // put-call parity
  for (int i = 0; i < kOptions; ++i) {
    const float parity = stock[i] - strike[i] * std::exp(-kRate * years[i]);
    right = right && std::abs(calls[i] - puts[i] - parity) < 1e-3f * strike[i];
  }
  for (float* p : {s, x, t, call, put}) CHECK(cudaFree(p));
  return verdict(right);
}
