// SPDX-License-Identifier: MIT
// CUB, Thrust and cuda::std. One translation unit: nvcc takes longer for their
// headers than for all that is used of them here.
#include "block_wide.cuh"
#include "device_wide.cuh"
#include "standard.cuh"
#include "thrust_wide.cuh"

int main() {
  device::all();
  block::all();
  wide::all();
  standard::all();
}
