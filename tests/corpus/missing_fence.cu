// SPDX-License-Identifier: MIT
// Flags, counters and locks that do not order the data they stand for.
#include "tests/corpus/corpus.h"

using namespace corpus;

namespace {

// program last_block_sum: The last block adds up partial sums; no fence lies
// between a partial sum and the counter.
template <bool kFixed>
__global__ void reduce(const int* in, int* partial, unsigned* finished,
                       int* total) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    if (kFixed) __threadfence();
    last = atomicAdd(finished, 1u) == gridDim.x - 1;
    if (kFixed) __threadfence();
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int sum = 0;
  for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // bug: missing-fence
  *total = sum;
}

template <bool kFixed>
void last_block_sum() {
  Device<int> in(8, 1), partial(8, 0), total(1);
  Device<unsigned> finished(1, 0u);
  reduce<kFixed><<<8, 64>>>(in, partial, finished, total);
  finish();
}

// program block_fence: The fence before the counter reaches the own block only.
template <bool kFixed>
__global__ void minimum(const int* in, int* partial, unsigned* finished,
                        int* least) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];
  if (kFixed)
    __threadfence();
  else
    __threadfence_block();
  if (atomicAdd(finished, 1u) != gridDim.x - 1) return;
  if (kFixed) __threadfence();
  int found = partial[0];  // bug: missing-fence
  // bug: missing-fence
  for (int i = 1; i < gridDim.x; ++i) found = min(found, partial[i]);
  *least = found;
}

template <bool kFixed>
void block_fence() {
  Device<int> in(4, 3), partial(4, 0), least(1);
  Device<unsigned> finished(1, 0u);
  minimum<kFixed><<<4, 32>>>(in, partial, finished, least);
  finish();
}

// program spin_lock: A lock of atomics protects a counter, without fences.
template <bool kFixed>
__global__ void add_under_lock(int* lock, int* value) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  if (kFixed) __threadfence();
  *value += 1;  // bug: missing-fence
  if (kFixed) __threadfence();
  atomicExch(lock, 0);
}

template <bool kFixed>
void spin_lock() {
  Device<int> lock(1, 0), value(1, 0);
  add_under_lock<kFixed><<<4, 32>>>(lock, value);
  finish();
}

// program volatile_mailbox: Block 0 fills a mailbox and raises a volatile flag
// for block 1.
template <bool kFixed>
__global__ void send(const int* in, int* mail, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    mail[threadIdx.x] = in[threadIdx.x];
    if (kFixed) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0)
      while (*flag == 0) {
      }
    __syncthreads();
    if (kFixed) __threadfence();
    out[threadIdx.x] = mail[threadIdx.x];  // bug: missing-fence
  }
}

template <bool kFixed>
void volatile_mailbox() {
  Device<int> in(32, 1), mail(32, 0), flag(1, 0), out(32);
  send<kFixed><<<2, 32>>>(in, mail, flag, out);
  finish();
}

// program reader_without_fence: The writer has its fence, but the reader may
// load the data before the flag.
template <bool kFixed>
__global__ void pass_on(const int* in, int* data, volatile int* flag,
                        int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = *in;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    if (kFixed) __threadfence();
    *out = *data;  // bug: missing-fence
  }
}

template <bool kFixed>
void reader_without_fence() {
  Device<int> in(1, 1), data(1, 0), flag(1, 0), out(1);
  pass_on<kFixed><<<2, 32>>>(in, data, flag, out);
  finish();
}

// program look_back: A single-pass scan publishes the sum of a tile and its
// state without a fence.
template <bool kFixed>
__global__ void scan_tiles(const int* in, int* sums, volatile int* state,
                           int* out) {
  if (threadIdx.x != 0) return;
  const int tile = blockIdx.x;
  int before = 0;
  if (tile > 0) {
    while (state[tile - 1] == 0) {
    }
    if (kFixed) __threadfence();
    before = sums[tile - 1];  // bug: missing-fence
  }
  sums[tile] = before + in[tile];
  if (kFixed) __threadfence();
  state[tile] = 1;
  out[tile] = before;
}

