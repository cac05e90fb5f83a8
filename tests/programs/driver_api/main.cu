// SPDX-License-Identifier: MIT
// The driver API: modules from PTX, contexts, memory, streams, events, graphs
// and errors, beside the runtime in one program. Prints what it finds, and ends
// with 1 at the first thing that is not as it should be.
// nvcc: -lcuda
#include <cuda.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "common/cuda_check.h"

#define REQUIRE(condition)                                        \
  do {                                                            \
    if (!(condition)) {                                           \
      std::printf("line %d: not so: %s\n", __LINE__, #condition); \
      std::exit(1);                                               \
    }                                                             \
  } while (false)

// One call of the driver that must succeed.
#define DRIVER(call)                                           \
  do {                                                         \
    const CUresult result = (call);                            \
    const char* name = "?";                                    \
    if (result != CUDA_SUCCESS) {                              \
      cuGetErrorName(result, &name);                           \
      std::printf("line %d: %s: %s\n", __LINE__, #call, name); \
      std::exit(1);                                            \
    }                                                          \
  } while (false)

// out[i] = a[i] + b[i] for i < n, and `calls` counts the threads that did it.
const char kPtx[] = R"(
.version 7.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 calls = 5;
.visible .const .align 4 .f32 scale = 0f40000000;
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 out,
                    .param .u32 n) {
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .f32 %f<5>;
  .reg .b64 %d<9>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n];
  setp.ge.u32 %p, %r4, %r5;
  @%p bra END;
  ld.param.u64 %d1, [a];
  ld.param.u64 %d2, [b];
  ld.param.u64 %d3, [out];
  mul.wide.u32 %d4, %r4, 4;
  add.u64 %d5, %d1, %d4;
  add.u64 %d6, %d2, %d4;
  add.u64 %d7, %d3, %d4;
  ld.global.f32 %f1, [%d5];
  ld.global.f32 %f2, [%d6];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%d7], %f3;
  mov.u64 %d8, calls;
  atom.global.add.u32 %r6, [%d8], 1;
END:
  ret;
}
.visible .entry twice(.param .u64 out) {
  .reg .b32 %r<3>;
  .reg .f32 %f<4>;
  .reg .b64 %d<4>;
  mov.u32 %r1, %tid.x;
  ld.param.u64 %d1, [out];
  mul.wide.u32 %d2, %r1, 4;
  add.u64 %d3, %d1, %d2;
  ld.global.f32 %f1, [%d3];
  ld.const.f32 %f2, [scale];
  mul.f32 %f3, %f1, %f2;
  st.global.f32 [%d3], %f3;
  ret;
}
)";

__global__ void count_up(int* out) { out[threadIdx.x] += threadIdx.x; }

