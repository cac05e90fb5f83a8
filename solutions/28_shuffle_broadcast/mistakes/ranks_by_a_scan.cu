// SPDX-License-Identifier: MIT
// caught by: case "one vote and one shuffle tell the others"
// Right, but five shuffles count what one vote tells.

    const bool keep = here && sample > limit;
    int upto = keep;
    for (int step = 1; step < 32; step *= 2) {
      const int lower = __shfl_up_sync(0xffffffff, upto, step);
      if (lane >= step) upto += lower;
    }
    int first = 0;
    if (lane == 31 && upto > 0) first = atomicAdd(&sizes[row], upto);
    first = __shfl_sync(0xffffffff, first, 31);
    if (keep) lists[row * width + first + upto - 1] = column;
