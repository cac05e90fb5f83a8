// SPDX-License-Identifier: MIT
// CUB, Thrust and cuRAND.
#include <curand_kernel.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_scan.h>

#include <cub/cub.cuh>

__global__ void block_wide(int* data) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 128>;
  using Sort = cub::BlockRadixSort<int, 128, 4>;
  using Reduce = cub::BlockReduce<int, 128>;
  using Warp = cub::WarpReduce<int>;
  using Merge = cub::BlockMergeSort<int, 128, 4>;
  using Count = cub::BlockHistogram<unsigned char, 128, 4, 256>;
  __shared__ union {
    Load::TempStorage load;
    Store::TempStorage store;
    Scan::TempStorage scan;
    Sort::TempStorage sort;
    Reduce::TempStorage reduce;
    Warp::TempStorage warp[4];
    Merge::TempStorage merge;
    Count::TempStorage count;
  } t;
  __shared__ unsigned bins[256];
  int x[4];
  Load(t.load).Load(data, x);
  __syncthreads();
  Sort(t.sort).Sort(x);
  __syncthreads();
  Merge(t.merge).Sort(x, [](int a, int b) { return a > b; });
  __syncthreads();
  Scan(t.scan).InclusiveSum(x, x);
  __syncthreads();
  const int all = Reduce(t.reduce).Sum(x);
  __syncthreads();
  x[0] += all + Warp(t.warp[threadIdx.x / 32]).Sum(x[1]);
  __syncthreads();
  unsigned char small[4] = {1, 2, static_cast<unsigned char>(x[0]), 3};
  Count(t.count).Histogram(small, bins);
  __syncthreads();
  x[3] += bins[threadIdx.x];
  Store(t.store).Store(data, x);
}

struct Odd {
  __device__ bool operator()(int x) const { return x & 1; }
};

void device_wide(int* in, int* out, float* f, int n) {
  size_t bytes = 0;
  void* temp = nullptr;
  cub::DeviceReduce::Sum(temp, bytes, in, out, n);
  cub::DeviceReduce::ArgMin(
      temp, bytes, f, reinterpret_cast<cub::KeyValuePair<int, float>*>(out), n);
  cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
  cub::DeviceRadixSort::SortPairs(temp, bytes, in, out, f, f, n);
  cub::DeviceHistogram::HistogramEven(temp, bytes, f, out, 9, 0.0f, 1.0f, n);
  cub::DeviceSelect::If(temp, bytes, in, out, out, n, Odd());
  cub::DeviceRunLengthEncode::Encode(temp, bytes, in, out, out, out, n);
  cub::DeviceMergeSort::SortKeys(temp, bytes, in, n, cuda::std::less<int>());
  cub::DevicePartition::If(temp, bytes, in, out, out, n, Odd());
  cub::DeviceSegmentedReduce::Sum(temp, bytes, in, out, n, in, in + 1);
}

int thrust_wide(int n) {
  thrust::device_vector<int> keys(n), values(n), a(n), b(n);
  thrust::sort(keys.begin(), keys.end());
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), a.begin(),
                        b.begin());
  thrust::transform_inclusive_scan(keys.begin(), keys.end(), a.begin(),
                                   cuda::std::negate<int>(),
                                   cuda::std::plus<int>());
  return thrust::reduce(keys.begin(), keys.end());
}

__global__ void random(float* o) {
  curandState xorwow;
  curandStatePhilox4_32_10_t philox;
  curandStateMRG32k3a mrg;
  curand_init(1, threadIdx.x, 0, &xorwow);
  curand_init(1, threadIdx.x, 0, &philox);
  curand_init(1, threadIdx.x, 0, &mrg);
  const float4 four = curand_normal4(&philox);
  o[0] = curand_uniform(&xorwow) + curand_normal(&xorwow) +
         float(curand_poisson(&xorwow, 3.0)) + four.x + four.w +
         curand_log_normal(&mrg, 0, 1) + float(curand_uniform_double(&mrg));
}
