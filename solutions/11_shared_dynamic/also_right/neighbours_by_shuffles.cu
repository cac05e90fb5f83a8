// SPDX-License-Identifier: MIT
// Right as well: neighbours of the same warp come by shuffles. Shared memory
// holds the first and the last three readings of each warp alone.

  extern __shared__ double edges[];  // 6 for each warp, then 6 marks for each
  const int warps = (columns + 31) / 32, warp = j / 32, lane = j % 32;
  unsigned char* const edge_marks =
      reinterpret_cast<unsigned char*>(edges + 6 * warps);
  const int lanes = min(32, columns - 32 * warp);
  const double mine = value[i];
  const int mark = good[i];
  if (lane < 3) {
    edges[6 * warp + lane] = mine;
    edge_marks[6 * warp + lane] = mark;
  }
  if (lane >= 29) {
    edges[6 * warp + lane - 26] = mine;
    edge_marks[6 * warp + lane - 26] = mark;
  }
  __syncthreads();
  double sum = 0;
  int count = 0;
  const unsigned all = lanes == 32 ? ~0u : (1u << lanes) - 1;
  for (int k = -kReach; k <= kReach; ++k) {
    const int from = min(max(lane + k, 0), lanes - 1);
    double other = __shfl_sync(all, mine, from);
    int used = __shfl_sync(all, mark, from);
    if (j + k < 0 || j + k >= columns) continue;
    if (lane + k < 0) {
      other = edges[6 * (warp - 1) + 6 + lane + k];
      used = edge_marks[6 * (warp - 1) + 6 + lane + k];
    } else if (lane + k > 31) {
      other = edges[6 * (warp + 1) + lane + k - 32];
      used = edge_marks[6 * (warp + 1) + lane + k - 32];
    }
    if (used) sum += other, ++count;
  }
  out[i] = count > 0 ? sum / count : 0;
}

void average(const double* value, const unsigned char* good, double* out,
             int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const size_t bytes = (columns + 31) / 32 * 6 * (sizeof(double) + 1);
