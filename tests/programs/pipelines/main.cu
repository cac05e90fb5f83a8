// SPDX-License-Identifier: MIT
// Two whole programs. Connected components by one graph: memory of its own, a
// loop that ends when no label changes. A blur of three layers, applied twice:
// texture in, surface out. Each is compared with the host.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "common/cuda_check.h"

using Handle = cudaGraphConditionalHandle;
constexpr int kNodes = 96, kEdges = 80;

struct Edge {
  int a, b;
};
__constant__ Edge edges[kEdges];

std::vector<Edge> make_edges() {
  std::vector<Edge> all;
  for (int i = 0; i < kEdges; ++i)
    all.push_back({(i * 29 + 5) % kNodes, (i * 53 + 8) % kNodes});
  return all;
}

__global__ void number(int* label) { label[threadIdx.x] = threadIdx.x; }

__global__ void clear(int* changed) { *changed = 0; }

__device__ int value_of(int* label) { return atomicMin(label, kNodes); }

__global__ void spread(int* label, int* changed) {
  const Edge edge = edges[threadIdx.x];
  const int least = min(value_of(label + edge.a), value_of(label + edge.b));
  const int before =
      max(atomicMin(label + edge.a, least), atomicMin(label + edge.b, least));
  if (before > least) atomicExch(changed, 1);
}

__global__ void decide(Handle handle, const int* changed) {
  cudaGraphSetConditional(handle, *changed != 0);
}

__global__ void hand_out(const int* label, int* out) {
  out[threadIdx.x] = label[threadIdx.x];
}

template <class... Arguments>
cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t after,
                           int threads, void (*function)(Arguments...),
                           Arguments... values) {
  void* arguments[] = {&values...};
  cudaKernelNodeParams launch{};
  launch.func = reinterpret_cast<void*>(function);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(threads);
  launch.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA_CHECK(
      cudaGraphAddKernelNode(&node, graph, &after, after != nullptr, &launch));
  return node;
}

cudaGraphNode_t add_memory(cudaGraph_t graph, size_t bytes, int** data) {
  cudaMemAllocNodeParams parameters{};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location = {cudaMemLocationTypeDevice, 0};
  parameters.bytesize = bytes;
  cudaGraphNode_t node;
  CUDA_CHECK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters));
  *data = static_cast<int*>(parameters.dptr);
  return node;
}

/// The labels are the graph's own; `changed` and `out` are not.
void add_solver(cudaGraph_t graph, int* changed, int* out) {
  Handle handle;
  CUDA_CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1,
                                              cudaGraphCondAssignDefault));
  int* label;
  const auto memory = add_memory(graph, kNodes * sizeof(int), &label);
  const auto numbered = add_kernel(graph, memory, kNodes, number, label);
  cudaGraphNodeParams loop{};
  loop.type = cudaGraphNodeTypeConditional;
  loop.conditional.handle = handle;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t looped, freed;
  CUDA_CHECK(cudaGraphAddNode(&looped, graph, &numbered, nullptr, 1, &loop));
  const cudaGraph_t body = loop.conditional.phGraph_out[0];
  const auto cleared = add_kernel(body, nullptr, 1, clear, changed);
  const auto spread_once =
      add_kernel(body, cleared, kEdges, spread, label, changed);
  add_kernel<Handle, const int*>(body, spread_once, 1, decide, handle, changed);
  const auto given =
      add_kernel<const int*, int*>(graph, looped, kNodes, hand_out, label, out);
  CUDA_CHECK(cudaGraphAddMemFreeNode(&freed, graph, &given, 1, label));
}

std::vector<int> components_of_host(const std::vector<Edge>& all) {
  std::vector<int> label(kNodes);
  for (int i = 0; i < kNodes; ++i) label[i] = i;
  for (bool changed = true; std::exchange(changed, false);)
    for (const Edge& edge : all) {
      const int least = std::min(label[edge.a], label[edge.b]);
      changed = changed || label[edge.a] != label[edge.b];
      label[edge.a] = label[edge.b] = least;
    }
  return label;
}

