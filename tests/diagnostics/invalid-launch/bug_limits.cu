// SPDX-License-Identifier: MIT
// Each launch goes beyond another limit, and none of them starts.
extern __shared__ int tile[];

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void stage(int* data) { data[0] = tile[0] = 1; }
__global__ void __launch_bounds__(64) small(int* data) { *data = 1; }

__global__ void __maxnreg__(128) many_registers(double* data) {
  double kept[48];
#pragma unroll
  for (int i = 0; i < 48; ++i) kept[i] = data[i * blockDim.x + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 48; ++i)
    data[threadIdx.x * 48 + i] = kept[i] * kept[47 - i];
}

int main() {
  int* data = nullptr;
  fill<<<dim3(0, 1), 32>>>(data);        // no blocks
  fill<<<dim3(1, 70000), 32>>>(data);    // a grid too tall
  fill<<<1, dim3(1, 1, 128)>>>(data);    // a block too deep
  stage<<<1, 32, 49153>>>(data);         // more than 48 KB, not asked for
  fill<<<64, 2048>>>(data);              // the two numbers exchanged
  small<<<1, 65>>>(data);                // more than promised
  many_registers<<<1, 1024>>>(nullptr);  // more registers than there are
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel(fill, 5000, 32, arguments, 0, nullptr);
  cudaDeviceSynchronize();
}

/* report:
error[invalid-launch]: `fill` cannot start: the grid has no blocks: (0,1,1)
  = host:  in main
  = error: cudaErrorInvalidValue, told by cudaGetLastError() only
  = type:  CUDA_CHECK(cudaGetLastError()) after the launch, from
           common/cuda_check.h
  = why:   each of the three sizes must be at least 1
  = seen:  launch 1 of this kernel, grid (0,1,1), block (32,1,1)
  = learn: docs/diagnostics/invalid-launch.md

error[invalid-launch]: `fill` cannot start: the grid has 70000 blocks in y; h200
  allows 65535
  = host:  in main
  = error: cudaErrorInvalidValue, told by cudaGetLastError() only
  = type:  CUDA_CHECK(cudaGetLastError()) after the launch, from
           common/cuda_check.h
  = why:   the compute capability of the device limits each size
  = seen:  launch 2 of this kernel, grid (1,70000,1), block (32,1,1)
  = learn: docs/diagnostics/invalid-launch.md

error[invalid-launch]: `fill` cannot start: a block has 128 threads in z; h200
  allows 64
  = host:  in main
  = error: cudaErrorInvalidValue, told by cudaGetLastError() only
  = type:  CUDA_CHECK(cudaGetLastError()) after the launch, from
           common/cuda_check.h
  = why:   the compute capability of the device limits each size
  = seen:  launch 3 of this kernel, grid (1,1,1), block (1,1,128)
  = learn: docs/diagnostics/invalid-launch.md

error[invalid-launch]: `stage` cannot start: a block asks for 49153 bytes of
  dynamic shared memory; 49152 are allowed
  = host:   in main
  = static: 0 bytes besides
  = device: h200 can give a block 232448 bytes
  = type:   cudaFuncSetAttribute(stage,
            cudaFuncAttributeMaxDynamicSharedMemorySize, 49153) before the
            launch
  = error:  cudaErrorInvalidValue, told by cudaGetLastError() only
  = type:   CUDA_CHECK(cudaGetLastError()) after the launch, from
            common/cuda_check.h
  = why:    a block has 49152 bytes, static and dynamic, as long as the program
            does not ask for more with cudaFuncSetAttribute
  = seen:   launch 1 of this kernel, grid (1,1,1), block (32,1,1)
  = learn:  docs/diagnostics/invalid-launch.md

error[invalid-launch]: `fill` cannot start: a block has 2048 threads in x; h200
  allows 1024
  = host:  in main
  = error: cudaErrorInvalidValue, told by cudaGetLastError() only
  = type:  CUDA_CHECK(cudaGetLastError()) after the launch, from
           common/cuda_check.h
  = why:   the compute capability of the device limits each size
  = note:  the launch asks for 64 blocks of 2048 threads; was it meant the other
           way round?
  = seen:  launch 4 of this kernel, grid (64,1,1), block (2048,1,1)
  = learn: docs/diagnostics/invalid-launch.md

error[invalid-launch]: `small` cannot start: a block has 65 threads; the kernel
  was compiled for at most 64
  = host:  in main
  = error: cudaErrorInvalidValue, told by cudaGetLastError() only
  = type:  CUDA_CHECK(cudaGetLastError()) after the launch, from
           common/cuda_check.h
  = why:   __launch_bounds__ promised the compiler that no block is larger
  = seen:  launch 1 of this kernel, grid (1,1,1), block (65,1,1)
  = learn: docs/diagnostics/invalid-launch.md

error[invalid-launch]: `many_registers` cannot start: a block has 1024 threads
  with 102 registers each; at most 512 such threads fit
  = host:  in main
  = from:  the register count is that of elf sm_75
  = error: cudaErrorLaunchOutOfResources, told by cudaGetLastError() only
  = type:  CUDA_CHECK(cudaGetLastError()) after the launch, from
           common/cuda_check.h
  = why:   a block of h200 has 65536 registers, handed out by warps
  = seen:  launch 1 of this kernel, grid (1,1,1), block (1024,1,1)
  = learn: docs/diagnostics/invalid-launch.md

warning[invalid-launch]: `fill` cannot start: the cooperative grid has 5000
  blocks; 4224 fit at the same time
  = host:  in main
  = fit:   132 multiprocessors with 32 each
  = error: cudaLaunchCooperativeKernel returns
           cudaErrorCooperativeLaunchTooLarge
  = why:   all blocks of a cooperative launch must be resident together
  = seen:  launch 5 of this kernel, grid (5000,1,1), block (32,1,1)
  = learn: docs/diagnostics/invalid-launch.md
*/
