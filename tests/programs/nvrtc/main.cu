// SPDX-License-Identifier: MIT
// Programs that NVRTC compiles while this one runs, loaded by the driver API.
// Each computes out[i] from all of `in`; the host computes the same.
// nvcc: -lcuda -lnvrtc
#include <cuda.h>
#include <nvrtc.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int kCount = 256;
constexpr int kBlock = 64;
using Numbers = std::vector<float>;

struct Case {
  const char* name;
  const char* kernel;  // an expression that names it
  const char* source;
  unsigned grid, block, shared;
  float (*expected)(const Numbers& in, int i);
};

int block_of(int i) { return i / kBlock * kBlock; }

float block_sum(const Numbers& in, int i, int end) {
  float sum = 0;
  for (int k = block_of(i); k < end; ++k) sum += in[k];
  return sum;
}

const Case kCases[] = {
    {"saxpy", "saxpy", R"(
extern "C" __global__ void saxpy(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2.0f * in[i] + 1.0f;
})",
     4, 64, 0, [](const Numbers& in, int i) { return 2 * in[i] + 1; }},

    {"grid stride", "grid_stride", R"(
extern "C" __global__ void grid_stride(const float* in, float* out, int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    out[i] = in[n - 1 - i];
})",
     2, 32, 0, [](const Numbers& in, int i) { return in[kCount - 1 - i]; }},

    {"a sum in shared memory", "block_sum", R"(
extern "C" __global__ void block_sum(const float* in, float* out, int n) {
  __shared__ float part[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  out[i] = part[0];
})",
     4, 64, 0,
     [](const Numbers& in, int i) {
       return block_sum(in, i, block_of(i) + kBlock);
     }},

    {"shared memory of the launch", "reverse", R"(
extern "C" __global__ void reverse(const float* in, float* out, int n) {
  extern __shared__ float part[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = part[blockDim.x - 1 - threadIdx.x];
})",
     4, 64, 64 * sizeof(float),
     [](const Numbers& in, int i) {
       return in[block_of(i) + kBlock - 1 - i % kBlock];
     }},

    {"a transpose", "transpose", R"(
extern "C" __global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  tile[y][x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[x][y];
})",
     1, 256, 0,
     [](const Numbers& in, int i) { return in[i % 16 * 16 + i / 16]; }},

    {"a matrix product", "square", R"(
extern "C" __global__ void square(const float* in, float* out, int n) {
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += in[y * 16 + k] * in[k * 16 + x];
  out[threadIdx.x] = sum;
})",
     1, 256, 0,
     [](const Numbers& in, int i) {
       float sum = 0;
       for (int k = 0; k < 16; ++k)
         sum += in[i / 16 * 16 + k] * in[k * 16 + i % 16];
       return sum;
     }},

    {"a template", "scaled<float, 5>", R"(
template <class T, int kFactor>
__global__ void scaled(const T* in, T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * kFactor;
})",
     4, 64, 0, [](const Numbers& in, int i) { return in[i] * 5; }},

    {"a scan by shuffles", "scan", R"(
extern "C" __global__ void scan(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[i];
  for (int step = 1; step < 32; step *= 2) {
    const float other = __shfl_up_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 >= step) sum += other;
  }
  out[i] = sum;
})",
     4, 64, 0,
     [](const Numbers& in, int i) {
       float sum = 0;
       for (int k = i / 32 * 32; k <= i; ++k) sum += in[k];
       return sum;
     }},

    {"a histogram", "histogram", R"(
extern "C" __global__ void histogram(const float* in, float* out, int n) {
  __shared__ int bins[17];
  if (threadIdx.x < 17) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[(int)in[threadIdx.x] - 1], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x % 17];
})",
     1, 256, 0,
     [](const Numbers& in, int i) {
       float same = 0;
       for (const float value : in) same += value == i % 17 + 1;
       return same;
     }},

    {"a constant table", "table", R"(
__constant__ float weights[4] = {1.0f, 0.5f, 0.25f, 0.125f};
extern "C" __global__ void table(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * weights[i % 4];
})",
     4, 64, 0,
     [](const Numbers& in, int i) {
       return in[i] / static_cast<float>(1 << i % 4);
     }},

    {"steps until one", "collatz", R"(
__device__ int steps(long long value) {
  int count = 0;
  for (; value != 1; ++count) value = value % 2 ? 3 * value + 1 : value / 2;
  return count;
}
extern "C" __global__ void collatz(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = steps((long long)in[i]);
})",
     4, 64, 0,
     [](const Numbers& in, int i) {
       auto value = static_cast<long long>(in[i]);
       int count = 0;
       for (; value != 1; ++count)
         value = value % 2 ? 3 * value + 1 : value / 2;
       return static_cast<float>(count);
     }},

    {"four at once", "wide", R"(
extern "C" __global__ void wide(const float* in, float* out, int n) {
  const float4 v = ((const float4*)in)[threadIdx.x];
  ((float4*)out)[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
})",
     1, 64, 0,
     [](const Numbers& in, int i) { return in[i / 4 * 4 + 3 - i % 4]; }},

    {"square roots in double", "roots", R"(
extern "C" __global__ void roots(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (float)sqrt((double)in[i]);
})",
     4, 64, 0,
     [](const Numbers& in, int i) {
       return static_cast<float>(std::sqrt(static_cast<double>(in[i])));
     }},
};

