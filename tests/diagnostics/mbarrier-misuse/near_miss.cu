// SPDX-License-Identifier: MIT
// A first wait by parity 1, which is over at once; an object that begins anew
// after it was invalidated; threads that drop out.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
using namespace cuda::ptx;

__global__ void first_is_free(int* out) {
  __shared__ int slot;
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    mbarrier_init(&empty, 32);
  }
  __syncthreads();
  for (unsigned step = 0; step < 4; ++step) {
    if (threadIdx.x == 0) {
      while (!mbarrier_try_wait_parity(&empty, (step + 1) % 2)) continue;
      slot = step;
      mbarrier_arrive(&full);
    } else if (threadIdx.x >= 32) {
      while (!mbarrier_try_wait_parity(&full, step % 2)) continue;
      out[threadIdx.x] = slot;
      mbarrier_arrive(&empty);
    }
  }
}

__global__ void begun_anew(int* out) {
  __shared__ uint64_t object;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) mbarrier_init(&object, blockDim.x);
    __syncthreads();
    mbarrier_arrive(&object);
    while (!mbarrier_try_wait_parity(&object, 0)) continue;
    __syncthreads();
    if (threadIdx.x == 0)
      asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(
                       static_cast<unsigned>(__cvta_generic_to_shared(&object)))
                   : "memory");
  }
  out[threadIdx.x] = 2;
}

__global__ void drop_out(int* out) {
  __shared__ uint64_t object;
  if (threadIdx.x == 0) mbarrier_init(&object, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 40) {
    asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" ::"r"(
                     static_cast<unsigned>(__cvta_generic_to_shared(&object)))
                 : "memory");
    return;
  }
  for (unsigned step = 0; step < 2; ++step) {
    mbarrier_arrive(&object);
    while (!mbarrier_try_wait_parity(&object, step)) continue;
  }
  out[threadIdx.x] = 3;
}

int main() {
  Device<int> out(64);
  first_is_free<<<1, 64>>>(out);
  begun_anew<<<1, 64>>>(out);
  drop_out<<<1, 64>>>(out);
  finish();
}
