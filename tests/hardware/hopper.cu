// SPDX-License-Identifier: MIT
// What a GPU of 9.0 does where the manual says little: launches that begin
// before the kernel before them has ended, by a stream, an event or an edge of
// a graph, and lanes that ask one mbarrier. One case a process:
//   tests/hardware/record_all.sh OUTDIR hopper
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

constexpr long long kLong = 4000000;  // clocks
constexpr int kAsks = 64;

int* out;        // [0] is what `first` stores, [1] what `second` saw of it
int* host_flag;  // pinned

__device__ void pass_time(long long clocks) {
  const long long begin = clock64();
  while (clock64() - begin < clocks) continue;
}

// Stores 1 after a long time, and lets others begin at once where told so.
__global__ void first(int* out, bool trigger) {
  if (trigger) cudaTriggerProgrammaticLaunchCompletion();
  pass_time(kLong);
  *static_cast<volatile int*>(out) = 1;
}
__global__ void second(int* out, bool wait) {
  if (wait) cudaGridDependencySynchronize();
  out[1] = *static_cast<volatile int*>(out) + 10;
}
__global__ void third(int* out) { out[2] = out[1] + 100; }
__global__ void fill(int* out) { out[3] = 1; }

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

struct Launch {
  cudaLaunchAttribute attribute[2] = {};
  int count = 0;
  Launch& early() {
    attribute[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[count++].val.programmaticStreamSerializationAllowed = 1;
    return *this;
  }
  Launch& event(cudaEvent_t e, bool at_start, int flags = 0) {
    attribute[count].id = cudaLaunchAttributeProgrammaticEvent;
    attribute[count++].val.programmaticEvent = {e, flags, at_start};
    return *this;
  }
  Launch& begun(cudaEvent_t e, int flags = 0) {
    attribute[count].id = cudaLaunchAttributeLaunchCompletionEvent;
    attribute[count++].val.launchCompletionEvent = {e, flags};
    return *this;
  }
  template <class... P, class... A>
  cudaError_t operator()(cudaStream_t stream, void (*kernel)(P...), A... a) {
    const cudaLaunchConfig_t config = {
        1, 1, 0, stream, attribute, static_cast<unsigned>(count)};
    return cudaLaunchKernelEx(&config, kernel, P(a)...);
  }
};

cudaStream_t stream() {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  return s;
}
cudaEvent_t event(unsigned flags = cudaEventDisableTiming) {
  cudaEvent_t e;
  cudaEventCreateWithFlags(&e, flags);
  return e;
}

void print_out() {
  int host[4] = {};
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf(" %s, saw %d, then %d %d\n", name(error), host[1], host[0],
              host[2]);
}

// The second launch in the stream of the first.
void in_stream(bool trigger, bool attribute, bool wait) {
  const cudaStream_t s = stream();
  Launch()(s, first, out, trigger);
  Launch launch;
  if (attribute) launch.early();
  std::printf("%s,", name(launch(s, second, out, wait)));
  Launch()(s, third, out);
  print_out();
}

// The second launch in another stream, which waits for an event of the first.
void by_event(int kind, bool trigger, bool attribute, bool wait) {
  const cudaStream_t a = stream(), b = stream();
  const cudaEvent_t e = event();
  Launch record;
  if (kind == 2) {
    record.begun(e);
  } else {
    record.event(e, kind == 1);
  }
  std::printf("%s,", name(record(a, first, out, trigger)));
  std::printf(" %s,", name(cudaStreamWaitEvent(b, e, 0)));
  Launch launch;
  if (attribute) launch.early();
  std::printf(" %s,", name(launch(b, second, out, wait)));
  Launch()(b, third, out);
  print_out();
}

// What the host and a copy see of such an event.
void host_sees(int kind) {
  const cudaStream_t a = stream(), b = stream();
  const cudaEvent_t e = event();
  Launch record;
  if (kind == 2) {
    record.begun(e);
  } else {
    record.event(e, kind == 1);
  }
  record(a, first, out, true);
  std::printf("%s,", name(cudaStreamWaitEvent(b, e, 0)));
  cudaMemcpyAsync(host_flag, out, sizeof(int), cudaMemcpyDeviceToHost, b);
  cudaStreamSynchronize(b);
  std::printf(" a copy sees %d, the event %s,", *host_flag,
              name(cudaEventSynchronize(e)));
  std::printf(" the stream %s\n", name(cudaStreamQuery(a)));
}

void wrong_events() {
  const cudaStream_t s = stream();
  const auto both = [&](const char* what, cudaEvent_t e, int flags) {
    std::printf(" %s %s", what,
                name(Launch().event(e, false, flags)(s, fill, out)));
    cudaGetLastError();
    std::printf(" %s;", name(Launch().begun(e, flags)(s, fill, out)));
    cudaGetLastError();
  };
  both("timing", event(cudaEventDefault), 0);
  both("blocking", event(cudaEventDisableTiming | cudaEventBlockingSync), 0);
  both("no event", nullptr, 0);
  both("external", event(), cudaEventRecordExternal);
  both("flags 2", event(), 2);
  both("flags 8", event(), 8);
  std::printf(" %s\n", name(cudaDeviceSynchronize()));
}

const char* kind_of(cudaGraphNode_t node) {
  cudaGraphNodeType type;
  cudaGraphNodeGetType(node, &type);
  return type == cudaGraphNodeTypeKernel   ? "kernel"
         : type == cudaGraphNodeTypeMemset ? "memset"
         : type == cudaGraphNodeTypeEmpty  ? "empty"
         : type == cudaGraphNodeTypeMemcpy ? "memcpy"
                                           : "other";
}

void print_edges(cudaGraph_t graph) {
  size_t count = 0;
  std::printf(" count %s", name(cudaGraphGetEdges(graph, nullptr, nullptr,
                                                  nullptr, &count)));
  std::vector<cudaGraphNode_t> from(count + 1), to(count + 1);
  std::vector<cudaGraphEdgeData> data(count + 1);
  std::printf(
      " without data %s",
      name(cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &count)));
  cudaGetLastError();
  std::printf(" with %s:", name(cudaGraphGetEdges(graph, from.data(), to.data(),
                                                  data.data(), &count)));
  for (size_t i = 0; i < count; ++i)
    std::printf(" %s->%s %d %d %d", kind_of(from[i]), kind_of(to[i]),
                data[i].from_port, data[i].to_port, data[i].type);
}

