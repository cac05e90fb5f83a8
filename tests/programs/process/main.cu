// SPDX-License-Identifier: MIT
// Ends in the way that its argument names, after one good launch. check.sh
// looks at what the emulator leaves behind.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"

__global__ void set(int* data, int value) { data[threadIdx.x] = value; }

// The counter keeps the emulator from proving that it never ends.
__global__ void wait_for(volatile int* flag) {
  for (unsigned long long i = 1; *flag == 0 && i != 0; ++i) {
  }
}

// Each instruction is a race with all lanes, which takes long to compare.
__global__ void race(volatile int* data) {
  for (int i = 0; *data >= 0; ++i) *data = i & 0xffff;
}

// Only the host can end it.
__global__ void ask(const volatile int* flag) {
  while (*flag == 0) {
  }
}

__global__ void take(size_t bytes) {
  while (true) malloc(bytes);
}

__global__ void take_and_give_back(size_t bytes) {
  while (true) free(malloc(bytes));
}

__global__ void print() {
  while (true) printf("%60d\n", threadIdx.x);
}

__global__ void once_more(cudaGraphConditionalHandle again) {
  cudaGraphSetConditional(again, 1);
}

int* data;

/// A `while` node, whose kernel always wants another round.
void launch_endless_graph() {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphConditionalHandle again;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1,
                                              cudaGraphCondAssignDefault));
  cudaGraphNodeParams loop{};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = again;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop));
  void* arguments[] = {&again};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(once_more);
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  CUDA_CHECK(cudaGraphAddKernelNode(&node, loop.conditional.phGraph_out[0],
                                    nullptr, 0, &launch));
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
  std::printf("then: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

struct AtExit {
  ~AtExit() {
    std::printf("static destructor: %s\n", cudaGetErrorName(cudaFree(data)));
  }
} at_exit;

void call_in_child() {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    std::printf("child: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    std::exit(0);
  }
  waitpid(child, nullptr, 0);
}

/// Prints what a check would read, as the report's file writes it.
void print_counters() {
  lockstep::Recording recording;
  set<<<1, 32>>>(data, 3);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (const SimtLaunch& launch : recording.list("set")) {
    const auto print = [](const char* name, uint64_t value) {
      std::printf("\"%s\": %llu\n", name,
                  static_cast<unsigned long long>(value));
    };
    print("warp_instructions", launch.counters.warp_instructions);
    print("thread_instructions", launch.counters.thread_instructions);
    print("sectors", launch.counters.global_store.sectors);
    print("bytes", launch.counters.global_store.bytes);
    print("registers", static_cast<uint64_t>(launch.registers));
    print("resident_blocks_per_sm",
          static_cast<uint64_t>(launch.resident_blocks_per_sm));
    print("st.global.u32", recording.instructions("st.global.u32"));
    print("ideal_sectors", recording.traffic(data + 3).stores.ideal_sectors);
  }
}

/// Another thread launches a kernel without end and stays in the call.
void launch_elsewhere() {
  std::thread([] { wait_for<<<1, 32>>>(data); }).detach();
  usleep(300000);  // it is in the launch by now, or the test is easier
}

std::atomic<bool> taken{false};

/// Who gets a signal of the process that this thread has blocked.
void send_signal(const char* beside) {
  taken = false;
  kill(getpid(), SIGUSR1);
  usleep(100000);  // for a thread that has not blocked it
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  const timespec none{};
  const bool here = sigtimedwait(&one, nullptr, &none) == SIGUSR1;
  std::printf("beside %s: %s\n", beside,
              here && !taken ? "the program's" : "taken by another thread");
}

/// Signals while threads of the runtime's own wait for the host. They begin
/// where the program has not blocked the signal.
void signals() {
  std::signal(SIGUSR1, [](int) { taken = true; });
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  int* flag;
  CUDA_CHECK(cudaMallocHost(&flag, sizeof *flag));
  *flag = 0;
  ask<<<1, 32>>>(flag);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  send_signal("a kernel");
  *const_cast<volatile int*>(flag) = 1;
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaFreeHost(flag));
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  static std::mutex mutex;
  mutex.lock();
  CUDA_CHECK(cudaLaunchHostFunc(
      nullptr, [](void*) { const std::lock_guard<std::mutex> lock(mutex); },
      nullptr));
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  send_signal("a host function");
  mutex.unlock();
  CUDA_CHECK(cudaDeviceSynchronize());
}

std::mutex never_given_back;

void CUDART_CB lock_for_ever(void*) { never_given_back.lock(); }

/// The function waits for the thread that waits for it.
void wait_for_each_other() {
  never_given_back.lock();
  CUDA_CHECK(cudaLaunchHostFunc(nullptr, lock_for_ever, nullptr));
  CUDA_CHECK(cudaDeviceSynchronize());
}

