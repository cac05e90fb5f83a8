// SPDX-License-Identifier: MIT
// Launches that may begin before the one before them in the stream has ended:
// what that one stores or loads is theirs only after griddepcontrol.wait.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
using namespace cuda::ptx;

namespace {

constexpr int kBlocks = 4, kThreads = 64, kCount = kBlocks * kThreads;

/// Launches it so that it may begin early.
template <class... Params, class... Args>
void launch_early(void (*kernel)(Params...), Args&&... args) {
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = kBlocks;
  config.blockDim = kThreads;
  config.attrs = &early;
  config.numAttrs = 1;
  if (cudaLaunchKernelEx(&config, kernel, Params(args)...) != cudaSuccess)
    std::puts("cudaLaunchKernelEx failed");
}

__device__ int here() { return blockIdx.x * kThreads + threadIdx.x; }

// program begins_early: The second kernel begins early and never waits.
__global__ void produce(const int* in, int* out) {
  cudaTriggerProgrammaticLaunchCompletion();
  out[here()] = 2 * in[here()];
}

template <bool kFixed>
__global__ void consume(const int* in, int* out) {
  if (kFixed) cudaGridDependencySynchronize();
  // bug: dependent-launch
  out[here()] = in[here()] + 1;
}

template <bool kFixed>
void begins_early() {
  Device<int> in(kCount, 1), middle(kCount, 0), out(kCount, 0);
  for (int round = 0; round < 2; ++round) {
    produce<<<kBlocks, kThreads>>>(in, middle);
    launch_early(consume<kFixed>, middle, out);
  }
  finish();
}

// program length_before_the_wait: What is read before the wait is not only the
// weights, which no kernel writes, but also a length that the kernel before
// counts.
__global__ void filter(const int* in, int* kept, int* count) {
  if (in[here()] % 3 == 0) kept[atomicAdd(count, 1)] = in[here()];
  cudaTriggerProgrammaticLaunchCompletion();
}

template <bool kFixed>
__global__ void scale(const int* kept, const int* count, const int* weights,
                      int* out) {
  const int weight = weights[here()];
  if (kFixed) cudaGridDependencySynchronize();
  const int n = *count;  // bug: dependent-launch
  cudaGridDependencySynchronize();
  if (here() < n) out[here()] = weight * kept[here()];
}

template <bool kFixed>
void length_before_the_wait() {
  Device<int> in(kCount, 3), kept(kCount, 0), out(kCount, 0), count(1, 0);
  Device<int> weights(kCount, 5);
  filter<<<kBlocks, kThreads>>>(in, kept, count);
  launch_early(scale<kFixed>, kept, count, weights, out);
  finish();
}

// program one_thread_waits: One thread waits for all, and no barrier tells the
// others.
template <bool kFixed>
__global__ void sum(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  if (!kFixed) __syncthreads();
  if (threadIdx.x == 0) cudaGridDependencySynchronize();
  if (kFixed) __syncthreads();
  atomicAdd(&total, in[here()]);  // bug: dependent-launch
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

template <bool kFixed>
void one_thread_waits() {
  Device<int> in(kCount, 1), middle(kCount, 0), out(kBlocks, 0);
  produce<<<kBlocks, kThreads>>>(in, middle);
  launch_early(sum<kFixed>, middle, out);
  finish();
}

// program old_input_is_overwritten: Two buffers change their roles; the second
// kernel clears the one that the first may still read.
template <bool kFixed>
__global__ void clear_old(const int* in, int* old) {
  if (kFixed) cudaGridDependencySynchronize();
  old[here()] = 0;  // bug: dependent-launch
  cudaGridDependencySynchronize();
  old[here()] += in[here()];
}

template <bool kFixed>
void old_input_is_overwritten() {
  Device<int> a(kCount, 1), b(kCount, 0);
  produce<<<kBlocks, kThreads>>>(a, b);
  launch_early(clear_old<kFixed>, b, a);
  finish();
}

// program bulk_copy_before_the_wait: The copy of the first tile is issued in
// the prologue.
template <bool kFixed>
__global__ void load_tile(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    if (kFixed) cudaGridDependencySynchronize();
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              sizeof tile);
    // bug: dependent-launch
    cp_async_bulk(space_cluster, space_global, tile, in + blockIdx.x * kThreads,
                  sizeof tile, &full);
  }
  __syncthreads();
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  cudaGridDependencySynchronize();
  out[here()] = tile[threadIdx.x];
}