// The edges that a capture makes, and what the graph does.
void captured(int kind, bool attribute, bool copy) {
  const cudaStream_t a = stream(), b = stream();
  const cudaEvent_t e = event(), back = event();
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  Launch record;
  if (kind == 2) record.begun(e);
  if (kind == 0 || kind == 1) record.event(e, kind == 1);
  std::printf("%s,", name(record(a, first, out, true)));
  const cudaStream_t use = kind == 3 ? a : b;
  if (kind != 3) std::printf(" %s,", name(cudaStreamWaitEvent(b, e, 0)));
  Launch launch;
  if (attribute) launch.early();
  std::printf(" %s,", name(copy ? cudaMemsetAsync(out + 1, 0, 4, use)
                                : launch(use, second, out, false)));
  if (kind != 3) {
    cudaEventRecord(back, b);
    cudaStreamWaitEvent(a, back, 0);
  }
  cudaGraph_t graph = nullptr;
  std::printf(" %s,", name(cudaStreamEndCapture(a, &graph)));
  if (graph == nullptr) {
    std::printf("\n");
    return;
  }
  print_edges(graph);
  cudaGraphExec_t exec = nullptr;
  std::printf("; %s,", name(cudaGraphInstantiate(&exec, graph, 0)));
  if (exec != nullptr) {
    cudaGraphUpload(exec, a);
    std::printf(" %s,", name(cudaGraphLaunch(exec, a)));
  }
  print_out();
}

// What a node of `second` is made of.
cudaKernelNodeParams node_of_second() {
  static bool no = false;
  static void* args[] = {&out, &no};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(second);
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = args;
  return kernel;
}

