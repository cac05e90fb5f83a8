// SPDX-License-Identifier: MIT
// Programmatic dependent launch: a pipeline of three kernels, each of which
// begins before the one before it has ended, prepares what is its own, and then
// waits. As a stream of launches, and as a graph that runs several times. Then
// what the host, and another stream, may do after an event of a launch, and
// the data of edges: of these only what is wrong is printed. With an
// argument, a kernel or a copy that does not wait: by which way it comes after
// the kernel whose stores it uses.
#include <cstdio>
#include <cstring>
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

template <bool kWaits>
__global__ void use(Buffers b) {
  if (kWaits) cudaGridDependencySynchronize();
  b.sums[here() % kBlocks] = b.squares[0];
}

__global__ void answer(volatile int* question, volatile int* said) {
  cudaTriggerProgrammaticLaunchCompletion();
  while (*question == 0) continue;
  *said = 1;
}

__global__ void nothing() {}

cudaEvent_t event_of_launch() {
  cudaEvent_t event;
  must(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return event;
}

// By an event of the first kernel, for which another stream waits.
void use_after_event(const char* way, Buffers b) {
  cudaStream_t first, second;
  must(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  must(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  const cudaEvent_t event = event_of_launch();
  const bool begun = std::strncmp(way, "begun", 5) == 0;
  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchAttribute& records = attributes[0];
  records.id = begun ? cudaLaunchAttributeLaunchCompletionEvent
                     : cudaLaunchAttributeProgrammaticEvent;
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  if (begun) {
    records.val.launchCompletionEvent.event = event;
  } else {
    records.val.programmaticEvent.event = event;
    records.val.programmaticEvent.triggerAtBlockStart =
        std::strcmp(way, "start") == 0;
  }
  cudaLaunchConfig_t config = {kBlocks, kThreads, 0, first, attributes, 1};
  if (std::strcmp(way, "host") == 0) {  // which must not wait before it answers
    int* host;
    must(cudaMallocHost(&host, 2 * sizeof(int)));
    host[0] = 0;
    must(cudaLaunchKernelEx(&config, answer, host, host + 1));
    must(cudaEventSynchronize(event));
    *static_cast<volatile int*>(host) = 1;
    must(cudaDeviceSynchronize());
    return;
  }
  if (std::strcmp(way, "begun_beside") == 0) {  // of a kernel beside `square`
    config.numAttrs = 0;
    must(cudaLaunchKernelEx(&config, square, b));
    config.numAttrs = 2;
    must(cudaLaunchKernelEx(&config, nothing));
  } else {
    must(cudaLaunchKernelEx(&config, square, b));
  }
  must(cudaStreamWaitEvent(second, event, 0));
  if (std::strcmp(way, "copy") == 0) {
    must(cudaMemcpyAsync(b.sums, b.squares, kBlocks * sizeof(int),
                         cudaMemcpyDeviceToDevice, second));
  } else if (std::strcmp(way, "begun_waits") == 0) {
    use<true><<<1, 1, 0, second>>>(b);
  } else {
    use<false><<<1, 1, 0, second>>>(b);
  }
  must(cudaDeviceSynchronize());
}

// By an edge of a graph: "edge 1 1" is of port 1 and type 1. Both kernels come
// after a node that does nothing.
void use_after_edge(const char* way, Buffers b) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t empty, nodes[2];
  void* arguments[] = {&b};
  const cudaKernelNodeParams kernels[] = {
      {(void*)square, kBlocks, kThreads, 0, arguments, nullptr},
      {(void*)use<false>, 1, 1, 0, arguments, nullptr}};
  must(cudaGraphCreate(&graph, 0));
  must(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
  must(cudaGraphAddKernelNode(&nodes[0], graph, &empty, 1, &kernels[0]));
  must(cudaGraphAddKernelNode(&nodes[1], graph, &empty, 1, &kernels[1]));
  cudaGraphEdgeData edge = {};
  edge.from_port = static_cast<unsigned char>(way[5] - '0');
  edge.type = static_cast<unsigned char>(way[7] - '0');
  must(cudaGraphAddDependencies(graph, &nodes[0], &nodes[1], &edge, 1));
  must(cudaGraphInstantiate(&exec, graph, 0));
  must(cudaGraphLaunch(exec, nullptr));
  must(cudaDeviceSynchronize());
}

void expect(const char* what, bool right) {
  if (!right) std::printf("wrong: %s\n", what);
}

// The host asks a kernel that has begun, and has not ended.
void wait_for_begin() {
  int *question, *said;
  must(cudaMallocHost(&question, sizeof(int)));
  must(cudaMallocHost(&said, sizeof(int)));
  *question = *said = 0;
  cudaStream_t stream;
  must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaLaunchAttribute records = {};
  records.id = cudaLaunchAttributeLaunchCompletionEvent;
  const cudaEvent_t event = event_of_launch();
  records.val.launchCompletionEvent.event = event;
  const cudaLaunchConfig_t config = {1, 1, 0, stream, &records, 1};
  must(cudaLaunchKernelEx(&config, answer, question, said));
  must(cudaEventSynchronize(event));
  const volatile int* const seen = said;
  expect("a kernel did not wait", *seen == 0);
  *static_cast<volatile int*>(question) = 1;
  must(cudaStreamSynchronize(stream));
  expect("a kernel did not end", *seen == 1);
}

__global__ void raise(int* flag) { atomicExch(flag, 1); }
__global__ void wait_for(int* flag) {
  while (atomicAdd(flag, 0) == 0) continue;
}

// Blocks that fill the device wait for a kernel that has begun before them.
void fill_device() {
  constexpr int kShared = 160 * 1024;
  int* flag;
  must(cudaMalloc(&flag, sizeof(int)));
  must(cudaMemset(flag, 0, sizeof(int)));
  must(cudaFuncSetAttribute(
      wait_for, cudaFuncAttributeMaxDynamicSharedMemorySize, kShared));
  cudaStream_t first, second;
  must(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  must(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  must(cudaDeviceSynchronize());
  cudaLaunchAttribute records = {};
  records.id = cudaLaunchAttributeLaunchCompletionEvent;
  const cudaEvent_t event = event_of_launch();
  records.val.launchCompletionEvent.event = event;
  const cudaLaunchConfig_t config = {1, 1, 0, first, &records, 1};
  must(cudaLaunchKernelEx(&config, raise, flag));
  must(cudaStreamWaitEvent(second, event, 0));
  wait_for<<<400, 1, kShared, second>>>(flag);
  must(cudaDeviceSynchronize());
  must(cudaFree(flag));
}

bool is(const cudaGraphEdgeData& edge, int port, int type) {
  return edge.from_port == port && edge.type == type;
}

// Edges with data, where hopper.cu of tests/hardware does not ask.
void ask_for_edges(cudaStream_t stream, int* flag) {
  const cudaGraphEdgeData let = {cudaGraphKernelNodePortProgrammatic,
                                 0,
                                 cudaGraphDependencyTypeProgrammatic,
                                 {}};
  const cudaGraphEdgeData begun = {
      cudaGraphKernelNodePortLaunchCompletion, 0, 0, {}};
  cudaStreamCaptureStatus status;
  cudaGraph_t graph, copy;
  const cudaGraphNode_t* tips = nullptr;
  const cudaGraphEdgeData* data = nullptr;
  size_t count = 1;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  raise<<<1, 1, 0, stream>>>(flag);
  must(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &tips, &data,
                                &count));
  cudaGraphNode_t tip = tips[0];
  must(cudaStreamUpdateCaptureDependencies(stream, &tip, &let, 1,
                                           cudaStreamSetCaptureDependencies));
  expect("tips without their data",
         cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &tips,
                                  nullptr, &count) == cudaErrorLossyQuery);
  must(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &tips, &data,
                                &count));
  expect("a tip", count == 1 && tips[0] == tip && is(data[0], 1, 1));
  raise<<<1, 1, 0, stream>>>(flag);
  must(cudaStreamEndCapture(stream, &graph));

  cudaGraphNode_t from, to, found;
  cudaGraphEdgeData edge;
  must(cudaGraphGetEdges(graph, &from, &to, &edge, &count));
  expect("an edge", count == 1 && from == tip && is(edge, 1, 1));
  expect("nodes without their data",
         cudaGraphNodeGetDependencies(to, &found, nullptr, &count) ==
             cudaErrorLossyQuery);
  must(cudaGraphNodeGetDependencies(to, &found, &edge, &count));
  expect("what it waits for", found == from && is(edge, 1, 1));
  must(cudaGraphNodeGetDependentNodes(from, &found, &edge, &count));
  expect("what waits for it", found == to && is(edge, 1, 1));

  cudaGraphExec_t exec;
  cudaGraphExecUpdateResultInfo result;
  must(cudaGraphInstantiate(&exec, graph, 0));
  must(cudaGraphClone(&copy, graph));
  must(cudaGraphExecUpdate(exec, copy, &result));
  must(cudaGraphNodeFindInClone(&from, from, copy));
  must(cudaGraphNodeFindInClone(&to, to, copy));
  must(cudaGraphRemoveDependencies(copy, &from, &to, &let, 1));
  must(cudaGraphAddDependencies(copy, &from, &to, &begun, 1));
  expect("another edge", cudaGraphExecUpdate(exec, copy, &result) ==
                             cudaErrorGraphExecUpdateFailure);
  expect("its reason",
         result.result == cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();
}

int total_of(const Buffers& b) {
  int total = 0;
  must(cudaMemcpy(&total, b.total, sizeof total, cudaMemcpyDeviceToHost));
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<int> values(kCount), all(2 * kCount + kBlocks + 1, 0);
  for (int i = 0; i < kCount; ++i) values[i] = i * 13 % 1000;
  int* memory = nullptr;
  must(cudaMalloc(&memory, all.size() * sizeof(int)));
  must(cudaMemcpy(memory, all.data(), all.size() * sizeof(int),
                  cudaMemcpyHostToDevice));
  const Buffers b{memory, memory + kCount, memory + 2 * kCount,
                  memory + 2 * kCount + kBlocks};
  if (argc > 1) {
    must(cudaDeviceSynchronize());  // the copy has come
    const bool by_edge = std::strncmp(argv[1], "edge", 4) == 0;
    (by_edge ? use_after_edge : use_after_event)(argv[1], b);
    return 0;
  }
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
  ask_for_edges(stream, b.total);
  wait_for_begin();
  fill_device();
  must(cudaStreamDestroy(stream));
  must(cudaFree(memory));
}