[[noreturn]] void fail(const char* what, const std::string& why) {
  std::printf("%s: %s\n", what, why.c_str());
  std::exit(1);
}

void require(nvrtcResult result, const char* what) {
  if (result != NVRTC_SUCCESS) fail(what, nvrtcGetErrorString(result));
}

void require(CUresult result, const char* what) {
  const char* name = "?";
  if (result == CUDA_SUCCESS) return;
  cuGetErrorName(result, &name);
  fail(what, name);
}

/// The PTX of the case, and what its kernel is called there.
std::string compile(const Case& one, std::string& symbol) {
  nvrtcProgram program = nullptr;
  const std::string file = std::string(one.kernel) + ".cu";
  require(nvrtcCreateProgram(&program, one.source, file.c_str(), 0, nullptr,
                             nullptr),
          one.name);
  require(nvrtcAddNameExpression(program, one.kernel), one.name);
  const char* options[] = {"--gpu-architecture=compute_75", "-lineinfo",
                           "--std=c++17"};
  const nvrtcResult result = nvrtcCompileProgram(program, 3, options);
  if (result != NVRTC_SUCCESS) {
    size_t bytes = 0;
    nvrtcGetProgramLogSize(program, &bytes);
    std::string log(bytes, '\0');
    nvrtcGetProgramLog(program, log.data());
    fail(one.name, log);
  }
  const char* lowered = nullptr;
  require(nvrtcGetLoweredName(program, one.kernel, &lowered), one.name);
  symbol = lowered;
  size_t bytes = 0;
  require(nvrtcGetPTXSize(program, &bytes), one.name);
  std::string ptx(bytes, '\0');
  require(nvrtcGetPTX(program, ptx.data()), one.name);
  nvrtcDestroyProgram(&program);
  return ptx;
}

void run(const Case& one, const Numbers& in) {
  std::string symbol;
  const std::string ptx = compile(one, symbol);
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  require(cuModuleLoadData(&module, ptx.c_str()), one.name);
  require(cuModuleGetFunction(&kernel, module, symbol.c_str()), one.name);
  CUdeviceptr from = 0, to = 0;
  const size_t bytes = kCount * sizeof(float);
  require(cuMemAlloc(&from, bytes), one.name);
  require(cuMemAlloc(&to, bytes), one.name);
  require(cuMemcpyHtoD(from, in.data(), bytes), one.name);
  int n = kCount;
  void* arguments[] = {&from, &to, &n};
  require(cuLaunchKernel(kernel, one.grid, 1, 1, one.block, 1, 1, one.shared,
                         nullptr, arguments, nullptr),
          one.name);
  Numbers out(kCount);
  require(cuMemcpyDtoH(out.data(), to, bytes), one.name);
  for (int i = 0; i < kCount; ++i) {
    const float expected = one.expected(in, i);
    if (out[i] != expected)
      fail(one.name, std::to_string(i) + ": " + std::to_string(out[i]) +
                         " instead of " + std::to_string(expected));
  }
  require(cuMemFree(from), one.name);
  require(cuMemFree(to), one.name);
  require(cuModuleUnload(module), one.name);
  std::printf("%s\n", one.name);
}

}  // namespace

int main() {
  require(cuInit(0), "cuInit");
  CUcontext context = nullptr;
  require(cuCtxCreate(&context, nullptr, 0, 0), "cuCtxCreate");
  Numbers in(kCount);
  for (int i = 0; i < kCount; ++i) in[i] = static_cast<float>(i % 17 + 1);
  for (const Case& one : kCases) run(one, in);
  require(cuCtxDestroy(context), "cuCtxDestroy");
  return 0;
}
