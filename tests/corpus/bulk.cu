// SPDX-License-Identifier: MIT
// Bulk copies (cp.async.bulk) and barrier objects (mbarrier), as sm_90 has
// them: fences between the proxies, waits, bytes and arrivals that are counted.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
using namespace cuda::ptx;

namespace {

constexpr int kThreads = 64;
enum : unsigned { kBytes = kThreads * sizeof(int) };

// program unfenced_store: The block meets after its stores, but a barrier does
// not show them to the asynchronous proxy.
template <bool kFixed>
__global__ void scale(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  const int i = threadIdx.x;
  tile[i] = 2 * in[i];
  if (kFixed) fence_proxy_async();
  __syncthreads();
  if (i == 0) {
    // bug: proxy-fence
    cp_async_bulk(space_global, space_shared, out, tile, kBytes);
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

template <bool kFixed>
void unfenced_store() {
  Device<int> in(kThreads, 1), out(kThreads);
  scale<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program fence_before_the_others: One thread has the fence, before the other
// warp has stored.
template <bool kFixed>
__global__ void shift(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  const int i = threadIdx.x;
  tile[i] = in[i] + 1;
  if (i == 0 && !kFixed) fence_proxy_async();
  __syncthreads();
  if (i == 0) {
    if (kFixed) fence_proxy_async();
    // bug: proxy-fence
    cp_async_bulk(space_global, space_shared, out, tile, kBytes);
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

template <bool kFixed>
void fence_before_the_others() {
  Device<int> in(kThreads, 1), out(kThreads);
  shift<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program cleared_before_the_load: The tile is cleared by stores, and then
// filled by a copy, which they may overtake.
template <bool kFixed>
__global__ void clear_and_load(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  tile[i] = 0;
  if (i == 0) mbarrier_init(&full, 1);
  if (kFixed) fence_proxy_async();
  __syncthreads();
  if (i == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    // bug: proxy-fence
    cp_async_bulk(space_cluster, space_global, tile, in, kBytes, &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[i] = tile[i];
}

template <bool kFixed>
void cleared_before_the_load() {
  Device<int> in(kThreads, 1), out(kThreads);
  clear_and_load<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program refilled_tile: The tile is read by loads, and then overwritten by the
// next copy.
template <bool kFixed>
__global__ void sum_tiles(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  __syncthreads();
  int sum = 0;
  for (unsigned step = 0; step < 3; ++step) {
    if (i == 0) {
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                                kBytes);
      // bug: proxy-fence
      cp_async_bulk(space_cluster, space_global, tile, in + step * kThreads,
                    kBytes, &full);
    }
    while (!mbarrier_try_wait_parity(&full, step % 2)) continue;
    sum += tile[kThreads - 1 - i];
    if (kFixed) fence_proxy_async();
    __syncthreads();
  }
  out[i] = sum;
}

template <bool kFixed>
void refilled_tile() {
  Device<int> in(3 * kThreads, 1), out(kThreads);
  sum_tiles<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program stored_by_the_block: What the block stored to global memory it loads
// by a copy.
template <bool kFixed>
__global__ void through_global(int* buffer, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  buffer[i] = i;
  if (kFixed) fence_proxy_async(space_global);
  __syncthreads();
  if (i == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    // bug: proxy-fence
    cp_async_bulk(space_cluster, space_global, tile, buffer, kBytes, &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[i] = tile[kThreads - 1 - i];
}

template <bool kFixed>
void stored_by_the_block() {
  Device<int> buffer(kThreads), out(kThreads);
  through_global<kFixed><<<1, kThreads>>>(buffer, out);
  finish();
}

// program last_block_of_many: Each block stores 16 KB of results, and the last
// one loads a part of its own by a copy.
template <bool kFixed>
__global__ void store_results(int* results, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  int* mine = results + blockIdx.x * 64 * kThreads;
  if (i == 0) mbarrier_init(&full, 1);
  for (int row = 0; row < 64; ++row) mine[row * kThreads + i] = row + i;
  if (blockIdx.x + 1 < gridDim.x) return;
  if (kFixed) fence_proxy_async(space_global);
  __syncthreads();
  if (i == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    // bug: proxy-fence
    cp_async_bulk(space_cluster, space_global, tile, mine, kBytes, &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[i] = tile[kThreads - 1 - i];
}

template <bool kFixed>
void last_block_of_many() {
  Device<int> results(40 * 64 * kThreads), out(kThreads);
  store_results<kFixed><<<40, kThreads>>>(results, out);
  finish();
}

// program ends_without_waiting: The block ends while the copy may still read
// its shared memory.
template <bool kFixed>
__global__ void ends_early(int* out) {
  __shared__ alignas(16) int tile[kThreads];
  const int i = threadIdx.x;
  tile[i] = i;
  fence_proxy_async(space_shared);
  __syncthreads();
  if (i == 0) {
    // bug: bulk-unwaited
    cp_async_bulk(space_global, space_shared, out, tile, kBytes);
    cp_async_bulk_commit_group();
    if (kFixed) cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

template <bool kFixed>
void ends_without_waiting() {
  Device<int> out(kThreads);
  ends_early<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program reused_source: The tile is stored to again while the copy may still
// read it.
template <bool kFixed>
__global__ void two_results(int* out) {
  __shared__ alignas(16) int tile[kThreads];
  const int i = threadIdx.x;
  for (int step = 0; step < 2; ++step) {
    // bug: bulk-unwaited
    tile[i] = 10 * step + i;
    fence_proxy_async();
    __syncthreads();
    if (i == 0) {
      cp_async_bulk(space_global, space_shared, out + step * kThreads, tile,
                    kBytes);
      cp_async_bulk_commit_group();
      if (kFixed || step == 1) cp_async_bulk_wait_group_read(n32_t<0>());
    }
    __syncthreads();
  }
}

template <bool kFixed>
void reused_source() {
  Device<int> out(2 * kThreads);
  two_results<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program barrier_instead_of_wait: The block meets, but nobody waits for the
// bytes of the copy.
template <bool kFixed>
__global__ void load_tile(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  __syncthreads();
  if (i == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    cp_async_bulk(space_cluster, space_global, tile, in, kBytes, &full);
  }
  __syncthreads();
  if (kFixed)
    while (!mbarrier_try_wait_parity(&full, 0)) continue;
  // bug: bulk-unwaited
  out[i] = tile[i];
  if (!kFixed)
    while (!mbarrier_try_wait_parity(&full, 0)) continue;
}

template <bool kFixed>
void barrier_instead_of_wait() {
  Device<int> in(kThreads, 1), out(kThreads);
  load_tile<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program waits_for_the_read_only: The source has been read when the thread
// goes on, but the result may not be there.
template <bool kFixed>
__global__ void read_back(int* out) {
  __shared__ alignas(16) int tile[kThreads];
  const int i = threadIdx.x;
  tile[i] = i;
  fence_proxy_async();
  __syncthreads();
  if (i == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, kBytes);
    cp_async_bulk_commit_group();
    if (kFixed) cp_async_bulk_wait_group(n32_t<0>());
    if (!kFixed) cp_async_bulk_wait_group_read(n32_t<0>());
    // bug: bulk-unwaited
    out[kThreads] = out[0] + 1;
  }
}

template <bool kFixed>
void waits_for_the_read_only() {
  Device<int> out(kThreads + 1);
  read_back<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program one_adder_waits: Two warps add a tile to the sums, and only one of
// them waits until it is there; the other one until its source has been read.
template <bool kFixed>
__global__ void add_tiles(int* sums, int* out) {
  __shared__ alignas(16) int tile[2][kThreads];
  const int i = threadIdx.x, own = i / 32;
  tile[0][i] = tile[1][i] = i;
  fence_proxy_async();
  __syncthreads();
  if (i % 32 == 0) {
    cp_reduce_async_bulk(space_global, space_shared, op_add, sums, tile[own],
                         kBytes);
    cp_async_bulk_commit_group();
    if (kFixed || own == 1) cp_async_bulk_wait_group(n32_t<0>());
    if (!kFixed && own == 0) cp_async_bulk_wait_group_read(n32_t<0>());
  }
  __syncthreads();
  // bug: bulk-unwaited
  out[i] = sums[i];
}

template <bool kFixed>
void one_adder_waits() {
  Device<int> sums(kThreads, 0), out(kThreads);
  add_tiles<kFixed><<<1, kThreads>>>(sums, out);
  finish();
}

// program another_thread_waits: A thread waits for its own groups only, and
// another one committed.
template <bool kFixed>
__global__ void hand_over(int* out) {
  __shared__ alignas(16) int tile[kThreads];
  const int i = threadIdx.x;
  tile[i] = i;
  fence_proxy_async();
  __syncthreads();
  if (i == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, kBytes);
    cp_async_bulk_commit_group();
  }
  if (i == (kFixed ? 0 : 32)) cp_async_bulk_wait_group_read(n32_t<0>());
  __syncthreads();
  // bug: bulk-unwaited
  tile[i] = 0;
  out[kThreads + i] = tile[i];
  if (i == 0) cp_async_bulk_wait_group_read(n32_t<0>());
}

template <bool kFixed>
void another_thread_waits() {
  Device<int> out(2 * kThreads);
  hand_over<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program nothing_committed: The wait is for groups, and the copy is in none.
template <bool kFixed>
__global__ void no_group(int* out) {
  __shared__ alignas(16) int tile[kThreads];
  const int i = threadIdx.x;
  tile[i] = i;
  fence_proxy_async();
  __syncthreads();
  if (i == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, kBytes);
    if (kFixed) cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
  __syncthreads();
  // bug: bulk-unwaited
  tile[i] = 0;
  out[kThreads + i] = tile[i];
  if (i == 0) {
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

template <bool kFixed>
void nothing_committed() {
  Device<int> out(2 * kThreads);
  no_group<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program counts_elements: The copy is counted in bytes, and the thread expects
// as many as there are elements.
// also: livelock
// limit: 200000
template <bool kFixed>
__global__ void wrong_unit(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  __syncthreads();
  if (i == 0) {
    // bug: expect-tx
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kFixed ? kBytes : kThreads);
    cp_async_bulk(space_cluster, space_global, tile, in, kBytes, &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[i] = tile[i];
}

template <bool kFixed>
void counts_elements() {
  Device<int> in(kThreads, 1), out(kThreads);
  wrong_unit<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program last_piece_is_shorter: Each step expects a whole tile, and the last
// copy is of half of one.
// also: livelock
// limit: 200000
template <bool kFixed>
__global__ void tail(const int* in, int* out, int count) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  __syncthreads();
  int sum = 0;
  for (int begin = 0; begin < count; begin += kThreads) {
    const int many = min(kThreads, count - begin);
    if (i == 0) {
      const unsigned bytes = many * sizeof(int);
      // bug: expect-tx
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                                kFixed ? bytes : kBytes);
      cp_async_bulk(space_cluster, space_global, tile, in + begin, bytes,
                    &full);
    }
    while (!mbarrier_try_wait_parity(&full, begin / kThreads % 2)) continue;
    if (i < many) sum += tile[i];
    fence_proxy_async();
    __syncthreads();
  }
  out[i] = sum;
}

template <bool kFixed>
void last_piece_is_shorter() {
  Device<int> in(2 * kThreads, 1), out(kThreads);
  tail<kFixed><<<1, kThreads>>>(in, out, kThreads + kThreads / 2);
  finish();
}

// program every_thread_expects: All threads of a warp expect the bytes of the
// one copy.
// also: livelock
// limit: 200000
template <bool kFixed>
__global__ void expected_often(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, kFixed ? 1 : 32);
  __syncthreads();
  if (i < (kFixed ? 1 : 32))
    // bug: expect-tx
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
  if (i == 0)
    cp_async_bulk(space_cluster, space_global, tile, in, kBytes, &full);
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[i] = tile[i];
}

template <bool kFixed>
void every_thread_expects() {
  Device<int> in(kThreads, 1), out(kThreads);
  expected_often<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program second_copy_not_expected: Two copies end at one object, which expects
// the bytes of one.
// also: livelock
// also: bulk-unwaited
// limit: 200000
template <bool kFixed>
__global__ void two_copies(const int* in, int* out) {
  __shared__ alignas(16) int tile[2][kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  __syncthreads();
  for (unsigned step = 0; step < 2; ++step) {
    if (i == 0) {
      // bug: expect-tx
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                                kFixed ? 2 * kBytes : kBytes);
      cp_async_bulk(space_cluster, space_global, tile[0], in, kBytes, &full);
      cp_async_bulk(space_cluster, space_global, tile[1], in + kThreads, kBytes,
                    &full);
    }
    while (!mbarrier_try_wait_parity(&full, step)) continue;
    fence_proxy_async();
    __syncthreads();
  }
  out[i] = tile[0][i] + tile[1][i];
}

template <bool kFixed>
void second_copy_not_expected() {
  Device<int> in(2 * kThreads, 1), out(kThreads);
  two_copies<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program no_init: The object holds what was in shared memory before.
// also: livelock
// also: uninitialized-read
// limit: 200000
template <bool kFixed>
__global__ void never_begun(int* out) {
  __shared__ uint64_t object;
  const int i = threadIdx.x;
  if (kFixed && i == 0) mbarrier_init(&object, kThreads);
  __syncthreads();
  // bug: mbarrier-misuse
  mbarrier_arrive(&object);
  if (kFixed)
    while (!mbarrier_try_wait_parity(&object, 0)) continue;
  out[i] = i;
}

template <bool kFixed>
void no_init() {
  Device<int> out(kThreads);
  never_begun<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program init_not_shown: Nothing makes the other warp wait until the object is
// there.
// also: livelock
// also: uninitialized-read
// limit: 200000
template <bool kFixed>
__global__ void too_eager(int* out) {
  __shared__ uint64_t object;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&object, kThreads);
  if (kFixed) __syncthreads();
  // bug: mbarrier-misuse
  mbarrier_arrive(&object);
  out[i] = i;
}

template <bool kFixed>
void init_not_shown() {
  Device<int> out(kThreads);
  too_eager<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program more_arrive_than_expected: The object expects one warp, and two
// arrive.
template <bool kFixed>
__global__ void too_many(int* out) {
  __shared__ uint64_t object;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&object, kFixed ? kThreads + 1 : kThreads / 2 + 1);
  __syncthreads();
  // bug: mbarrier-misuse
  mbarrier_arrive(&object);
  __syncthreads();
  if (i == 0) mbarrier_arrive(&object);
  __syncthreads();
  out[i] = i;
}

template <bool kFixed>
void more_arrive_than_expected() {
  Device<int> out(kThreads);
  too_many<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program fewer_arrive_than_expected: The object expects every thread, and one
// for each warp arrives.
// also: livelock
// limit: 200000
template <bool kFixed>
__global__ void too_few(int* out) {
  __shared__ uint64_t object;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&object, kFixed ? kThreads / 32 : kThreads);
  __syncthreads();
  if (i % 32 == 0) mbarrier_arrive(&object);
  // bug: mbarrier-misuse
  while (!mbarrier_try_wait_parity(&object, 0)) continue;
  out[i] = i;
}

template <bool kFixed>
void fewer_arrive_than_expected() {
  Device<int> out(kThreads);
  too_few<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program one_phase_too_many: The last wait is for a phase in which nobody
// arrives: its parity is the one of a phase long over.
// also: livelock
// limit: 200000
template <bool kFixed>
__global__ void wrong_parity(int* out) {
  __shared__ uint64_t object;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&object, kThreads);
  __syncthreads();
  for (unsigned step = 0; step < 2; ++step) {
    mbarrier_arrive(&object);
    while (!mbarrier_try_wait_parity(&object, step)) continue;
  }
  // bug: mbarrier-misuse
  while (!mbarrier_try_wait_parity(&object, kFixed ? 1 : 0)) continue;
  out[i] = i;
}

template <bool kFixed>
void one_phase_too_many() {
  Device<int> out(kThreads);
  wrong_parity<kFixed><<<1, kThreads>>>(out);
  finish();
}

// program begun_again: The object is initialised once more while a copy has yet
// to tell it.
// also: bulk-unwaited
// also: expect-tx
template <bool kFixed>
__global__ void overlaid(const int* in, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) mbarrier_init(&full, 1);
  __syncthreads();
  if (i == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    cp_async_bulk(space_cluster, space_global, tile, in, kBytes, &full);
  }
  if (kFixed)
    while (!mbarrier_try_wait_parity(&full, 0)) continue;
  __syncthreads();
  // bug: mbarrier-misuse
  if (i == 0) mbarrier_init(&full, 1);
  out[i] = i;
}

template <bool kFixed>
void begun_again() {
  Device<int> in(kThreads, 1), out(kThreads);
  overlaid<kFixed><<<1, kThreads>>>(in, out);
  finish();
}

// program long_copies_read_early: One thread stores a megabyte by copies, and
// waits until their source is read: the block reads it all.
constexpr int kPiece = 16384, kPieces = 64, kWords = kPiece / sizeof(int);

template <bool kFixed>
__global__ void fill(int* out, int* sums) {
  __shared__ alignas(16) int tile[kWords];
  const int i = threadIdx.x;
  for (int at = i; at < kWords; at += kThreads) tile[at] = at;
  fence_proxy_async();
  __syncthreads();
  if (i == 0) {
    for (int piece = 0; piece < kPieces; ++piece)
      cp_async_bulk(space_global, space_shared, out + piece * kWords, tile,
                    kPiece);
    cp_async_bulk_commit_group();
    if (kFixed) cp_async_bulk_wait_group(n32_t<0>());
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
  __syncthreads();
  int sum = 0;
  for (int piece = 0; piece < kPieces; ++piece)
    // bug: bulk-unwaited
    sum += out[piece * kWords + i];
  sums[i] = sum;
}

template <bool kFixed>
void long_copies_read_early() {
  Device<int> out(kPieces * kWords, 0), sums(kThreads);
  fill<kFixed><<<1, kThreads>>>(out, sums);
  finish();
}

// program source_changed_in_flight: A thread takes the next value while the
// copy of the old ones may still read.
template <bool kFixed>
__global__ void replace_first(int* values, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (i == 0) {
    mbarrier_init(&full, 1);
    fence_proxy_async();
  }
  __syncthreads();
  if (i == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    cp_async_bulk(space_cluster, space_global, tile, values, kBytes, &full);
    // bug: bulk-unwaited
    if (!kFixed) values[0] = 7;
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  if (i == 0 && kFixed) values[0] = 7;
  out[i] = tile[i];
}

template <bool kFixed>
void source_changed_in_flight() {
  Device<int> values(kThreads, 1), out(kThreads);
  replace_first<kFixed><<<1, kThreads>>>(values, out);
  finish();
}

// program neighbour_clears_the_source: A block copies values that another block
// sets to zero.
template <bool kFixed>
__global__ void take_values(int* values, int* out) {
  __shared__ alignas(16) int tile[kThreads];
  __shared__ uint64_t full;
  const int i = threadIdx.x;
  if (blockIdx.x == 1) {
    // bug: global-race
    values[i + (kFixed ? kThreads : 0)] = 0;
    return;
  }
  if (i == 0) {
    mbarrier_init(&full, 1);
    fence_proxy_async();
  }
  __syncthreads();
  if (i == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              kBytes);
    cp_async_bulk(space_cluster, space_global, tile, values, kBytes, &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[i] = tile[i];
}

template <bool kFixed>
void neighbour_clears_the_source() {
  Device<int> values(2 * kThreads, 1), out(kThreads);
  take_values<kFixed><<<2, kThreads>>>(values, out);
  finish();
}

}  // namespace

int main(int argc, char** argv) {
#define PROGRAM(name) \
  { #name, name < false>, name < true> }
  return choose(argc, argv,
                {PROGRAM(unfenced_store),
                 PROGRAM(fence_before_the_others),
                 PROGRAM(cleared_before_the_load),
                 PROGRAM(refilled_tile),
                 PROGRAM(stored_by_the_block),
                 PROGRAM(last_block_of_many),
                 PROGRAM(ends_without_waiting),
                 PROGRAM(reused_source),
                 PROGRAM(barrier_instead_of_wait),
                 PROGRAM(waits_for_the_read_only),
                 PROGRAM(one_adder_waits),
                 PROGRAM(another_thread_waits),
                 PROGRAM(nothing_committed),
                 PROGRAM(counts_elements),
                 PROGRAM(last_piece_is_shorter),
                 PROGRAM(every_thread_expects),
                 PROGRAM(second_copy_not_expected),
                 PROGRAM(no_init),
                 PROGRAM(init_not_shown),
                 PROGRAM(more_arrive_than_expected),
                 PROGRAM(fewer_arrive_than_expected),
                 PROGRAM(one_phase_too_many),
                 PROGRAM(begun_again),
                 PROGRAM(long_copies_read_early),
                 PROGRAM(source_changed_in_flight),
                 PROGRAM(neighbour_clears_the_source)});
}
