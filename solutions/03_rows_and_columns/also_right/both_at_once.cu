// SPDX-License-Identifier: MIT
// Right as well: one condition for both directions, on unsigned numbers, and a
// second read of a pixel that is not needed.

  const uint2 p = make_uint2(blockIdx.x * blockDim.x + threadIdx.x,
                             blockIdx.y * blockDim.y + threadIdx.y);
  const bool inside = p.x < unsigned(width) & p.y < unsigned(height);
  if (!inside) return;
  const int pixel = in[p.y * width + p.x];
  const int other = in[p.y * width + (width - 1 - p.x)];
  out[p.y * width + p.x] = pixel == other ? pixel : other;
