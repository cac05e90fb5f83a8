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

/* report:
error[stale-handle]: `cudaEventRecord` is given `cudaEvent_t #1`, which is
  destroyed
  = host:  in main
  = made:  cudaEventCreate in start(Timer&)
  = ended: cudaEventDestroy in stop(Timer&)
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md
*/
