// SPDX-License-Identifier: MIT
// Atomics: the functions, cuda::atomic_ref with every order and scope,
// cuda::barrier, cuda::pipeline, cuda::std.
#include <cooperative_groups.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/tuple>

__global__ void plain(int* i, unsigned* u, unsigned long long* w, float* f,
                      double* d, long long* l, unsigned short* s) {
  __shared__ int si[32];
  __shared__ unsigned long long sw[4];
  __shared__ float sf[4];
  int x = atomicAdd(i, 1) + atomicSub(i, 2) + atomicExch(i, 3) +
          atomicMin(i, 4) + atomicMax(i, 5) + atomicCAS(i, 6, 7) +
          atomicAnd(i, 8) + atomicOr(i, 9) + atomicXor(i, 10);
  x += atomicInc(u, 11) + atomicDec(u, 12) + atomicMin(u, 3) + atomicMax(u, 3);
  x += atomicAdd(w, 1) + atomicCAS(w, 1, 2) + atomicExch(w, 3) +
       atomicMin(w, 2) + atomicMax(w, 3) + atomicAnd(w, 3) + atomicXor(w, 3);
  x += atomicMin(l, 2) + atomicMax(l, 3);
  x += static_cast<int>(atomicAdd(f, 1.0f) + atomicAdd(d, 1.0) +
                        atomicExch(f, 2.0f));
  x += atomicCAS(s, 1, 2);
  x += atomicAdd_block(i, 3) + atomicAdd_system(i, 4) +
       atomicCAS_system(i, 1, 2);
  x += atomicAdd(si, 1) + atomicCAS(si + 1, 2, 3) + atomicMax(si + 2, 4);
  x += atomicAdd(sw, 1) + atomicCAS(sw, 1, 2);
  x += static_cast<int>(atomicAdd(sf, 1.0f));
#if __CUDA_ARCH__ >= 900
  float4* f4 = reinterpret_cast<float4*>(f);
  const float4 r = atomicAdd(f4, make_float4(1, 2, 3, 4));
  const float2 q = atomicAdd(reinterpret_cast<float2*>(f), make_float2(1, 2));
  x += static_cast<int>(r.x + q.y);
#endif
  i[100] = x;
}

template <class T, cuda::thread_scope kScope>
__device__ void orders(T* at) {
  cuda::atomic_ref<T, kScope> a(*at);
  T x = a.load(cuda::memory_order_relaxed);
  x += a.load(cuda::memory_order_acquire) + a.load();
  a.store(x, cuda::memory_order_relaxed);
  a.store(x, cuda::memory_order_release);
  a.store(x);
  x += a.fetch_add(1, cuda::memory_order_relaxed);
  x += a.fetch_add(1, cuda::memory_order_acquire);
  x += a.fetch_add(1, cuda::memory_order_release);
  x += a.fetch_add(1, cuda::memory_order_acq_rel);
  x += a.fetch_add(1) + a.fetch_sub(2) + a.exchange(x);
  x += a.fetch_min(x, cuda::memory_order_relaxed) + a.fetch_max(x);
  a.compare_exchange_strong(x, T(3));
  a.compare_exchange_weak(x, T(4), cuda::memory_order_acquire,
                          cuda::memory_order_relaxed);
  if constexpr (static_cast<T>(1.5f) == static_cast<T>(1)) {
    x += a.fetch_and(3) + a.fetch_or(x, cuda::memory_order_relaxed) +
         a.fetch_xor(x);
    a.wait(x);
    a.notify_all();
  }
  *at = x;
}
template <class T>
__global__ void references(T* at) {
  orders<T, cuda::thread_scope_block>(at);
  orders<T, cuda::thread_scope_device>(at + 1);
  orders<T, cuda::thread_scope_system>(at + 2);
}
template __global__ void references<int>(int*);
template __global__ void references<unsigned long long>(unsigned long long*);
template __global__ void references<float>(float*);
template __global__ void references<double>(double*);
template __global__ void references<short>(short*);

__global__ void fences(int* o) {
  cuda::atomic_thread_fence(cuda::memory_order_acquire,
                            cuda::thread_scope_block);
  cuda::atomic_thread_fence(cuda::memory_order_release,
                            cuda::thread_scope_device);
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel,
                            cuda::thread_scope_system);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst,
                            cuda::thread_scope_system);
  cuda::binary_semaphore<cuda::thread_scope_device>& s =
      *reinterpret_cast<cuda::binary_semaphore<cuda::thread_scope_device>*>(o);
  s.acquire();
  s.release();
  auto& l = *reinterpret_cast<cuda::latch<cuda::thread_scope_device>*>(o + 8);
  l.arrive_and_wait();
  volatile int* v = o + 20;
  *v = *v + 1;
}

__global__ void barriers(int* o, const int* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> b;
  __shared__ int buffer[256];
  if (threadIdx.x == 0) init(&b, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(buffer + threadIdx.x, in + threadIdx.x, 4, b);
  auto token = b.arrive();
  b.wait(std::move(token));
  b.arrive_and_wait();
  b.arrive_and_drop();
  o[threadIdx.x] = buffer[threadIdx.x ^ 1];
}

__global__ void pipelines(int* o, const int* in) {
  __shared__ int buffer[2][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto p = cuda::make_pipeline(block, &state);
  for (int i = 0; i < 4; ++i) {
    p.producer_acquire();
    cuda::memcpy_async(block, buffer[i & 1], in + 256 * i, sizeof(buffer[0]),
                       p);
    p.producer_commit();
    p.consumer_wait();
    o[256 * i + threadIdx.x] = buffer[i & 1][threadIdx.x ^ 1];
    p.consumer_release();
  }
  auto own = cuda::make_pipeline();
  own.producer_acquire();
  cuda::memcpy_async(buffer[0] + 4 * threadIdx.x, in + 4 * threadIdx.x,
                     cuda::aligned_size_t<16>(16), own);
  own.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(own);
  own.consumer_release();
}

__global__ void standard(float* o, int n) {
  cuda::std::complex<float> z(o[0], o[1]);
  z = z * z + cuda::std::complex<float>(1, 2);
  cuda::std::array<int, 4> a{n, 2, 3, 4};
  cuda::std::optional<int> maybe;
  if (n > 3) maybe = a[n & 3];
  auto [x, y] = cuda::std::make_tuple(n, 2.0f);
  o[2] = z.real() + abs(z) + float(maybe.value_or(3)) + float(x) + y;
}
