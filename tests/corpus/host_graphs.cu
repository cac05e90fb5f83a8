// SPDX-License-Identifier: MIT
// Graphs that miss an edge, that are captured in the wrong way, or that nobody
// waits for.
#include <numeric>
#include <vector>

#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

/// A graph that is taken apart by hand or by capture, and its executable.
class Exec {
 public:
  explicit Exec(cudaGraph_t graph) : graph_(graph) {
    must(cudaGraphInstantiate(&exec_, graph, 0));
  }
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;
  ~Exec() {
    must(cudaGraphExecDestroy(exec_));
    must(cudaGraphDestroy(graph_));
  }
  void launch(cudaStream_t stream) const {
    must(cudaGraphLaunch(exec_, stream));
  }

 private:
  cudaGraph_t graph_;
  cudaGraphExec_t exec_ = nullptr;
};

/// Adds fill(out, value) to `graph`, after `before` if that is not null.
cudaGraphNode_t add_fill(cudaGraph_t graph, cudaGraphNode_t before, int* out,
                         int value) {
  void* arguments[] = {&out, &value};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(fill);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(kCount);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  must(cudaGraphAddKernelNode(&node, graph, &before, before != nullptr,
                              &launch));
  return node;
}

/// A node after which work comes late, as after hold(); null: no delay.
cudaGraphNode_t add_hold(cudaGraph_t graph) {
  if (delay() == 0) return nullptr;
  long long cycles = delay();
  void* arguments[] = {&cycles};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(spin);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  must(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &launch));
  return node;
}

