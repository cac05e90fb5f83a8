// SPDX-License-Identifier: MIT
// The negative of one row of a grey picture: out[i] = 255 - in[i]. The host
// starts one block with one thread for each pixel.
#include "lesson.h"

__global__ void invert_pixel(const int* in, int* out) {
  // task-begin
  // TODO: this thread's pixel. One line.
  // task-end
}

// launch-begin
void invert(const int* in, int* out, int n) {
  invert_pixel<<<1, n>>>(in, out);  // 1 block of n threads
}
// launch-end
