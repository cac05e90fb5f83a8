// SPDX-License-Identifier: MIT
// Right as well: lane 31 is followed by lane 0. After the steps every lane has
// gone once around the circle. For floats each lane would add in another order.

__device__ int warp_sum(int value) {
  const int lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    value += __shfl_sync(0xffffffff, value, lane + step);  // wraps at 32
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  const int lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    const int value = __shfl_sync(0xffffffff, best.value, lane + step);
    const int place = __shfl_sync(0xffffffff, best.place, lane + step);
    if (value > best.value || (value == best.value && place < best.place)) {
      best = {value, place};
    }
  }
  return best;
}
