// SPDX-License-Identifier: MIT
// C++ on the device, as far as nvcc goes: virtual functions, placement new,
// pointers to functions in constant tables, initialisers, alloca in recursion,
// lambdas, large parameters, integers of 128 bits. The host computes what it
// can beside it.
#include <alloca.h>

#include <cstdio>
#include <new>

#include "common/cuda_check.h"

constexpr int kThreads = 64;

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
class Square : public Shape {
 public:
  __device__ explicit Square(int side) : side_(side) {}
  __device__ int area() const override { return side_ * side_; }
  __device__ int corners() const override { return 4; }

 private:
  int side_;
};
class Disc : public Shape {
 public:
  __device__ explicit Disc(int radius) : radius_(radius) {}
  __device__ int area() const override { return 3 * radius_ * radius_; }

 private:
  int radius_;
};

/// Each thread makes a shape in shared memory and asks its neighbour's.
__global__ void shapes(int* out) {
  __shared__ alignas(16) char room[kThreads * sizeof(Disc)];
  char* place = room + threadIdx.x * sizeof(Disc);
  Shape* own = threadIdx.x % 3 == 0 ? static_cast<Shape*>(new (place) Disc(2))
                                    : new (place) Square(threadIdx.x);
  __syncthreads();
  const int next = (threadIdx.x + 1) % kThreads;
  const auto* other = reinterpret_cast<Shape*>(room + next * sizeof(Disc));
  out[threadIdx.x] = other->area() * 10 + other->corners();
  __syncthreads();
  own->~Shape();
}

using Operation = int (*)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
__device__ int mul(int a, int b) { return a * b; }
struct Named {
  Operation run;
  const char* name;
};
__constant__ Operation fixed_table[3] = {add, sub, mul};
__device__ const Named named_table[] = {{mul, "mul"}, {sub, "sub"}};
template <class T>
__constant__ T scale[3] = {T(1.5), T(2.5), T(3.5)};

__global__ void pointers(int* out) {
  const int t = threadIdx.x;
  const Named& named = named_table[t % 2];
  out[t] = fixed_table[t % 3](t, 5) * 1000 + named.run(t, 2) + named.name[0] +
           scale<int>[t % 3] + static_cast<int>(2 * scale<double>[t % 3]);
}

struct Defaults {
  int a = 4;
  float b = 2.5f;
  const char* word = "lane";
  int list[3] = {1, 2, 3};
};
__device__ Defaults defaults;
__device__ int grid_of[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int* inside = &grid_of[1][1];
__managed__ int managed = 17;

__global__ void initialisers(int* out) {
  static __device__ int calls = 3;
  if (threadIdx.x == 0) out[1] = atomicAdd(&calls, 1);
  if (threadIdx.x != 0) return;
  out[0] = defaults.a + static_cast<int>(2 * defaults.b) + defaults.word[3] +
           defaults.list[2] + *inside + managed;
  managed = out[0];
}

/// Stack memory whose size only the running lane knows, in each call.
__host__ __device__ int descend(int n, const int* above) {
  int* mine = static_cast<int*>(alloca((n + 1) * sizeof(int)));
  for (int i = 0; i <= n; ++i) mine[i] = n * 10 + i;
  int sum = above ? above[0] : 0;
  if (n > 0) sum += descend(n - 1, mine);
  for (int i = 0; i <= n; ++i) sum += mine[i];
  return sum;
}
__global__ void stacks(int* out) {
  const int length = threadIdx.x % 5 + 1;
  int* own = static_cast<int*>(alloca(length * sizeof(int)));
  for (int i = 0; i < length; ++i) own[i] = threadIdx.x;
  const int sum = descend(threadIdx.x % 7, own);
  bool kept = true;
  for (int i = 0; i < length; ++i) kept = kept && own[i] == threadIdx.x;
  out[threadIdx.x] = kept ? sum : -1;
}

struct Large {
  int values[4000];  // 16,000 bytes; a parameter may have 32,764 since sm_70
};
__global__ void large(const __grid_constant__ Large in, int* out) {
  const int* from = in.values;
  int sum = 0;
  for (int i = threadIdx.x; i < 4000; i += kThreads) sum += from[i];
  out[threadIdx.x] = sum;
}

template <class F>
__global__ void each(F f, int* out) {
  out[threadIdx.x] = f(threadIdx.x);
}

/// One quotient and remainder a thread, of numbers of 128 down to 1 bits.
__extension__ using Wide = unsigned __int128;
__host__ __device__ int divide(int i) {
  const Wide odd = Wide{0x9e3779b97f4a7c15} << 64 | 0xbf58476d1ce4e5b9;
  const Wide of = odd >> (i % 8 * 3), by = (odd >> (i + 64)) | 1;
  const Wide both = of / by ^ of % by;
  return static_cast<int>(static_cast<unsigned>(both ^ both >> 61)) >> 8;
}

struct Show {
  int* device;
  int host[kThreads];
  void operator()(const char* what) {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost));
    std::printf("%s:", what);
    for (int t : {0, 1, 2, 3, 4, 5, 32, 62, 63}) std::printf(" %d", host[t]);
    std::printf("\n");
  }
};

int main() {
  Show show{};
  CUDA_CHECK(cudaMalloc(&show.device, sizeof(show.host)));
  CUDA_CHECK(cudaMemset(show.device, 0, sizeof(show.host)));
  shapes<<<1, kThreads>>>(show.device);
  show("shapes");
  pointers<<<1, kThreads>>>(show.device);
  show("pointers");
  for (int i = 0; i < 2; ++i) {
    initialisers<<<1, kThreads>>>(show.device);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("managed: %d, ", managed);
    show("initialisers");
  }
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  stacks<<<1, kThreads>>>(show.device);
  show("stacks");
  int wrong = 0;
  for (int t = 0; t < kThreads; ++t)
    wrong += show.host[t] != descend(t % 7, nullptr) + t;
  std::printf("unlike the host: %d\n", wrong);
  Large in;
  for (int i = 0; i < 4000; ++i) in.values[i] = i * 3;
  large<<<1, kThreads>>>(in, show.device);
  show("large");
  const int base = 5, slope = 7;
  each<<<1, kThreads>>>(
      [=] __device__(int i) {
        const auto inner = [&](auto x) { return x * slope + base; };
        return inner(i) + static_cast<int>(inner(0.5f));
      },
      show.device);
  show("lambda");
  each<<<1, kThreads>>>([] __device__(int i) { return divide(i); },
                        show.device);
  show("quotients");
  wrong = 0;
  for (int t = 0; t < kThreads; ++t) wrong += show.host[t] != divide(t);
  std::printf("unlike the host: %d\n", wrong);
  CUDA_CHECK(cudaFree(show.device));
}