int first_of(const int* data) {
  int value = 0;
  must(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

// program copy_without_an_edge: The download depends on nothing, so the graph
// may run it before the kernel.
template <bool kFixed>
void copy_without_an_edge() {
  Device<int> data(kCount, 0);
  Pinned<int> result(kCount, -1);
  cudaGraph_t graph;
  cudaGraphNode_t copy;
  must(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t made = add_fill(graph, add_hold(graph), data, 5);
  // bug: stream-race copy_without_an_edge
  must(cudaGraphAddMemcpyNode1D(&copy, graph, &made, kFixed ? 1 : 0, result,
                                data, kBytes, cudaMemcpyDeviceToHost));
  const Exec exec(graph);
  exec.launch(nullptr);
  must(cudaDeviceSynchronize());
  saw(result[0]);
}

// program memset_without_an_edge: The array is cleared and filled by two nodes
// that nothing orders.
template <bool kFixed>
void memset_without_an_edge() {
  Device<int> data(kCount, 9);
  cudaGraph_t graph;
  cudaGraphNode_t clear;
  must(cudaGraphCreate(&graph, 0));
  cudaMemsetParams zero{};
  zero.dst = data;
  zero.elementSize = 1;
  zero.width = kBytes;
  zero.height = 1;
  const cudaGraphNode_t held = add_hold(graph);
  must(cudaGraphAddMemsetNode(&clear, graph, &held, held != nullptr, &zero));
  // bug: stream-race memset_without_an_edge
  add_fill(graph, kFixed ? clear : nullptr, data, 4);
  const Exec exec(graph);
  exec.launch(nullptr);
  must(cudaDeviceSynchronize());
  saw(first_of(data));
}

// program forked_too_early: A captured stream forks from an event that stands
// before the upload which the fork needs.
template <bool kFixed>
void forked_too_early() {
  Stream trunk, branch;
  Event fork, join;
  Pinned<int> in(kCount, 3), out(kCount, -1);
  Device<int> data(kCount, 0);
  cudaGraph_t graph;
  must(cudaStreamBeginCapture(trunk, cudaStreamCaptureModeThreadLocal));
  if (!kFixed) fork.record(trunk);
  hold(trunk);
  must(cudaMemcpyAsync(data, in, kBytes, cudaMemcpyHostToDevice, trunk));
  if (kFixed) fork.record(trunk);
  must(cudaStreamWaitEvent(branch, fork, 0));
  // bug: stream-race forked_too_early
  must(cudaMemcpyAsync(out, data, kBytes, cudaMemcpyDeviceToHost, branch));
  join.record(branch);
  must(cudaStreamWaitEvent(trunk, join, 0));
  must(cudaStreamEndCapture(trunk, &graph));
  const Exec exec(graph);
  exec.launch(trunk);
  trunk.wait();
  saw(out[0]);
}

// program graph_result_read_early: The result is read after the launch of the
// graph, as if that had waited.
template <bool kFixed>
void graph_result_read_early() {
  Stream stream;
  Device<int> data(kCount);
  Pinned<int> result(kCount, -1);
  cudaGraph_t graph;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  fill<<<1, kCount, 0, stream>>>(data, 6);
  must(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  must(cudaStreamEndCapture(stream, &graph));
  const Exec exec(graph);
  hold(stream);
  exec.launch(stream);
  if (kFixed) stream.wait();
  // bug: host-race graph_result_read_early
  saw(std::accumulate(result.data(), result.data() + kCount, 0));
  stream.wait();
}

// program graph_input_changed: The host writes the input of the next launch
// while the graph still uploads that of this one.
template <bool kFixed>
void graph_input_changed() {
  Stream stream;
  Device<int> data(kCount, 0), total(kCount, 0);
  Pinned<int> input(kCount, 0);
  cudaGraph_t graph;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  must(cudaMemcpyAsync(data, input, kBytes, cudaMemcpyHostToDevice, stream));
  add<<<1, kCount, 0, stream>>>(total, data);
  must(cudaStreamEndCapture(stream, &graph));
  const Exec exec(graph);
  for (int frame = 1; frame <= 3; ++frame) {
    // bug: host-race graph_input_changed
    for (int i = 0; i < kCount; ++i) input[i] = frame;
    hold(stream);
    exec.launch(stream);
    if (kFixed) stream.wait();
  }
  stream.wait();
  saw(first_of(total));
}

// program host_node_beside_the_copy: A host function of a graph adds up what a
// copy brings, without an edge from the copy.
std::vector<int> totals;

void CUDART_CB note_total(void* data) {
  const int* values = static_cast<int*>(data);
  // bug: host-race note_total
  totals.push_back(std::accumulate(values, values + kCount, 0));
}

template <bool kFixed>
void host_node_beside_the_copy() {
  Device<int> data(kCount, 2);
  Pinned<int> values(kCount, 0);
  cudaGraph_t graph;
  cudaGraphNode_t copy, total;
  must(cudaGraphCreate(&graph, 0));
  const cudaGraphNode_t held = add_hold(graph);
  must(cudaGraphAddMemcpyNode1D(&copy, graph, &held, held != nullptr, values,
                                data, kBytes, cudaMemcpyDeviceToHost));
  const cudaHostNodeParams function{note_total, values};
  must(cudaGraphAddHostNode(&total, graph, &copy, kFixed ? 1 : 0, &function));
  const Exec exec(graph);
  exec.launch(nullptr);
  must(cudaDeviceSynchronize());
  saw(totals.back());
}

// program two_executables: An executable graph never runs beside itself; two
// that were made from one graph do.
__global__ void step(int* data) {
  data[threadIdx.x] += 1;  // bug: global-race
}

template <bool kFixed>
void two_executables() {
  Stream left(cudaStreamNonBlocking), right(cudaStreamNonBlocking);
  Device<int> data(kCount, 0);
  must(cudaDeviceSynchronize());
  cudaGraph_t graph, copy;
  must(cudaStreamBeginCapture(left, cudaStreamCaptureModeThreadLocal));
  hold(left);
  step<<<1, kCount, 0, left>>>(data);
  must(cudaStreamEndCapture(left, &graph));
  must(cudaGraphClone(&copy, graph));
  const Exec first(graph), second(copy);
  first.launch(left);
  (kFixed ? first : second).launch(right);
  must(cudaDeviceSynchronize());
  saw(first_of(data));
}

// program graph_beside_a_kernel: A graph runs in one stream, and a kernel that
// needs its result in another one.
__global__ void triple(int* data) {
  data[threadIdx.x] *= 3;  // bug: global-race
}

template <bool kFixed>
void graph_beside_a_kernel() {
  Stream graphs(cudaStreamNonBlocking), kernels(cudaStreamNonBlocking);
  Event made;
  Device<int> data(kCount, 0);
  must(cudaDeviceSynchronize());
  cudaGraph_t graph;
  must(cudaGraphCreate(&graph, 0));
  add_fill(graph, nullptr, data, 7);
  const Exec exec(graph);
  hold(graphs);
  exec.launch(graphs);
  made.record(graphs);
  if (kFixed) must(cudaStreamWaitEvent(kernels, made, 0));
  triple<<<1, kCount, 0, kernels>>>(data);
  must(cudaDeviceSynchronize());
  saw(first_of(data));
}

// program branch_not_joined: A captured stream forks, and the capture ends
// before the branch has come back.
template <bool kFixed>
void branch_not_joined() {
  Stream trunk, branch;
  Event fork, join;
  Device<int> data(kCount, 0);
  cudaGraph_t graph = nullptr;
  must(cudaStreamBeginCapture(trunk, cudaStreamCaptureModeThreadLocal));
  fork.record(trunk);
  must(cudaStreamWaitEvent(branch, fork, 0));
  fill<<<1, kCount, 0, branch>>>(data, 8);
  join.record(branch);
  if (kFixed) must(cudaStreamWaitEvent(trunk, join, 0));
  // bug: unchecked-error cudaStreamEndCapture
  (void)cudaStreamEndCapture(trunk, &graph);
  if (graph != nullptr) must(cudaGraphDestroy(graph));
}

// program waits_while_capturing: A function that is captured waits for its
// stream, which has not begun to work.
template <bool kFixed>
void waits_while_capturing() {
  Stream stream;
  Device<int> data(kCount, 0);
  cudaGraph_t graph = nullptr;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  fill<<<1, kCount, 0, stream>>>(data, 1);
  // bug: unchecked-error cudaStreamSynchronize
  if (!kFixed) (void)cudaStreamSynchronize(stream);
  (void)cudaStreamEndCapture(stream, &graph);
  if (graph != nullptr) must(cudaGraphDestroy(graph));
}

// program default_stream_while_capturing: A captured function copies with
// cudaMemcpy, which uses the default stream and would wait.
template <bool kFixed>
void default_stream_while_capturing() {
  Stream stream;
  Device<int> data(kCount, 0);
  Pinned<int> input(kCount, 2);
  cudaGraph_t graph = nullptr;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  if (kFixed)
    must(cudaMemcpyAsync(data, input, kBytes, cudaMemcpyHostToDevice, stream));
  else  // bug: unchecked-error cudaMemcpy
    (void)cudaMemcpy(data, input, kBytes, cudaMemcpyHostToDevice);
  (void)cudaStreamEndCapture(stream, &graph);
  if (graph != nullptr) must(cudaGraphDestroy(graph));
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"copy_without_an_edge", copy_without_an_edge<false>,
        copy_without_an_edge<true>},
       {"memset_without_an_edge", memset_without_an_edge<false>,
        memset_without_an_edge<true>},
       {"forked_too_early", forked_too_early<false>, forked_too_early<true>},
       {"graph_result_read_early", graph_result_read_early<false>,
        graph_result_read_early<true>},
       {"graph_input_changed", graph_input_changed<false>,
        graph_input_changed<true>},
       {"host_node_beside_the_copy", host_node_beside_the_copy<false>,
        host_node_beside_the_copy<true>},
       {"two_executables", two_executables<false>, two_executables<true>},
       {"graph_beside_a_kernel", graph_beside_a_kernel<false>,
        graph_beside_a_kernel<true>},
       {"branch_not_joined", branch_not_joined<false>, branch_not_joined<true>},
       {"waits_while_capturing", waits_while_capturing<false>,
        waits_while_capturing<true>},
       {"default_stream_while_capturing", default_stream_while_capturing<false>,
        default_stream_while_capturing<true>}});
}
