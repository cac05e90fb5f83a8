// SPDX-License-Identifier: MIT
// A model of the banks: predict_wavefronts says what a request to shared memory
// costs, and make_request makes it, so that the two can be compared.
#include <algorithm>
#include <set>

#include "common/cuda_check.h"
#include "lesson.h"

/// The words of a vector must be what their places say: else out[lane] is -2.
template <typename Vector, bool load>
__global__ void request(const int* byte, int* out) {
  __shared__ Vector memory[kBytes / sizeof(Vector)];
  constexpr int kParts = sizeof(Vector) / sizeof(int);
  const int lane = threadIdx.x, at = byte[lane];
  union {
    Vector value;
    int part[kParts];
  } mine;
  if (load) {
    for (int k = lane; k < kBytes / int(sizeof(Vector)); k += 32) {
      for (int i = 0; i < kParts; ++i) mine.part[i] = k * kParts + i;
      memory[k] = mine.value;
    }
    __syncwarp();
  }
  if (at < 0) return;
  if (!load) {
    for (int i = 0; i < kParts; ++i) mine.part[i] = at / 4 + i;
    memory[at / sizeof(Vector)] = mine.value;
  }
  mine.value = memory[at / sizeof(Vector)];
  bool right = true;
  for (int i = 0; i < kParts; ++i) right = right && mine.part[i] == at / 4 + i;
  out[lane] = right ? at / 4 : -2;
}

int predict_wavefronts(const int* byte, int width, bool load, int bank_bytes) {
  // task-begin
  // Lanes go in phases, as many at a time as 32 banks can serve. A wide load
  // takes two phases at a time where all pairs of lanes want the same bytes.
  const auto pairs_agree = [&](int step) {
    for (int lane = 0; lane < 32; ++lane) {
      const int mine = byte[lane], other = byte[lane ^ step];
      if (mine >= 0 && other >= 0 && mine != other) return false;
    }
    return true;
  };
  int lanes = std::min(32, 32 * bank_bytes / width);
  if (load && lanes < 32 && (pairs_agree(1) || pairs_agree(2))) lanes *= 2;
  int sum = 0;
  for (int first = 0; first < 32; first += lanes) {
    std::set<int> pieces[32];  // that each bank must give, each of them once
    size_t most = 0;
    for (int lane = first; lane < first + lanes; ++lane) {
      for (int at = 0; byte[lane] >= 0 && at < width; at += 4) {
        const int piece = (byte[lane] + at) / bank_bytes;
        pieces[piece % 32].insert(piece);
        most = std::max(most, pieces[piece % 32].size());
      }
    }
    sum += int(most);
  }
  return sum;
  // task-end
}

template <bool load>
void make(const int* byte, int width, int* out) {
  if (width == 4) request<int, load><<<1, 32>>>(byte, out);
  if (width == 8) request<int2, load><<<1, 32>>>(byte, out);
  if (width == 16) request<int4, load><<<1, 32>>>(byte, out);
  CUDA_CHECK(cudaGetLastError());
}

void make_request(const int* byte, int width, bool load, int* out) {
  load ? make<true>(byte, width, out) : make<false>(byte, width, out);
}