// Edges that are added by hand: ports and types, from and to what.
void added() {
  const cudaKernelNodeParams kernel = node_of_second();
  cudaMemsetParams set = {};
  set.dst = out;
  set.elementSize = 4;
  set.width = set.height = 1;
  for (const int from_kind : {0, 1})
    for (const int to_kind : {0, 1})
      for (const int port : {0, 1, 2, 3})
        for (const int to_port : {0, 1})
          for (const int type : {0, 1, 2}) {
            if (to_port == 1 && port > 1) continue;
            cudaGraph_t graph;
            cudaGraphNode_t node[2];
            cudaGraphCreate(&graph, 0);
            for (int i = 0; i < 2; ++i)
              if ((i == 0 ? from_kind : to_kind) == 0) {
                cudaGraphAddKernelNode(&node[i], graph, nullptr, 0, &kernel);
              } else {
                cudaGraphAddMemsetNode(&node[i], graph, nullptr, 0, &set);
              }
            cudaGraphEdgeData data = {};
            data.from_port = static_cast<unsigned char>(port);
            data.to_port = static_cast<unsigned char>(to_port);
            data.type = static_cast<unsigned char>(type);
            const cudaError_t error =
                cudaGraphAddDependencies(graph, node, node + 1, &data, 1);
            std::printf("%s->%s %d %d %d: %s%s", kind_of(node[0]),
                        kind_of(node[1]), port, to_port, type, name(error),
                        error == cudaSuccess ? "" : "\n");
            cudaGetLastError();
            if (error != cudaSuccess) continue;
            cudaGraphEdgeData plain = {};
            std::printf(", again %s", name(cudaGraphAddDependencies(
                                          graph, node, node + 1, &data, 1)));
            cudaGetLastError();
            std::printf(", plain %s", name(cudaGraphAddDependencies(
                                          graph, node, node + 1, &plain, 1)));
            cudaGetLastError();
            print_edges(graph);
            cudaGraphExec_t exec = nullptr;
            std::printf(", %s", name(cudaGraphInstantiate(&exec, graph, 0)));
            cudaGetLastError();
            cudaGraph_t copy = nullptr;
            cudaGraphClone(&copy, graph);
            std::printf(", clone");
            print_edges(copy);
            std::printf(", remove plain %s",
                        name(cudaGraphRemoveDependencies(graph, node, node + 1,
                                                         nullptr, 1)));
            cudaGetLastError();
            std::printf(", remove %s\n", name(cudaGraphRemoveDependencies(
                                             graph, node, node + 1, &data, 1)));
            cudaGetLastError();
          }
}

// One edge from a kernel to a kernel, and what it is then asked to be.
void changed_edge(cudaGraphEdgeData data, cudaGraphEdgeData other) {
  const cudaKernelNodeParams kernel = node_of_second();
  cudaGraph_t graph;
  cudaGraphNode_t node[2];
  cudaGraphCreate(&graph, 0);
  for (auto& one : node)
    cudaGraphAddKernelNode(&one, graph, nullptr, 0, &kernel);
  std::printf("%s,",
              name(cudaGraphAddDependencies(graph, node, node + 1, &data, 1)));
  cudaGetLastError();
  std::printf(" other data %s,", name(cudaGraphRemoveDependencies(
                                     graph, node, node + 1, &other, 1)));
  cudaGetLastError();
  print_edges(graph);
  std::printf("\n");
}
cudaGraphEdgeData edge(int from_port, int type, int reserved = 0) {
  cudaGraphEdgeData data = {};
  data.from_port = static_cast<unsigned char>(from_port);
  data.type = static_cast<unsigned char>(type);
  data.reserved[2] = static_cast<unsigned char>(reserved);
  return data;
}

// What a stream in capture waits for, with the data of its edges.
void print_tips(cudaStream_t stream) {
  cudaStreamCaptureStatus status;
  const cudaGraphNode_t* nodes = nullptr;
  const cudaGraphEdgeData* data = nullptr;
  size_t count = 0;
  std::printf(" tips %s",
              name(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr,
                                            &nodes, nullptr, &count)));
  cudaGetLastError();
  std::printf(" %s:",
              name(cudaStreamGetCaptureInfo(stream, &status, nullptr, nullptr,
                                            &nodes, &data, &count)));
  for (size_t i = 0; i < count; ++i)
    std::printf(" %s %d %d;", kind_of(nodes[i]),
                data == nullptr ? -1 : data[i].from_port,
                data == nullptr ? -1 : data[i].type);
}