/// Its launches end soon, but it has no end itself.
void exit_beside_short_launches() {
  std::thread([] {
    int* own;
    if (cudaMallocManaged(&own, 32 * sizeof(int)) != cudaSuccess) return;
    while (true) {
      set<<<1, 32>>>(own, 1);
      cudaDeviceSynchronize();
    }
  }).detach();
  usleep(20000);
  std::exit(7);
}

/// Two threads end the program, the second while the first one's report is
/// between its file and its text.
void exit_twice() {
  wait_for<<<1, 1>>>(nullptr);  // something to tell
  cudaDeviceSynchronize();
  std::thread([] {
    while (access(std::getenv("SIMT_JSON"), F_OK) != 0) {
    }
    std::exit(9);
  }).detach();
  std::exit(9);
}

int overflow(volatile int* above) {
  volatile int here[1024];
  here[0] = above[0] + 1;
  return overflow(here) + here[0];
}

/// Writes past the end of an allocation: the C library finds out later, when
/// it can give no memory to anybody any more.
void overrun() {
  constexpr size_t kBytes = 120000;
  volatile char* begin = nullptr;  // the last of many lies at the heap's end
  for (int i = 0; i < 100; ++i) begin = static_cast<char*>(std::malloc(kBytes));
  for (size_t i = 0; i < kBytes + 64; ++i) begin[i] = 0x41;
  void* volatile more = std::malloc(kBytes);
  std::free(more);
}

/// What a host program may do that ends it.
void crash(const char* how) {
  const auto is = [&](const char* name) { return !std::strcmp(how, name); };
  if (is("abort")) std::abort();
  if (is("null")) *static_cast<volatile int*>(nullptr) = 1;
  if (is("throw")) throw std::runtime_error("nobody catches this");
  if (is("divide")) raise(SIGFPE);
  if (is("quick_exit")) std::quick_exit(5);
  if (is("overflow")) std::exit(overflow(std::vector<int>(1).data()));
  if (is("overflow in a thread")) {
    std::thread([] {
      cudaGetLastError();
      overflow(std::vector<int>(1).data());
    }).join();
  }
  if (is("callback")) {
    cudaLaunchHostFunc(
        nullptr, [](void*) { std::abort(); }, nullptr);
  }
  if (is("callback exits")) {
    cudaLaunchHostFunc(
        nullptr, [](void*) { std::exit(6); }, nullptr);
  }
  if (is("null beside a launch")) {
    launch_elsewhere();
    *static_cast<volatile int*>(nullptr) = 1;
  }
  if (is("exit beside a launch")) {
    launch_elsewhere();
    std::exit(7);
  }
  if (is("exit beside short launches")) exit_beside_short_launches();
  if (is("exit twice")) exit_twice();
  if (is("overrun")) overrun();
  if (is("free twice")) {
    volatile auto address = reinterpret_cast<uintptr_t>(std::malloc(64));
    std::free(reinterpret_cast<void*>(address));
    std::free(reinterpret_cast<void*>(address));
  }
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "return";
  const auto is = [&](const char* name) { return !std::strcmp(how, name); };
  CUDA_CHECK(cudaMalloc(&data, 32 * sizeof(int)));
  set<<<1, 32>>>(data, 0);
  std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
  std::fflush(stdout);
  if (is("exit")) std::exit(7);
  crash(how);
  if (is("malloc without end")) take<<<1, 32>>>(64);
  if (is("malloc and free without end")) take_and_give_back<<<1, 32>>>(64);
  if (is("print without end")) print<<<1, 32>>>();
  if (is("touch")) std::printf("read %d\n", data[5]);
  if (is("kernel never ends")) {
    wait_for<<<1, 32>>>(data);
    std::printf("the wait ended\n");
  }
  if (is("racing kernel never ends")) {
    race<<<1, 32>>>(data);
    std::printf("the wait ended\n");
  }
  if (is("graph never ends")) launch_endless_graph();
  if (is("host never answers")) {
    int* flag;
    CUDA_CHECK(cudaMallocHost(&flag, sizeof *flag));
    *flag = 0;
    ask<<<1, 32>>>(flag);
    while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    }
  }
  if (is("host never ends")) {
    for (volatile bool forever = true; forever;) {
    }
  }
  if (is("host function never returns")) wait_for_each_other();
  if (is("counters")) print_counters();
  if (is("fork")) {
    call_in_child();
    set<<<1, 32>>>(data, 2);
  }
  if (is("fork beside a launch")) {
    launch_elsewhere();
    call_in_child();
    std::exit(0);
  }
  if (is("signals")) signals();
  if (is("other folder") && chdir("/") != 0) return 3;
  if (is("unsupported")) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t levels;
    const cudaExtent size = make_cudaExtent(8, 8, 0);
    std::printf("levels: %s\n", cudaGetErrorName(cudaMallocMipmappedArray(
                                    &levels, &format, size, 2)));
    std::printf("last: %s\n", cudaGetErrorName(cudaGetLastError()));
  }
  return 0;
}
