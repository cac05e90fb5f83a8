// SPDX-License-Identifier: MIT
// caught by: case "a block updates each global count once"
// Right, but every value is an atomic on global memory, shared by all blocks.

  for (int i = first; i < n; i += stride) atomicAdd(&counts[data[i]], 1);