void ask_the_device() {
  int version = 0, count = 0, major = 0, warp = 0;
  CUdevice device = -1;
  char name[64] = "";
  size_t bytes = 0;
  REQUIRE(cuDeviceGetCount(&count) == CUDA_ERROR_NOT_INITIALIZED);
  REQUIRE(cuInit(1) == CUDA_ERROR_INVALID_VALUE);
  DRIVER(cuInit(0));
  DRIVER(cuDriverGetVersion(&version));
  DRIVER(cuDeviceGetCount(&count));
  DRIVER(cuDeviceGet(&device, 0));
  DRIVER(cuDeviceGetName(name, sizeof(name), device));
  DRIVER(cuDeviceTotalMem(&bytes, device));
  DRIVER(cuDeviceGetAttribute(
      &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
  DRIVER(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  REQUIRE(version >= 13000 && count >= 1 && device == 0 && name[0] != '\0');
  REQUIRE(bytes > 0 && major >= 7 && warp == 32);
  REQUIRE(cuDeviceGet(&device, count) == CUDA_ERROR_INVALID_DEVICE);
  std::printf("a device with warps of %d\n", warp);
}

struct Vectors {
  static constexpr int kCount = 300;
  static constexpr size_t kBytes = kCount * sizeof(float);
  CUdeviceptr a = 0, b = 0, out = 0;
  unsigned n = kCount;
  std::vector<float> host = std::vector<float>(kCount);

  Vectors() {
    for (int i = 0; i < kCount; ++i) host[i] = static_cast<float>(i);
    DRIVER(cuMemAlloc(&a, kBytes));
    DRIVER(cuMemAlloc(&b, kBytes));
    DRIVER(cuMemAlloc(&out, kBytes));
    DRIVER(cuMemcpyHtoD(a, host.data(), kBytes));
    DRIVER(cuMemsetD32(b, 0x3f800000, kCount));  // 1.0f
  }
  ~Vectors() {
    for (const CUdeviceptr one : {a, b, out}) DRIVER(cuMemFree(one));
  }
  float sum() {
    DRIVER(cuMemcpyDtoH(host.data(), out, kBytes));
    float all = 0;
    for (const float value : host) all += value;
    return all;
  }
};

void add_vectors(CUmodule module) {
  Vectors v;
  CUfunction add = nullptr, again = nullptr;
  DRIVER(cuModuleGetFunction(&add, module, "add"));
  DRIVER(cuModuleGetFunction(&again, module, "add"));
  REQUIRE(add == again);
  REQUIRE(cuModuleGetFunction(&again, module, "none") == CUDA_ERROR_NOT_FOUND);
  void* parameters[] = {&v.a, &v.b, &v.out, &v.n};
  DRIVER(
      cuLaunchKernel(add, 3, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
  std::printf("add: %g\n", v.sum());
  // The same arguments in one buffer.
  struct {
    CUdeviceptr a, b, out;
    unsigned n;
  } packed = {v.a, v.a, v.out, v.n};
  // All of them, without what the struct ends with.
  size_t size = offsetof(decltype(packed), n) + sizeof(packed.n);
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  DRIVER(cuLaunchKernel(add, 3, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra));
  std::printf("add: %g\n", v.sum());
  size = sizeof(packed);
  REQUIRE(cuLaunchKernel(add, 3, 1, 1, 128, 1, 1, 0, nullptr, nullptr, extra) ==
          CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  int threads = 0, shared = -1;
  DRIVER(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                            add));
  DRIVER(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, add));
  REQUIRE(threads == 1024 && shared == 0);
  int blocks = 0;
  DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 128, 0));
  REQUIRE(blocks > 0);
}

void use_globals(CUmodule module) {
  CUdeviceptr calls = 0, scale = 0, none = 0;
  size_t bytes = 0;
  unsigned value = 0;
  DRIVER(cuModuleGetGlobal(&calls, &bytes, module, "calls"));
  REQUIRE(bytes == 4);
  DRIVER(cuMemcpyDtoH(&value, calls, 4));
  std::printf("calls: %u\n", value);
  REQUIRE(cuModuleGetGlobal(&none, nullptr, module, "none") ==
          CUDA_ERROR_NOT_FOUND);
  DRIVER(cuModuleGetGlobal(&scale, &bytes, module, "scale"));
  const float three = 3;
  DRIVER(cuMemcpyHtoD(scale, &three, 4));
  CUfunction twice = nullptr;
  DRIVER(cuModuleGetFunction(&twice, module, "twice"));
  Vectors v;
  void* parameters[] = {&v.b};
  DRIVER(cuLaunchKernel(twice, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters,
                        nullptr));
  float first = 0;
  DRIVER(cuMemcpyDtoH(&first, v.b, 4));
  std::printf("scaled: %g\n", first);
}

void use_streams(CUmodule module) {
  Vectors v;
  CUfunction add = nullptr;
  DRIVER(cuModuleGetFunction(&add, module, "add"));
  CUstream one = nullptr, other = nullptr;
  CUevent copied = nullptr, done = nullptr;
  DRIVER(cuStreamCreate(&one, CU_STREAM_DEFAULT));
  DRIVER(cuStreamCreate(&other, CU_STREAM_DEFAULT));
  DRIVER(cuEventCreate(&copied, CU_EVENT_DEFAULT));
  DRIVER(cuEventCreate(&done, CU_EVENT_DEFAULT));
  float* pinned = nullptr;
  DRIVER(cuMemHostAlloc(reinterpret_cast<void**>(&pinned), v.kBytes, 0));
  for (int i = 0; i < v.kCount; ++i) pinned[i] = 2;
  DRIVER(cuMemcpyHtoDAsync(v.b, pinned, v.kBytes, one));
  DRIVER(cuEventRecord(copied, one));
  DRIVER(cuStreamWaitEvent(other, copied, 0));
  void* parameters[] = {&v.a, &v.b, &v.out, &v.n};
  DRIVER(
      cuLaunchKernel(add, 3, 1, 1, 128, 1, 1, 0, other, parameters, nullptr));
  DRIVER(cuEventRecord(done, other));
  DRIVER(cuEventSynchronize(done));
  REQUIRE(cuEventQuery(done) == CUDA_SUCCESS);
  float milliseconds = -1;
  DRIVER(cuEventElapsedTime(&milliseconds, copied, done));
  REQUIRE(milliseconds >= 0);
  std::printf("streams: %g\n", v.sum());
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  DRIVER(cuStreamBeginCapture(one, CU_STREAM_CAPTURE_MODE_GLOBAL));
  DRIVER(cuMemsetD32Async(v.b, 0x40400000, v.kCount, one));  // 3.0f
  DRIVER(cuLaunchKernel(add, 3, 1, 1, 128, 1, 1, 0, one, parameters, nullptr));
  DRIVER(cuStreamEndCapture(one, &graph));
  DRIVER(cuGraphInstantiate(&exec, graph, 0));
  DRIVER(cuGraphLaunch(exec, one));
  DRIVER(cuStreamSynchronize(one));
  std::printf("graph: %g\n", v.sum());
  DRIVER(cuGraphExecDestroy(exec));
  DRIVER(cuGraphDestroy(graph));
  DRIVER(cuMemFreeHost(pinned));
  for (CUevent event : {copied, done}) DRIVER(cuEventDestroy(event));
  for (CUstream stream : {one, other}) DRIVER(cuStreamDestroy(stream));
}

void move_rows() {
  CUdeviceptr to = 0;
  size_t pitch = 0;
  DRIVER(cuMemAllocPitch(&to, &pitch, 12, 4, 4));
  REQUIRE(pitch >= 12);
  DRIVER(cuMemsetD2D16(to, pitch, 7, 6, 4));
  const int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = rows;
  copy.srcPitch = 12;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = to;
  copy.dstPitch = pitch;
  copy.dstXInBytes = 4;
  copy.dstY = 1;
  copy.WidthInBytes = 8;
  copy.Height = 2;
  DRIVER(cuMemcpy2D(&copy));
  int back[4][3];
  copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = to;
  copy.srcPitch = pitch;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = back;
  copy.dstPitch = 12;
  copy.WidthInBytes = 12;
  copy.Height = 4;
  DRIVER(cuMemcpy2D(&copy));
  std::printf("rows: %x %d %d %d %x\n", back[0][0], back[1][1], back[1][2],
              back[2][2], back[3][0]);
  DRIVER(cuMemFree(to));
}

void use_two_contexts(CUmodule module, CUcontext primary) {
  CUcontext own = nullptr, current = nullptr, popped = nullptr;
  DRIVER(cuCtxCreate(&own, nullptr, 0, 0));
  DRIVER(cuCtxGetCurrent(&current));
  REQUIRE(own != primary && current == own);
  CUmodule second = nullptr;
  DRIVER(cuModuleLoadData(&second, kPtx));
  CUdeviceptr calls = 0, other_calls = 0;
  DRIVER(cuModuleGetGlobal(&calls, nullptr, second, "calls"));
  DRIVER(cuModuleGetGlobal(&other_calls, nullptr, module, "calls"));
  REQUIRE(calls != other_calls);
  CUstream left = nullptr;
  CUdeviceptr memory = 0;
  DRIVER(cuStreamCreate(&left, 0));
  DRIVER(cuMemAlloc(&memory, 256));  // they go with their context
  // One device's contexts see each other's memory, and are no peers.
  void* owner = nullptr;
  REQUIRE(cuCtxEnablePeerAccess(primary, 0) ==
          CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
  REQUIRE(cuCtxDisablePeerAccess(primary) ==
          CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
  DRIVER(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
  REQUIRE(owner == own);
  DRIVER(cuCtxPopCurrent(&popped));
  REQUIRE(popped == own);
  DRIVER(cuCtxGetCurrent(&current));
  REQUIRE(current == primary);
  DRIVER(cuCtxDestroy(own));
  REQUIRE(cuCtxSetCurrent(nullptr) == CUDA_SUCCESS);
  REQUIRE(cuMemAlloc(&memory, 4) == CUDA_ERROR_INVALID_CONTEXT);
  DRIVER(cuCtxSetCurrent(primary));
  std::printf("two contexts\n");
}

void make_errors() {
  CUmodule module = nullptr;
  CUdeviceptr memory = 0;
  char log[512] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof(log))};
  REQUIRE(cuModuleLoadDataEx(&module, ".version 7.0\n.target sm_75\n.bad\n", 2,
                             options, values) == CUDA_ERROR_INVALID_PTX);
  REQUIRE(log[0] != '\0');
  REQUIRE(cuMemAlloc(&memory, 0) == CUDA_ERROR_INVALID_VALUE);
  REQUIRE(cuMemAlloc(&memory, size_t{1} << 50) == CUDA_ERROR_OUT_OF_MEMORY);
  const char *name = nullptr, *text = nullptr;
  DRIVER(cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &name));
  DRIVER(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  std::printf("%s: %s\n", name, text);
  REQUIRE(cuGetErrorName(static_cast<CUresult>(12345), &name) ==
          CUDA_ERROR_INVALID_VALUE);
  // None of them is the runtime's last error.
  REQUIRE(cudaGetLastError() == cudaSuccess);
}

void ask_for_functions() {
  void *found = nullptr, *older = nullptr;
  CUdriverProcAddressQueryResult how;
  DRIVER(cuGetProcAddress("cuMemAlloc", &found, 13000,
                          CU_GET_PROC_ADDRESS_DEFAULT, &how));
  REQUIRE(how == CU_GET_PROC_ADDRESS_SUCCESS);
  DRIVER(cuGetProcAddress("cuMemAlloc", &older, 2000,
                          CU_GET_PROC_ADDRESS_DEFAULT, &how));
  REQUIRE(older != found);
  DRIVER(cuGetProcAddress("cuGreenCtxCreate", &older, 2000,
                          CU_GET_PROC_ADDRESS_DEFAULT, &how));
  REQUIRE(how == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT && !older);
  cuGetProcAddress("cuNothing", &older, 13000, CU_GET_PROC_ADDRESS_DEFAULT,
                   &how);
  REQUIRE(how == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND && !older);
  CUdeviceptr memory = 0;
  DRIVER(
      reinterpret_cast<CUresult (*)(CUdeviceptr*, size_t)>(found)(&memory, 64));
  DRIVER(cuMemFree(memory));
}

// Memory of the one is memory of the other, and so is the context.
void share_with_the_runtime(CUcontext primary) {
  int* of_runtime = nullptr;
  CUDA_CHECK(cudaMalloc(&of_runtime, 128));
  DRIVER(cuMemsetD32(reinterpret_cast<CUdeviceptr>(of_runtime), 100, 32));
  count_up<<<1, 32>>>(of_runtime);
  CUDA_CHECK(cudaGetLastError());
  int back[32];
  DRIVER(cuMemcpyDtoH(back, reinterpret_cast<CUdeviceptr>(of_runtime), 128));
  std::printf("shared: %d %d\n", back[0], back[31]);
  DRIVER(cuMemFree(reinterpret_cast<CUdeviceptr>(of_runtime)));
  CUcontext current = nullptr;
  CUDA_CHECK(cudaSetDevice(0));
  DRIVER(cuCtxGetCurrent(&current));
  REQUIRE(current == primary);
}

int main() {
  ask_the_device();
  CUcontext primary = nullptr;
  CUmodule module = nullptr;
  REQUIRE(cuModuleLoadData(&module, kPtx) == CUDA_ERROR_INVALID_CONTEXT);
  DRIVER(cuDevicePrimaryCtxRetain(&primary, 0));
  DRIVER(cuCtxPushCurrent(primary));
  DRIVER(cuModuleLoadData(&module, kPtx));
  add_vectors(module);
  use_globals(module);
  use_streams(module);
  move_rows();
  use_two_contexts(module, primary);
  make_errors();
  ask_for_functions();
  share_with_the_runtime(primary);
  CUfunction add = nullptr;
  DRIVER(cuModuleGetFunction(&add, module, "add"));
  DRIVER(cuModuleUnload(module));
  std::printf("done\n");
  return 0;
}
