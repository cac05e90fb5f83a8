// SPDX-License-Identifier: MIT
// Right as well: rows of eight vectors of 16 bytes, swizzled by vectors. Eight
// lanes of a phase read eight rows, which have eight keys.

  __shared__ uint4 tile[kTile][kTile / 4];
  reinterpret_cast<unsigned*>(&tile[y][x / 4 ^ y % 8])[x % 4] =
      inside ? in[i] : 0;
  __syncthreads();
  unsigned sum = 0;
  for (int v = 0; v < kTile / 4; ++v) {
    const uint4 a = tile[y][v ^ y % 8], b = tile[x][v ^ x % 8];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