template <bool kFixed>
void bulk_copy_before_the_wait() {
  Device<int> in(kCount, 1), middle(kCount, 0), out(kCount, 0);
  produce<<<kBlocks, kThreads>>>(in, middle);
  launch_early(load_tile<kFixed>, middle, out);
  finish();
}

// program bulk_store_of_the_kernel_before: What the kernel before writes by
// bulk copies is read as if it were there.
__global__ void store_tile(int value, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  cudaTriggerProgrammaticLaunchCompletion();
  tile[threadIdx.x] = value;
  fence_proxy_async(space_shared);
  __syncthreads();
  if (threadIdx.x != 0) return;
  cp_async_bulk(space_global, space_shared, out + blockIdx.x * kThreads, tile,
                sizeof tile);
  cp_async_bulk_commit_group();
  cp_async_bulk_wait_group(n32_t<0>());
}

template <bool kFixed>
__global__ void mirror(const int* in, int* out) {
  if (kFixed) cudaGridDependencySynchronize();
  // bug: dependent-launch
  out[kCount - 1 - here()] = in[here()];
}

template <bool kFixed>
void bulk_store_of_the_kernel_before() {
  Device<int> middle(kCount, 0), out(kCount, 0);
  store_tile<<<kBlocks, kThreads>>>(7, middle);
  launch_early(mirror<kFixed>, middle, out);
  finish();
}

// program chain_of_three: The second kernel lets the third begin before it has
// waited for the first, so the third runs beside both.
template <bool kFixed>
__global__ void pass_on(const int* in, int* out) {
  if (!kFixed) cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
  if (kFixed) cudaTriggerProgrammaticLaunchCompletion();
  out[here()] = in[here()];
}

__global__ void combine(const int* first, const int* second, int* out) {
  const int a = first[here()];  // bug: dependent-launch
  cudaGridDependencySynchronize();
  out[here()] = a + second[here()];
}

template <bool kFixed>
void chain_of_three() {
  Device<int> in(kCount, 1), a(kCount, 0), b(kCount, 0), out(kCount, 0);
  produce<<<kBlocks, kThreads>>>(in, a);
  launch_early(pass_on<kFixed>, a, b);
  launch_early(combine, a, b, out);
  finish();
}

// program captured_in_a_graph: A graph keeps how its launches stand to each
// other.
template <bool kFixed>
__global__ void halve(int* data) {
  if (kFixed) cudaGridDependencySynchronize();
  data[here()] /= 2;  // bug: dependent-launch
}

template <bool kFixed>
void captured_in_a_graph() {
  Device<int> in(kCount, 1), out(kCount, 0);
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  produce<<<kBlocks, kThreads, 0, stream>>>(in, out);
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {kBlocks, kThreads, 0, stream, &early, 1};
  cudaLaunchKernelEx(&config, halve<kFixed>, (int*)out);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int round = 0; round < 3; ++round) cudaGraphLaunch(exec, stream);
  finish();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

}  // namespace

int main(int argc, char** argv) {
#define PROGRAM(name) \
  { #name, name < false>, name < true> }
  return choose(argc, argv,
                {PROGRAM(begins_early), PROGRAM(length_before_the_wait),
                 PROGRAM(one_thread_waits), PROGRAM(old_input_is_overwritten),
                 PROGRAM(bulk_copy_before_the_wait),
                 PROGRAM(bulk_store_of_the_kernel_before),
                 PROGRAM(chain_of_three), PROGRAM(captured_in_a_graph)});
}
