// SPDX-License-Identifier: MIT
// Runs every module of generate.py on the GPU at hand and writes what it gave:
//   record FOLDER_OF_PTX > recording.txt
// Stands alone (CUDA driver API only); see record.sh.
#include <cuda.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/ops/cases.h"

namespace {

using namespace ops_test;

void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* name = "unknown error";
  cuGetErrorName(result, &name);
  std::fprintf(stderr, "%s: %s\n", what, name);
  std::exit(1);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Device buffers: up to four operands in, three results out, and room for
/// what a module keeps beside them.
struct Buffers {
  CUdeviceptr in = 0, out = 0;
  static constexpr size_t kBytes = 8 * kCases * sizeof(uint64_t);
};

void print(const std::string& kind, const uint64_t* values) {
  const int digits = 2 * bytes_of(kind);
  for (int i = 0; i < kCases; ++i) {
    std::printf("%0*llx%c", digits, static_cast<unsigned long long>(values[i]),
                i % 16 == 15 ? '\n' : ' ');
  }
}

/// False when the driver does not take the module.
bool record(const std::string& ptx, const Buffers& buffers) {
  const Head head = read_head(ptx);
  CUmodule module;
  const CUresult loaded = cuModuleLoadData(&module, ptx.c_str());
  if (loaded != CUDA_SUCCESS) {
    std::fprintf(stderr, "%s: the driver does not take it (%d)\n",
                 head.form.c_str(), static_cast<int>(loaded));
    return false;
  }
  CUfunction test;
  check(cuModuleGetFunction(&test, module, "test"), "cuModuleGetFunction");
  check(cuMemsetD8(buffers.in, 0, Buffers::kBytes), "cuMemsetD8");
  check(cuMemsetD8(buffers.out, 0, Buffers::kBytes), "cuMemsetD8");
  for (size_t k = 0; k < head.inputs.size(); ++k) {
    const Values values = make_inputs(head, static_cast<int>(k));
    check(cuMemcpyHtoD(buffers.in + k * kCases * 8, values.data(), kCases * 8),
          "cuMemcpyHtoD");
  }
  CUdeviceptr in = buffers.in, out = buffers.out;
  void* parameters[] = {&in, &out};
  check(cuLaunchKernel(test, 1, 1, 1, kCases, 1, 1, 0, nullptr, parameters,
                       nullptr),
        "cuLaunchKernel");
  check(cuCtxSynchronize(), head.form.c_str());
  std::printf("form %s\n", head.form.c_str());
  for (size_t k = 0; k < head.outputs.size(); ++k) {
    Values values(kCases);
    check(cuMemcpyDtoH(values.data(), buffers.out + k * kCases * 8, kCases * 8),
          "cuMemcpyDtoH");
    std::printf("%s\n", head.outputs[k].c_str());
    print(head.outputs[k], values.data());
  }
  cuModuleUnload(module);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: record FOLDER\n"), 2;
  check(cuInit(0), "cuInit");
  CUdevice device;
  CUcontext context;
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "primary context");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  char name[128];
  int driver = 0, major = 0, minor = 0;
  check(cuDeviceGetName(name, sizeof name, device), "cuDeviceGetName");
  check(cuDriverGetVersion(&driver), "cuDriverGetVersion");
  cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                       device);
  cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                       device);
  std::printf("# %s, compute capability %d.%d, driver %d\n", name, major, minor,
              driver);
  Buffers buffers;
  check(cuMemAlloc(&buffers.in, Buffers::kBytes), "cuMemAlloc");
  check(cuMemAlloc(&buffers.out, Buffers::kBytes), "cuMemAlloc");
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    if (entry.path().extension() == ".ptx") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  int refused = 0;
  for (const auto& path : paths) {
    if (!record(read_file(path), buffers)) ++refused;
  }
  std::fprintf(stderr, "%zu modules, %d refused\n", paths.size(), refused);
  return 0;
}
