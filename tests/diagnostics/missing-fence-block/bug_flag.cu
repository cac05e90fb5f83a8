// SPDX-License-Identifier: MIT
// The fences reach the device, but the store of the flag reaches the block; or
// its load does; or the load takes a part of the flag; or two threads store it,
// of two blocks or of one warp.
#include <cuda/atomic>

__global__ void pass(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).store(
        1, cuda::memory_order_relaxed);
  } else {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

__global__ void look(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    atomicExch(flag, 1);
  } else {
    cuda::atomic_ref<int, cuda::thread_scope_block> ready(*flag);
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

__global__ void look_at_a_byte(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    *static_cast<volatile int*>(flag) = 1;
  } else {
    while (*reinterpret_cast<volatile char*>(flag) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

__global__ void both(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  volatile int* ready = flag;
  if (blockIdx.x < 2) {
    data[blockIdx.x] = 7;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    *out = data[0] + data[1];
  }
}

__global__ void whole_warp(int* data, int* flag, int* out) {
  volatile int* ready = flag;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 7;
    __threadfence();
    *ready = 1;
  } else {
    while (*ready == 0) {
    }
    __threadfence();
    out[threadIdx.x] = data[threadIdx.x];
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 18 * sizeof(int));
  cudaMemset(p, 0, 18 * sizeof(int));
  pass<<<2, 32>>>(p, p + 1, p + 2);
  look<<<2, 32>>>(p + 3, p + 4, p + 5);
  look_at_a_byte<<<2, 32>>>(p + 6, p + 7, p + 8);
  both<<<3, 32>>>(p + 9, p + 11, p + 12);
  whole_warp<<<2, 2>>>(p + 13, p + 15, p + 16);
  cudaDeviceSynchronize();
  cudaFree(p);
}

/* report:
error[missing-fence]: the flag `cudaMalloc #1+4` does not say that
  `cudaMalloc #1+0` is stored: an access to the flag reaches
  one block only
  --> bug_flag.cu:19:5
   |
10 |     *data = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
12 |     cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).store(
   |     - (2) and then stores the flag `cudaMalloc #1+4` here
16 |     while (ready.load(cuda::memory_order_relaxed) == 0) {
   |     - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
19 |     *out = *data;
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   (2) has block scope, and (3) is in another block: no fence beside
            such a flag orders the two
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md

error[missing-fence]: the flag `cudaMalloc #1+16` does not say that
  `cudaMalloc #1+12` is stored: an access to the flag
  reaches one block only
  --> bug_flag.cu:34:5
   |
26 |     *data = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+12` here
28 |     atomicExch(flag, 1);
   |     - (2) and then updates the flag `cudaMalloc #1+16` here
31 |     while (ready.load(cuda::memory_order_relaxed) == 0) {
   |     - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
34 |     *out = *data;
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+12` here
   |
   = why:   (3) has block scope, and (2) is in another block: no fence beside
            such a flag orders the two
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md

error[missing-fence]: the flag `cudaMalloc #1+28` does not say that
  `cudaMalloc #1+24` is stored: the flag is stored and
  loaded in different widths
  --> bug_flag.cu:48:5
   |
41 |     *data = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+24` here
43 |     *static_cast<volatile int*>(flag) = 1;
   |     - (2) and then stores the flag `cudaMalloc #1+28` here
45 |     while (*reinterpret_cast<volatile char*>(flag) == 0) {
   |     - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
48 |     *out = *data;
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+24` here
   |
   = why:   (2) and (3) are not equally wide: no fence beside such a flag orders
            the two
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md

error[missing-fence]: the flag `cudaMalloc #1+44` does not say that
  `cudaMalloc #1+36` is stored: another thread stored the
  flag later
  --> bug_flag.cu:63:5
   |
56 |     data[blockIdx.x] = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+36` here
58 |     *ready = 1;
   |     - (2) and then stores the flag `cudaMalloc #1+44` here
60 |     while (*ready == 0) {
   |     - (3) thread 0 of block (2,0,0), or one before it, loads the flag here
63 |     *out = data[0] + data[1];
   |     ^ (4) thread 0 of block (2,0,0) loads `cudaMalloc #1+36` here
   |
   = why:   (3) sees what another thread stored after (2): that says nothing of
            what came before (2)
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md

error[missing-fence]: the flag `cudaMalloc #1+60` does not say that
  `cudaMalloc #1+52` is stored: another thread stored the
  flag later
  --> bug_flag.cu:77:5
   |
70 |     data[threadIdx.x] = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+52` here
72 |     *ready = 1;
   |     - (2) and then stores the flag `cudaMalloc #1+60` here
74 |     while (*ready == 0) {
   |     - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
77 |     out[threadIdx.x] = data[threadIdx.x];
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+52` here
   |
   = why:   (3) sees what another thread stored after (2): that says nothing of
            what came before (2)
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
