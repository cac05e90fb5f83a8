// SPDX-License-Identifier: MIT
// One launch of each rung of the product ladder, lessons 41 to 45, 512 x 512
// floats, for the emulator to count. bench/plot_ladders.py calls it.
#include "bench/exercise.h"

namespace solution {
#include "solutions/45_double_buffer/solution.cu"
}
namespace naive {
constexpr int kWidth = 32, kHeight = 8;  // threads of a block
#include "solutions/41_matmul_coalesced/mistakes/as_it_was.cu"
}  // namespace naive
namespace coalesced {
#include "solutions/41_matmul_coalesced/solution.cu"
}
namespace tiled {
#include "solutions/42_matmul_tiled/solution.cu"
}
namespace registers {
#include "solutions/43_register_tile/solution.cu"
}

int main() {
  constexpr int kSide = 512;
  lockstep::DeviceBuffer<float> a(kSide * kSide), b(kSide * kSide);
  lockstep::DeviceBuffer<float> c(kSide * kSide);
  CUDA_CHECK(cudaMemset(a.data(), 0, kSide * kSide * sizeof(float)));
  CUDA_CHECK(cudaMemset(b.data(), 0, kSide * kSide * sizeof(float)));
  for (auto* multiply :
       {naive::multiply, coalesced::multiply, tiled::multiply,
        registers::multiply, ::rungs::multiply, solution::multiply}) {
    multiply(a.data(), b.data(), c.data(), kSide, kSide, kSide);
  }
  CUDA_CHECK(cudaDeviceSynchronize());
}
