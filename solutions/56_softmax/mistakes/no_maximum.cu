// SPDX-License-Identifier: MIT
// caught by: case "values that exp cannot take"
// exp of the values as they are: infinity from 89 on, 0 below -104.

__device__ float4 bare(float4 v) {
  return {expf(v.x), expf(v.y), expf(v.z), expf(v.w)};
}

template <bool kWide>
__global__ void softmax_rows(const float* in, float* out, int columns) {
  in += size_t{blockIdx.x} * columns;
  out += size_t{blockIdx.x} * columns;
  const int parts = parts_of(columns);
  const auto add = [](float a, float b) { return a + b; };
  float sum = 0;
  if (parts <= kParts) {
    float4 kept[kParts];
    for (int k = 0; k < kParts; ++k) {
      kept[k] = bare(load_part<kWide>(in, k, columns));
      sum += sum_of(kept[k]);
    }
    sum = over_block(sum, add);
    const float factor = sum == 0 ? 0 : 1 / sum;
    for (int k = 0; k < kParts; ++k) {
      store_part<kWide>(out, k, columns, times(kept[k], factor));
    }
    return;
  }
  for (int k = 0; k < parts; ++k) {
    sum += sum_of(bare(load_part<kWide>(in, k, columns)));
  }
  sum = over_block(sum, add);
  const float factor = sum == 0 ? 0 : 1 / sum;
  for (int k = 0; k < parts; ++k) {
    const float4 v = load_part<kWide>(in, k, columns);
    store_part<kWide>(out, k, columns, times(bare(v), factor));
  }
}
