// SPDX-License-Identifier: MIT
// The timer's events are destroyed, and the loop records one again.
struct Timer {
  cudaEvent_t begin = nullptr, end = nullptr;
};

void start(Timer& timer) {
  cudaEventCreate(&timer.begin);
  cudaEventCreate(&timer.end);
  cudaEventRecord(timer.begin);
}

float stop(Timer& timer) {
  float passed = 0;
  cudaEventRecord(timer.end);
  cudaEventSynchronize(timer.end);
  cudaEventElapsedTime(&passed, timer.begin, timer.end);
  cudaEventDestroy(timer.begin);
  cudaEventDestroy(timer.end);
  return passed;
}

int main() {
  Timer timer;
  start(timer);
  stop(timer);
  cudaEventRecord(timer.begin);
}