template <bool kFixed>
void look_back() {
  Device<int> in(6, 1), sums(6, 0), state(6, 0), out(6);
  scan_tiles<kFixed><<<6, 32>>>(in, sums, state, out);
  finish();
}

// program ticket_lock: The ticket is served in turn, but the stores of the
// holder before may come later.
template <bool kFixed>
__global__ void take_turns(unsigned* next, volatile unsigned* served,
                           int* log) {
  if (threadIdx.x != 0) return;
  const unsigned mine = atomicAdd(next, 1u);
  while (*served != mine) {
  }
  if (kFixed) __threadfence();
  log[0] = log[0] + static_cast<int>(mine);  // bug: missing-fence
  if (kFixed) __threadfence();
  *served = mine + 1;
}

template <bool kFixed>
void ticket_lock() {
  Device<unsigned> next(1, 0u), served(1, 0u);
  Device<int> log(1, 0);
  take_turns<kFixed><<<4, 32>>>(next, served, log);
  finish();
}

// program grid_barrier_by_hand: Blocks meet at a counter between two phases,
// and nothing makes the first phase visible.
template <bool kFixed>
__global__ void two_phases(int* data, unsigned* come, int* out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x;
    if (kFixed) __threadfence();
    atomicAdd(come, 1u);
    while (atomicAdd(come, 0u) < gridDim.x) {
    }
    if (kFixed) __threadfence();
    out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x];  // bug: missing-fence
  }
}

template <bool kFixed>
void grid_barrier_by_hand() {
  Device<int> data(4, 0), out(4);
  Device<unsigned> come(1, 0u);
  two_phases<kFixed><<<4, 32>>>(data, come, out);
  finish();
}

// program volatile_results: The partial sums are volatile, which orders nothing
// between one of them and the counter.
template <bool kFixed>
__global__ void reduce_volatile(const int* in, volatile int* partial,
                                unsigned* finished, int* total) {
  if (threadIdx.x != 0) return;
  partial[blockIdx.x] = in[blockIdx.x];
  if (kFixed) __threadfence();
  if (atomicInc(finished, gridDim.x - 1) != gridDim.x - 1) return;
  int sum = 0;
  for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // bug: missing-fence
  *total = sum;
}

template <bool kFixed>
void volatile_results() {
  Device<int> in(8, 1), partial(8, 0), total(1);
  Device<unsigned> finished(1, 0u);
  reduce_volatile<kFixed><<<8, 32>>>(in, partial, finished, total);
  finish();
}

// program slot_given_back: Block 0 takes a value out of a slot and says that
// the slot is free; nothing makes sure that the load comes first.
template <bool kFixed>
__global__ void reuse(int* slot, volatile int* free, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *out = *slot;
    if (kFixed) __threadfence();
    *free = 1;
  } else {
    while (*free == 0) {
    }
    if (kFixed) __threadfence();
    *slot = 2;  // bug: missing-fence
  }
}

template <bool kFixed>
void slot_given_back() {
  Device<int> slot(1, 1), free(1, 0), out(1);
  reuse<kFixed><<<2, 32>>>(slot, free, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
  return choose(
      argc, argv,
      {{"last_block_sum", last_block_sum<false>, last_block_sum<true>},
       {"block_fence", block_fence<false>, block_fence<true>},
       {"spin_lock", spin_lock<false>, spin_lock<true>},
       {"volatile_mailbox", volatile_mailbox<false>, volatile_mailbox<true>},
       {"reader_without_fence", reader_without_fence<false>,
        reader_without_fence<true>},
       {"look_back", look_back<false>, look_back<true>},
       {"ticket_lock", ticket_lock<false>, ticket_lock<true>},
       {"grid_barrier_by_hand", grid_barrier_by_hand<false>,
        grid_barrier_by_hand<true>},
       {"volatile_results", volatile_results<false>, volatile_results<true>},
       {"slot_given_back", slot_given_back<false>, slot_given_back<true>}});
}
