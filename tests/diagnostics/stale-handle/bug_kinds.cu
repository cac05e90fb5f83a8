// SPDX-License-Identifier: MIT
// A handle of each kind after its end: streams in a launch, a copy and a second
// destroy, an event that a stream waits for, graphs, an array, a texture
// object, and what a reset destroyed.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

void streams(int* data) {
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaStreamDestroy(first);
  fill<<<1, 32, 0, first>>>(data);
  cudaMemsetAsync(data, 0, 4, first);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}

void events() {
  cudaStream_t stream;
  cudaEvent_t done;
  cudaStreamCreate(&stream);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaEventRecord(done, stream);
  cudaEventDestroy(done);
  cudaStreamWaitEvent(stream, done, 0);
  cudaStreamDestroy(stream);
}

void graphs(int* data) {
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaGraphNode_t node;
  const cudaMemsetParams zeros{data, 4, 0, 4, 1, 1};
  cudaGraphCreate(&graph, 0);
  cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &zeros);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphDestroy(graph);
  cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &zeros);
  cudaGraphExecDestroy(ready);
  cudaGraphLaunch(ready, nullptr);
}

void arrays() {
  cudaArray_t array;
  cudaTextureObject_t texture;
  const float host[16] = {};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc reading{};
  cudaCreateTextureObject(&texture, &resource, &reading, nullptr);
  cudaFreeArray(array);
  cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 1, cudaMemcpyHostToDevice);
  cudaDestroyTextureObject(texture);
  cudaGetTextureObjectResourceDesc(&resource, texture);
  cudaFreeArray(array);
}

void after_a_reset() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaDeviceReset();
  cudaStreamSynchronize(stream);
}

int main() {
  int* data;
  cudaMalloc(&data, 128);
  streams(data);
  events();
  graphs(data);
  arrays();
  cudaFree(data);
  after_a_reset();
}

/* report:
error[stale-handle]: `cudaLaunchKernel` is given `cudaStream_t #1`, which is
  destroyed
  = host:  in streams(int*)
  = made:  cudaStreamCreate in streams(int*)
  = ended: cudaStreamDestroy in streams(int*)
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[stale-handle]: `cudaMemsetAsync` is given `cudaStream_t #1`, which is
  destroyed
  = host:  in streams(int*)
  = made:  cudaStreamCreate in streams(int*)
  = ended: cudaStreamDestroy in streams(int*)
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[stale-handle]: `cudaStreamDestroy` is given `cudaStream_t #1`, which is
  destroyed
  = host:  in streams(int*)
  = made:  cudaStreamCreate in streams(int*)
  = ended: cudaStreamDestroy in streams(int*)
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[stale-handle]: `cudaStreamWaitEvent` is given `cudaEvent_t #1`, which is
  destroyed
  = host:  in events()
  = made:  cudaEventCreateWithFlags in events()
  = ended: cudaEventDestroy in events()
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[stale-handle]: `cudaGraphAddMemsetNode` is given `cudaGraph_t #1`, which
  is destroyed
  = host:  in graphs(int*)
  = made:  cudaGraphCreate in graphs(int*)
  = ended: cudaGraphDestroy in graphs(int*)
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[stale-handle]: `cudaGraphLaunch` is given `cudaGraphExec_t #1`, which is
  destroyed
  = host:  in graphs(int*)
  = made:  cudaGraphInstantiate in graphs(int*)
  = ended: cudaGraphExecDestroy in graphs(int*)
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[stale-handle]: `cudaMemcpy2DToArray` is given `cudaArray_t #1`, which is
  destroyed
  = host:  in arrays()
  = made:  cudaMallocArray in arrays()
  = ended: cudaFreeArray in arrays()
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[stale-handle]: `cudaGetTextureObjectResourceDesc` is given
  `cudaTextureObject_t #1`, which is destroyed
  = host:  in arrays()
  = made:  cudaCreateTextureObject in arrays()
  = ended: cudaDestroyTextureObject in arrays()
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md

error[double-free]: `cudaFreeArray` is given `cudaArray_t #1`, which is freed
  already
  = host:  in arrays()
  = made:  cudaMallocArray in arrays()
  = first: cudaFreeArray in arrays()
  = why:   an array is given back once
  = learn: docs/diagnostics/double-free.md

error[stale-handle]: `cudaStreamSynchronize` is given `cudaStream_t #4`, which
  is destroyed
  = host:  in after_a_reset()
  = made:  cudaStreamCreate in after_a_reset()
  = ended: cudaDeviceReset in after_a_reset()
  = why:   a handle stands for nothing once its object is destroyed; on a GPU it
           may by then stand for another object
  = learn: docs/diagnostics/stale-handle.md
*/