// A stream in capture that waits for two kernels: for one of them, or for both,
// by a programmatic event; then a launch with the attribute or without. With
// `set` for a kernel and a memset.
void tips(bool both, bool attribute, bool set = false) {
  const cudaStream_t a = stream(), b = stream();
  const cudaEvent_t begin = event(), e = event(), f = event(), back = event();
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  cudaEventRecord(begin, a);
  cudaStreamWaitEvent(b, begin, 0);
  std::printf("%s,", name(Launch().event(e, false)(a, first, out, true)));
  Launch other;
  if (both) other.event(f, false);
  std::printf(" %s,", name(set ? cudaMemsetAsync(out + 3, 0, 4, b)
                               : other(b, fill, out)));
  print_tips(b);
  std::printf(", %s,", name(cudaStreamWaitEvent(b, e, 0)));
  if (both) std::printf(" %s,", name(cudaStreamWaitEvent(b, f, 0)));
  print_tips(b);
  Launch launch;
  if (attribute) launch.early();
  std::printf(", %s,", name(launch(b, second, out, false)));
  cudaEventRecord(back, b);
  cudaStreamWaitEvent(a, back, 0);
  cudaGraph_t graph = nullptr;
  std::printf(" %s,", name(cudaStreamEndCapture(a, &graph)));
  if (graph != nullptr) print_edges(graph);
  std::printf("\n");
}

// Events of other processes, and external ones in a capture.
void other_events() {
  const cudaStream_t s = stream();
  const cudaEvent_t shared =
      event(cudaEventDisableTiming | cudaEventInterprocess);
  std::printf("interprocess %s",
              name(Launch().event(shared, false)(s, fill, out)));
  cudaGetLastError();
  std::printf(" %s;", name(Launch().begun(shared)(s, fill, out)));
  cudaGetLastError();
  for (const bool begun : {false, true}) {
    const cudaEvent_t e = event();
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    Launch launch;
    if (begun) {
      launch.begun(e, cudaEventRecordExternal);
    } else {
      launch.event(e, false, cudaEventRecordExternal);
    }
    std::printf(" captured %s,", name(launch(s, fill, out)));
    cudaGraph_t graph = nullptr;
    std::printf(" %s", name(cudaStreamEndCapture(s, &graph)));
    cudaGetLastError();
    size_t count = 0;
    if (graph != nullptr) cudaGraphGetNodes(graph, nullptr, &count);
    std::printf(" with %d nodes;", static_cast<int>(count));
  }
  std::printf(" %s\n", name(cudaDeviceSynchronize()));
}

// Kernels for ncu: each asks or updates kAsks times, by so many lanes.
__device__ unsigned window(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
enum Ask { kTry, kTest, kArrive, kExpect, kLoad, kAdd };
template <int kWhat, int kLanes>
__global__ void ask(int* out) {
  __shared__ alignas(8) unsigned long long object;
  if (threadIdx.x == 0)
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(window(&object)),
        "r"(1 << 19)
        : "memory");
  __syncwarp();
  if (threadIdx.x >= kLanes) return;
  unsigned sum = 0, at = window(&object);
  for (int i = 0; i < kAsks; ++i) {
    unsigned got = 0;
    if (kWhat == kTry)
      asm volatile(
          "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 1;"
          " selp.u32 %0, 1, 0, p; }"
          : "=r"(got)
          : "r"(at)
          : "memory");
    if (kWhat == kTest)
      asm volatile(
          "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1],"
          " 1; selp.u32 %0, 1, 0, p; }"
          : "=r"(got)
          : "r"(at)
          : "memory");
    if (kWhat == kArrive)
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at)
                   : "memory");
    if (kWhat == kExpect)
      asm volatile(
          "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 1;" ::"r"(at)
          : "memory");
    if (kWhat == kLoad)
      asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(got) : "r"(at));
    if (kWhat == kAdd)
      asm volatile("atom.shared.add.u32 %0, [%1], 1;" : "=r"(got) : "r"(at));
    sum += got;
  }
  out[threadIdx.x] = static_cast<int>(sum);
}

