// SPDX-License-Identifier: MIT
// Programmatic dependent launch: a pipeline of three kernels, each of which
// begins before the one before it has ended, prepares what is its own, and then
// waits. As a stream of launches, and as a graph that runs several times.
#include <cstdio>
#include <vector>

namespace {

constexpr int kBlocks = 24, kThreads = 128, kCount = kBlocks * kThreads;

void must(cudaError_t error) {
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
}

struct Buffers {
  int *values, *squares, *sums, *total;
};

__device__ int here() { return blockIdx.x * kThreads + threadIdx.x; }

// Each block lets the next kernel begin at another moment: at once, after its
// store, or by its end.
__global__ void square(Buffers b) {
  cudaGridDependencySynchronize();
  if (blockIdx.x % 3 == 0) cudaTriggerProgrammaticLaunchCompletion();
  const int value = b.values[here()];
  b.squares[here()] = value * value % 1009;
  if (blockIdx.x % 3 == 1) cudaTriggerProgrammaticLaunchCompletion();
}

// One thread waits for its block.
__global__ void add_up(Buffers b) {
  __shared__ int sum;
  if (threadIdx.x == 0) {
    sum = 0;
    cudaGridDependencySynchronize();
  }
  __syncthreads();
  cudaTriggerProgrammaticLaunchCompletion();
  atomicAdd(&sum, b.squares[here()]);
  __syncthreads();
  if (threadIdx.x == 0) b.sums[blockIdx.x] = sum;
}

// The values of the next round come from the total of this one.
__global__ void next_round(Buffers b) {
  const int mine = here() * 7 % 31;  // takes nothing from the kernels before
  cudaGridDependencySynchronize();
  int total = 0;
  for (int i = 0; i < kBlocks; ++i) total += b.sums[i];
  b.values[here()] = (mine + total) % 1000;
  if (here() == 0) *b.total = total;
}

void enqueue(cudaStream_t stream, Buffers b) {
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  const cudaLaunchConfig_t config = {kBlocks, kThreads, 0, stream, &early, 1};
  must(cudaLaunchKernelEx(&config, square, b));
  must(cudaLaunchKernelEx(&config, add_up, b));
  must(cudaLaunchKernelEx(&config, next_round, b));
}

int total_of(const Buffers& b) {
  int total = 0;
  must(cudaMemcpy(&total, b.total, sizeof total, cudaMemcpyDeviceToHost));
  return total;
}

}  // namespace

int main() {
  std::vector<int> values(kCount), all(2 * kCount + kBlocks + 1, 0);
  for (int i = 0; i < kCount; ++i) values[i] = i * 13 % 1000;
  int* memory = nullptr;
  must(cudaMalloc(&memory, all.size() * sizeof(int)));
  must(cudaMemcpy(memory, all.data(), all.size() * sizeof(int),
                  cudaMemcpyHostToDevice));
  const Buffers b{memory, memory + kCount, memory + 2 * kCount,
                  memory + 2 * kCount + kBlocks};
  const auto restart = [&] {
    must(cudaMemcpy(b.values, values.data(), kCount * sizeof(int),
                    cudaMemcpyHostToDevice));
  };
  cudaStream_t stream;
  must(cudaStreamCreate(&stream));

  restart();
  must(cudaDeviceSynchronize());
  for (int round = 0; round < 3; ++round) enqueue(stream, b);
  must(cudaStreamSynchronize(stream));
  std::printf("stream: %d\n", total_of(b));

  restart();
  must(cudaDeviceSynchronize());
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  enqueue(stream, b);
  must(cudaStreamEndCapture(stream, &graph));
  must(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 3; ++round) {
    must(cudaGraphLaunch(exec, stream));
    must(cudaStreamSynchronize(stream));
    std::printf("graph, round %d: %d\n", round, total_of(b));
  }
  must(cudaGraphExecDestroy(exec));
  must(cudaGraphDestroy(graph));
  must(cudaStreamDestroy(stream));
  must(cudaFree(memory));
}
