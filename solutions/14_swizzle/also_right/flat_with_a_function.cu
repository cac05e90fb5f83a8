// SPDX-License-Identifier: MIT
// Right as well: one flat array, and one function that knows the places.

  __shared__ unsigned tile[kTile * kTile];
  const auto place = [](int row, int column) {
    return row * kTile + (column ^ (kTile - 1 - row));
  };
  if (inside) tile[place(y, x)] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[place(x, k)] * tile[place(y, k)];
  }
