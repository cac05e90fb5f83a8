// SPDX-License-Identifier: MIT
// Children by fork. Those that were forked before their parent's first call of
// the runtime have a device of their own; later ones have none. check.sh gives
// the name of something else to do.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "common/cuda_check.h"

__global__ void store(int* out, int value) { *out = value; }

/// Runs `body` in a child and waits for its end.
template <class Body>
void in_child(Body body) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    body();
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) std::printf("a child ended with status %d\n", status);
}

int* made(int value) {
  int* word;
  CUDA_CHECK(cudaMalloc(&word, sizeof(int)));
  store<<<1, 1>>>(word, value);
  CUDA_CHECK(cudaGetLastError());
  return word;
}

int read(const int* word) {
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

void use(const char* who, int value) {
  int* word = made(value);
  std::printf("%s: %d\n", who, read(word));
  CUDA_CHECK(cudaFree(word));
}

void be_refused(const char* who) {
  int* word;
  std::printf("%s: %s", who, cudaGetErrorName(cudaMalloc(&word, sizeof(int))));
  std::printf(", %s", cudaGetErrorName(cudaDeviceSynchronize()));
  int device;
  std::printf(", %s", cudaGetErrorName(cudaGetDevice(&device)));
  std::printf(", %s\n", cudaGetErrorName(cudaSetDevice(0)));
}

void three_generations() {
  in_child([] {
    in_child([] { use("grandchild", 1); });
    use("child", 2);
    in_child([] { be_refused("late grandchild"); });
  });
  in_child([] {
    (void)cudaGetErrorString(cudaErrorNotReady);
    in_child([] { be_refused("child of one that named an error"); });
    use("one that named an error", 9);
  });
}

/// Lets one process wait for the other.
struct Signal {
  Signal() {
    if (pipe(ends) != 0) std::exit(1);
  }
  void give() const {
    if (write(ends[1], "x", 1) != 1) std::exit(1);
  }
  void wait() const {
    close(ends[1]);  // so that it ends where the other process does
    char byte;
    if (::read(ends[0], &byte, 1) != 1) std::exit(1);
  }
  int ends[2];
};

/// Both store at once: neither sees the other's word.
void side_by_side() {
  const Signal child_stored, parent_stored;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    int* word = made(3);
    const int before = read(word);
    child_stored.give();
    parent_stored.wait();
    std::printf("child beside its parent: %d, %d\n", before, read(word));
    CUDA_CHECK(cudaFree(word));
    std::exit(0);
  }
  child_stored.wait();
  int* word = made(4);
  const int own = read(word);
  parent_stored.give();
  waitpid(child, nullptr, 0);
  std::printf("parent beside its child: %d, %d\n", own, read(word));
  CUDA_CHECK(cudaFree(word));
}

/// Programs that are started now need no device of this process.
void start_others() {
  std::fflush(stdout);
  const int status = std::system("exit 3");
  std::printf("system: %d\n", WEXITSTATUS(status));
  FILE* from = popen("echo other", "r");
  char text[16] = "";
  if (!from || !std::fgets(text, sizeof text, from)) return;
  pclose(from);
  std::printf("popen: %s", text);
}

/// A kernel of the child writes where nothing is.
void wrong_child() {
  in_child([] {
    int* word = made(5);
    store<<<1, 1>>>(word + 1, 6);
    cudaDeviceSynchronize();
    cudaFree(word);
  });
}

/// A daemon closes every file but the standard ones.
void daemon_child() {
  in_child([] {
    for (int file = 3; file < 64; ++file) close(file);
    use("daemon", 8);
  });
}

/// Children of several threads, one of which begins to use the device.
void forks_of_threads() {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 25; ++k) {
        const pid_t child = fork();
        if (child == 0) {
          const cudaError_t error = cudaFree(nullptr);
          const bool known =
              error == cudaSuccess || error == cudaErrorInitializationError;
          std::_Exit(known ? 0 : 1);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status != 0) ++wrong;
      }
    });
  }
  CUDA_CHECK(cudaFree(nullptr));
  for (std::thread& thread : threads) thread.join();
  std::printf("children of threads that failed: %d\n", wrong.load());
}

/// Children of a process whose other threads call the runtime, begin and end.
void forks_beside_calls() {
  std::atomic<bool> ends{false};
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    while (!ends) (void)cudaGetLastError();
  });
  threads.emplace_back([&] {
    while (!ends) std::thread([] { (void)cudaGetLastError(); }).join();
  });
  int wrong = 0;
  for (int i = 0; i < 200 && wrong == 0; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGALRM, SIG_DFL);
      alarm(20);  // it waits for a lock that nobody in it holds
      std::thread([] { (void)cudaGetLastError(); }).join();
      std::_Exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) ++wrong;
  }
  ends = true;
  for (std::thread& thread : threads) thread.join();
  std::printf("children beside calls that failed: %d\n", wrong);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const auto is = [&](const char* name) { return !std::strcmp(what, name); };
  if (is("threads")) {
    forks_of_threads();
    forks_beside_calls();
    return 0;
  }
  if (is("wrong child")) wrong_child();
  if (is("idle child")) in_child([] {});
  if (is("crash in a child")) in_child([] { made(7), std::abort(); });
  if (is("daemon")) daemon_child();
  if (*what == '\0') three_generations();
  side_by_side();
  if (*what == '\0') {
    in_child([] { be_refused("late child"); });
    start_others();
  }
}