void components() {
  const std::vector<Edge> all = make_edges();
  CUDA_CHECK(cudaMemcpyToSymbol(edges, all.data(), kEdges * sizeof(Edge)));
  int *changed, *out;
  CUDA_CHECK(cudaMalloc(&changed, sizeof(int)));
  CUDA_CHECK(cudaMalloc(&out, kNodes * sizeof(int)));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA_CHECK(cudaGraphCreate(&graph, 0));
  add_solver(graph, changed, out);
  CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
  const std::vector<int> expected = components_of_host(all);
  for (int run = 0; run < 2; ++run) {
    CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
    std::vector<int> label(kNodes);
    CUDA_CHECK(cudaMemcpy(label.data(), out, kNodes * sizeof(int),
                          cudaMemcpyDeviceToHost));
    int count = 0;
    for (int i = 0; i < kNodes; ++i) count += label[i] == i;
    std::printf("components: %d, %s\n", count,
                label == expected ? "as on the host" : "wrong");
  }
  CUDA_CHECK(cudaGraphExecDestroy(exec));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaFree(changed));
  CUDA_CHECK(cudaFree(out));
}

constexpr int kWidth = 20, kHeight = 12, kLayers = 3;
using Image = std::vector<float>;

__global__ void blur(cudaTextureObject_t in, cudaSurfaceObject_t out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y, layer = blockIdx.z;
  if (x >= kWidth || y >= kHeight) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += tex2DLayered<float>(in, x + dx + 0.5f, y + dy + 0.5f, layer);
  surf2DLayeredwrite(sum, out, x * static_cast<int>(sizeof sum), y, layer);
}

Image blurred(const Image& in) {
  Image out(in.size());
  for (int i = 0; i < static_cast<int>(in.size()); ++i) {
    const int x = i % kWidth, y = i / kWidth % kHeight;
    const int layer = i / kWidth / kHeight;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        out[i] +=
            in[(layer * kHeight + std::clamp(y + dy, 0, kHeight - 1)) * kWidth +
               std::clamp(x + dx, 0, kWidth - 1)];
  }
  return out;
}

/// An array of layers, as a texture and as a surface.
struct Layers {
  cudaArray_t array;
  cudaTextureObject_t texture;
  cudaSurfaceObject_t surface;

  Layers() {
    const auto format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMalloc3DArray(&array, &format,
                                 make_cudaExtent(kWidth, kHeight, kLayers),
                                 cudaArrayLayered | cudaArraySurfaceLoadStore));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
    CUDA_CHECK(
        cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    CUDA_CHECK(cudaCreateSurfaceObject(&surface, &resource));
  }
  ~Layers() {
    CUDA_CHECK(cudaDestroyTextureObject(texture));
    CUDA_CHECK(cudaDestroySurfaceObject(surface));
    CUDA_CHECK(cudaFreeArray(array));
  }
  Layers(const Layers&) = delete;
  Layers& operator=(const Layers&) = delete;

  void copy(Image& image, cudaMemcpyKind kind) const {
    cudaMemcpy3DParms copy{};
    const auto host = make_cudaPitchedPtr(image.data(), kWidth * sizeof(float),
                                          kWidth, kHeight);
    const bool in = kind == cudaMemcpyHostToDevice;
    (in ? copy.srcPtr : copy.dstPtr) = host;
    (in ? copy.dstArray : copy.srcArray) = array;
    copy.extent = make_cudaExtent(kWidth, kHeight, kLayers);
    copy.kind = kind;
    CUDA_CHECK(cudaMemcpy3D(&copy));
  }
};

void blur_twice() {
  Image image(kWidth * kHeight * kLayers);
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = static_cast<float>(i * 7 % 11);
  const Image expected = blurred(blurred(image));
  const Layers one, two;
  one.copy(image, cudaMemcpyHostToDevice);
  const dim3 block(8, 8);
  const dim3 grid((kWidth + 7) / 8, (kHeight + 7) / 8, kLayers);
  blur<<<grid, block>>>(one.texture, two.surface);
  blur<<<grid, block>>>(two.texture, one.surface);
  one.copy(image, cudaMemcpyDeviceToHost);
  std::printf("blur: %g %g, %s\n", image.front(), image.back(),
              image == expected ? "as on the host" : "wrong");
}

int main() {
  components();
  blur_twice();
}
