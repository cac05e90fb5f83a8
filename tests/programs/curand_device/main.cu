// SPDX-License-Identifier: MIT
// cuRAND's device API: states kept in memory between launches, sequences and
// offsets, and the distributions. Words and uniform numbers are printed bit for
// bit, the others rounded: their functions may differ in the last bits.
#include <curand_kernel.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "common/cuda_check.h"

constexpr int kThreads = 32;
constexpr unsigned long long kSeed = 2026;  // no number needs a question mark

/// What one thread draws.
struct Draws {
  unsigned words[4];
  float uniform[2];
  double uniform_double;
  float normal[3], log_normal;
  double normal_double, log_normal_double;
  unsigned poisson[3];
};

/// Each thread has its own sequence, and starts it elsewhere.
template <class State>
__global__ void begin(State* states, unsigned long long seed) {
  const int t = threadIdx.x;
  curand_init(seed, t, 1000ULL * (t % 4), &states[t]);
}

template <class State>
__global__ void draw(State* states, Draws* out) {
  State state = states[threadIdx.x];
  Draws draws;
  draws.words[0] = curand(&state);
  draws.words[1] = curand(&state);
  draws.uniform[0] = curand_uniform(&state);
  draws.uniform[1] = curand_uniform(&state);
  draws.uniform_double = curand_uniform_double(&state);
  const float2 pair = curand_normal2(&state);
  draws.normal[0] = curand_normal(&state);
  draws.normal[1] = pair.x;
  draws.normal[2] = pair.y;
  draws.log_normal = curand_log_normal(&state, 0.5f, 0.25f);
  draws.normal_double = curand_normal_double(&state);
  draws.log_normal_double = curand_log_normal_double(&state, 0.5, 0.25);
  double mean = 3.0;  // each of the three has another method
  for (int i = 0; i < 3; ++i, mean *= 40.0)
    draws.poisson[i] = curand_poisson(&state, mean);
  skipahead(1000000007ULL, &state);
  draws.words[2] = curand(&state);
  skipahead_sequence(5ULL, &state);
  draws.words[3] = curand(&state);
  states[threadIdx.x] = state;
  out[threadIdx.x] = draws;
}

/// Philox gives four at a time.
__global__ void draw_four(curandStatePhilox4_32_10_t* states, uint4* words,
                          float4* uniform, float4* normal, uint4* poisson) {
  const int t = threadIdx.x;
  curandStatePhilox4_32_10_t state = states[t];
  words[t] = curand4(&state);
  uniform[t] = curand_uniform4(&state);
  normal[t] = curand_normal4(&state);
  poisson[t] = curand_poisson4(&state, 7.5);
  states[t] = state;
}

/// The first dimension of Sobol's sequence: bit i of the index is bit 31 - i.
__global__ void draw_sobol(unsigned* plain, unsigned* scrambled) {
  unsigned directions[32];
  for (int i = 0; i < 32; ++i) directions[i] = 1u << (31 - i);
  curandStateSobol32_t first;
  curandStateScrambledSobol32_t second;
  curand_init(directions, threadIdx.x * 8, &first);
  curand_init(directions, 0x12345678u, threadIdx.x * 8, &second);
  for (int i = 0; i < 8; ++i) {
    plain[threadIdx.x * 8 + i] = curand(&first);
    scrambled[threadIdx.x * 8 + i] = curand(&second);
  }
}

/// Memory that host and device see, freed at the end.
template <class T>
struct Shared {
  explicit Shared(int count) {
    CUDA_CHECK(cudaMallocManaged(&data, count * sizeof(T)));
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { CUDA_CHECK(cudaFree(data)); }
  T* data = nullptr;
};

void wait() {
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}

template <class Bits, class T>
Bits bits_of(T value) {
  static_assert(sizeof(Bits) == sizeof(T));
  Bits bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// Two decimals, and a question mark where an error of 0.00005 changes them.
void show_rounded(double value) {
  const double steps = std::abs(value) * 100;
  const bool edge = std::abs(steps - std::floor(steps) - 0.5) < 0.005;
  std::printf(" %.2f%s", value, edge ? "?" : "");
}

void show(const Draws& d, int thread) {
  std::printf("  thread %d:", thread);
  for (unsigned word : d.words) std::printf(" %08x", word);
  for (float u : d.uniform) std::printf(" %08x", bits_of<uint32_t>(u));
  std::printf(" %016llx\n   ", static_cast<unsigned long long>(
                                   bits_of<uint64_t>(d.uniform_double)));
  for (float normal : d.normal) show_rounded(normal);
  show_rounded(d.log_normal);
  show_rounded(d.normal_double);
  show_rounded(d.log_normal_double);
  for (unsigned count : d.poisson) std::printf(" %u", count);
  std::printf("\n");
}

template <class State>
void generator(const char* name) {
  Shared<State> states(kThreads);
  Shared<Draws> draws(kThreads);
  begin<<<1, kThreads>>>(states.data, kSeed);
  for (int launch = 0; launch < 2; ++launch) {
    draw<<<1, kThreads>>>(states.data, draws.data);
    wait();
    std::printf("%s, launch %d\n", name, launch);
    for (int t : {0, 1, 31}) show(draws.data[t], t);
  }
}

void four() {
  Shared<curandStatePhilox4_32_10_t> states(kThreads);
  Shared<uint4> words(kThreads), poisson(kThreads);
  Shared<float4> uniform(kThreads), normal(kThreads);
  begin<<<1, kThreads>>>(states.data, kSeed);
  draw_four<<<1, kThreads>>>(states.data, words.data, uniform.data, normal.data,
                             poisson.data);
  wait();
  std::printf("philox, four at a time\n");
  for (int t : {0, 31}) {
    const uint4 w = words.data[t], p = poisson.data[t];
    const float4 u = uniform.data[t], n = normal.data[t];
    std::printf("  thread %d: %08x %08x %08x %08x", t, w.x, w.y, w.z, w.w);
    for (float one : {u.x, u.y, u.z, u.w})
      std::printf(" %08x", bits_of<uint32_t>(one));
    std::printf("\n   ");
    for (float one : {n.x, n.y, n.z, n.w}) show_rounded(one);
    std::printf(" %u %u %u %u\n", p.x, p.y, p.z, p.w);
  }
}

void sobol() {
  Shared<unsigned> plain(kThreads * 8), scrambled(kThreads * 8);
  draw_sobol<<<1, kThreads>>>(plain.data, scrambled.data);
  wait();
  bool right = true;  // in order of Gray's code, from the thread's own place
  for (unsigned i = 0; i < kThreads * 8; ++i) {
    unsigned expected = 0;
    for (int bit = 0; bit < 32; ++bit)
      if ((i ^ (i >> 1)) >> bit & 1) expected |= 1u << (31 - bit);
    right = right && plain.data[i] == expected;
  }
  std::printf("sobol: %s, scrambled %08x %08x\n", right ? "right" : "WRONG",
              scrambled.data[0], scrambled.data[kThreads * 8 - 1]);
}

int main() {
  generator<curandStateXORWOW_t>("xorwow");
  generator<curandStatePhilox4_32_10_t>("philox");
  generator<curandStateMRG32k3a_t>("mrg32k3a");
  four();
  sobol();
}