template <int kWhat>
void asks() {
  ask<kWhat, 1><<<1, 32>>>(out);
  ask<kWhat, 2><<<1, 32>>>(out);
  ask<kWhat, 32><<<1, 32>>>(out);
}

struct Case {
  const char* name;
  std::function<void()> run;
};
const Case kCases[] = {
    {"stream_plain", [] { in_stream(true, false, false); }},
    {"stream_early", [] { in_stream(true, true, false); }},
    {"stream_early_waits", [] { in_stream(true, true, true); }},
    {"stream_no_trigger", [] { in_stream(false, true, false); }},
    {"event_trigger", [] { by_event(0, true, false, false); }},
    {"event_trigger_early", [] { by_event(0, true, true, false); }},
    {"event_trigger_waits", [] { by_event(0, true, true, true); }},
    {"event_no_trigger", [] { by_event(0, false, true, false); }},
    {"event_start", [] { by_event(1, false, false, false); }},
    {"event_start_early", [] { by_event(1, false, true, false); }},
    {"event_start_waits", [] { by_event(1, false, true, true); }},
    {"event_begun", [] { by_event(2, false, false, false); }},
    {"event_begun_early", [] { by_event(2, false, true, false); }},
    {"event_begun_waits", [] { by_event(2, false, true, true); }},
    {"host_trigger", [] { host_sees(0); }},
    {"host_start", [] { host_sees(1); }},
    {"host_begun", [] { host_sees(2); }},
    {"wrong_events", wrong_events},
    {"captured_stream", [] { captured(3, true, false); }},
    {"captured_stream_plain", [] { captured(3, false, false); }},
    {"captured_trigger", [] { captured(0, true, false); }},
    {"captured_trigger_plain", [] { captured(0, false, false); }},
    {"captured_trigger_memset", [] { captured(0, false, true); }},
    {"captured_start", [] { captured(1, true, false); }},
    {"captured_start_plain", [] { captured(1, false, false); }},
    {"captured_begun", [] { captured(2, true, false); }},
    {"captured_begun_plain", [] { captured(2, false, false); }},
    {"captured_begun_memset", [] { captured(2, false, true); }},
    {"added", added},
    {"remove_other", [] { changed_edge(edge(2, 0), edge(1, 1)); }},
    {"remove_other_plain", [] { changed_edge(edge(0, 0), edge(2, 1)); }},
    {"remove_reserved", [] { changed_edge(edge(1, 1), edge(1, 1, 7)); }},
    {"remove_bad", [] { changed_edge(edge(2, 0), edge(3, 0)); }},
    {"reserved", [] { changed_edge(edge(1, 1, 7), edge(1, 1)); }},
    {"reserved_plain", [] { changed_edge(edge(0, 0, 7), edge(0, 0)); }},
    {"tips_one", [] { tips(false, false); }},
    {"tips_one_early", [] { tips(false, true); }},
    {"tips_both", [] { tips(true, false); }},
    {"tips_both_early", [] { tips(true, true); }},
    {"tips_set", [] { tips(false, false, true); }},
    {"tips_set_early", [] { tips(false, true, true); }},
    {"other_events", other_events},
};

void count_asks() {
  asks<kTry>();
  asks<kTest>();
  asks<kArrive>();
  asks<kExpect>();
  asks<kLoad>();
  asks<kAdd>();
  std::printf("asks: %s\n", name(cudaDeviceSynchronize()));
}

}  // namespace

int main(int argc, char** argv) {
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(out, 0, 32 * sizeof(int));
  cudaMallocHost(&host_flag, sizeof(int));
  cudaDeviceSynchronize();
  if (argc > 1 && std::strcmp(argv[1], "asks") == 0) {
    count_asks();
    return 0;
  }
  for (const Case& c : kCases) {
    if (argc < 2) std::printf("%s\n", c.name);
    if (argc < 2 || std::strcmp(argv[1], c.name) != 0) continue;
    std::printf("%s: ", c.name);
    if (c.name == std::string("added")) std::printf("\n");
    c.run();
  }
}
