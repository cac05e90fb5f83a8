// SPDX-License-Identifier: MIT
// Programs that end before their work has: kernels, copies and printf that
// nobody waited for.
#include <cstdlib>

#include "tests/corpus/corpus.h"
#include "tests/corpus/host_async.h"

using namespace corpus;

namespace {

__device__ int values[kCount];
__device__ int backup[kCount];

__global__ void set(int value, int first = 0) {
  values[first + threadIdx.x] = value;
}

__global__ void hello(int number) { printf("hello %d\n", number); }

// program last_kernel: The last thing that the program does is a launch.
template <bool kFixed>
void last_kernel() {
  hold(nullptr);
  // bug: unfinished-work set
  set<<<1, kCount>>>(1);
  must(cudaGetLastError());
  if (kFixed) must(cudaDeviceSynchronize());
}

// program last_copy: A backup is begun, and the program ends.
template <bool kFixed>
void last_copy() {
  Stream stream;
  void* from = nullptr;
  must(cudaGetSymbolAddress(&from, values));
  hold(stream);
  // bug: unfinished-work last_copy
  must(cudaMemcpyToSymbolAsync(backup, from, kBytes, 0,
                               cudaMemcpyDeviceToDevice, stream));
  if (kFixed) stream.wait();
}

// program other_stream_unfinished: Two streams work, and the end waits for one.
template <bool kFixed>
void other_stream_unfinished() {
  cudaStream_t first, second;
  must(cudaStreamCreate(&first));
  must(cudaStreamCreate(&second));
  hold(first);
  // bug: unfinished-work set
  set<<<1, 16, 0, first>>>(1);
  set<<<1, 16, 0, second>>>(1, 16);
  must(cudaStreamSynchronize(second));
  if (kFixed) must(cudaStreamSynchronize(first));
  must(cudaStreamDestroy(first));
  must(cudaStreamDestroy(second));
}

// program exit_from_a_helper: A helper ends the program when all is said, and
// the kernel is still in flight.
[[noreturn]] void done() {
  std::puts("done");
  std::exit(0);
}

template <bool kFixed>
void exit_from_a_helper() {
  hold(nullptr);
  // bug: unfinished-work set
  set<<<1, kCount>>>(2);
  if (kFixed) must(cudaStreamSynchronize(nullptr));
  done();
}

// program asked_and_left: The program asks once whether all is done, and ends
// with either answer.
template <bool kFixed>
void asked_and_left() {
  Event finished;
  hold(nullptr);
  // bug: unfinished-work set
  set<<<1, kCount>>>(3);
  finished.record(nullptr);
  while (cudaEventQuery(finished) == cudaErrorNotReady && kFixed) {
  }
}

// program graph_not_waited_for: A graph is launched at the end, and destroyed,
// which does not wait for it.
template <bool kFixed>
void graph_not_waited_for() {
  Stream stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  // bug: unfinished-work set
  set<<<1, kCount, 0, stream>>>(4);
  must(cudaStreamEndCapture(stream, &graph));
  must(cudaGraphInstantiate(&exec, graph, 0));
  hold(stream);
  must(cudaGraphLaunch(exec, stream));
  if (kFixed) stream.wait();
  must(cudaGraphExecDestroy(exec));
  must(cudaGraphDestroy(graph));
}

// program first_hello: The first program of everybody: a kernel that prints,
// and nothing that waits for it.
// also: unfinished-work
template <bool kFixed>
void first_hello() {
  hold(nullptr);
  hello<<<1, 1>>>(1);  // bug: lost-output hello
  if (kFixed) must(cudaDeviceSynchronize());
}

// program hello_and_exit: The kernel prints, and the program ends by exit.
// also: unfinished-work
template <bool kFixed>
void hello_and_exit() {
  Stream stream(cudaStreamNonBlocking);
  hold(stream);
  hello<<<1, 1, 0, stream>>>(2);  // bug: lost-output hello
  if (kFixed) must(cudaDeviceReset());
  std::exit(0);
}

// program hello_in_the_other_stream: The host waits for another stream than the
// one whose kernel prints.
// also: unfinished-work
template <bool kFixed>
void hello_in_the_other_stream() {
  cudaStream_t printing, working;
  must(cudaStreamCreate(&printing));
  must(cudaStreamCreate(&working));
  set<<<1, kCount, 0, working>>>(5);
  hold(printing);
  hello<<<1, 1, 0, printing>>>(3);  // bug: lost-output hello
  must(cudaStreamSynchronize(kFixed ? printing : working));
  if (kFixed) must(cudaStreamSynchronize(working));
  must(cudaStreamDestroy(printing));
  must(cudaStreamDestroy(working));
}

// program copy_in_front_of_hello: A copy that blocks shows what was printed
// before it, not what comes after.
// also: unfinished-work
template <bool kFixed>
void copy_in_front_of_hello() {
  int value = 0;
  hold(nullptr);
  if (kFixed) hello<<<1, 1>>>(4);
  must(cudaMemcpyFromSymbol(&value, values, sizeof value));
  saw(value);
  if (!kFixed) hello<<<1, 1>>>(4);  // bug: lost-output hello
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"last_kernel", last_kernel<false>, last_kernel<true>},
       {"last_copy", last_copy<false>, last_copy<true>},
       {"other_stream_unfinished", other_stream_unfinished<false>,
        other_stream_unfinished<true>},
       {"exit_from_a_helper", exit_from_a_helper<false>,
        exit_from_a_helper<true>},
       {"asked_and_left", asked_and_left<false>, asked_and_left<true>},
       {"graph_not_waited_for", graph_not_waited_for<false>,
        graph_not_waited_for<true>},
       {"first_hello", first_hello<false>, first_hello<true>},
       {"hello_and_exit", hello_and_exit<false>, hello_and_exit<true>},
       {"hello_in_the_other_stream", hello_in_the_other_stream<false>,
        hello_in_the_other_stream<true>},
       {"copy_in_front_of_hello", copy_in_front_of_hello<false>,
        copy_in_front_of_hello<true>}});
}
