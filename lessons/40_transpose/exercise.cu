// SPDX-License-Identifier: MIT
// Transposes a matrix, tile by tile: out[c * rows + r] = in[r * columns + c].
// The last rung: a tile without padding, and several values for each thread.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

// task-begin
// TODO: write the next rung and launch it here, instead of rung 3. Its tile
// has no unused word, and a thread moves at least four values: first all its
// loads, then the barrier. 20 to 60 lines.
void transpose(const float* in, float* out, int rows, int columns) {
  rungs::transpose_padded(in, out, rows, columns);
}
// task-end
