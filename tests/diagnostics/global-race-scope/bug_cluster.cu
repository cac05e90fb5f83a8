// SPDX-License-Identifier: MIT
// Clusters of two blocks. A counter and a flag have the scope of the cluster:
// in the first launch, of one cluster, that is right; in the second it is too
// narrow.
__global__ void count(int* out) {
  if (threadIdx.x != 0) return;
  asm volatile("red.relaxed.cluster.global.add.s32 [%0], 1;" ::"l"(out)
               : "memory");
}

/// The last block to start takes what the first one leaves.
__global__ void pass(int* data, int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 1;
    asm volatile("st.release.cluster.global.s32 [%0], 1;" ::"l"(flag)
                 : "memory");
  } else if (blockIdx.x + 1 == gridDim.x) {
    int seen = 0;
    while (seen == 0) {
      asm volatile("ld.acquire.cluster.global.s32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(flag)
                   : "memory");
    }
    *data += 1;
  }
}

template <class Kernel, class... Arguments>
void launch(int blocks, Kernel* kernel, Arguments... arguments) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = 32;
  config.attrs = &cluster;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, arguments...);
}

int main() {
  int* out;
  cudaMalloc(&out, 3 * sizeof(int));
  for (const int blocks : {2, 4}) {
    cudaMemset(out, 0, 3 * sizeof(int));
    launch(blocks, count, out);
    launch(blocks, pass, out + 1, out + 2);
    cudaDeviceSynchronize();
  }
  cudaFree(out);
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (2,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug_cluster.cu:7:3
  |
7 |   asm volatile("red.relaxed.cluster.global.add.s32 [%0], 1;" ::"l"(out)
  |   - (1) thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
  |   ^ (2) thread 0 of block (2,0,0) updates `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, both are atomic, but the scope of one
           is only its cluster, nothing orders them; blocks run in any order
  = seen:  4 such pairs; lowest address shown
  = learn: docs/diagnostics/global-race.md

error[missing-fence]: the flag `cudaMalloc #1+8` does not say that
  `cudaMalloc #1+4` is stored: an access to the flag reaches
  one cluster only
  --> bug_cluster.cu:26:5
   |
15 |     *data = 1;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+4` here
16 |     asm volatile("st.release.cluster.global.s32 [%0], 1;" ::"l"(flag)
   |     - (2) and then stores the flag `cudaMalloc #1+8` here
23 |                    : "l"(flag)
   |                          - (3) thread 0 of block (3,0,0), or one before it,
   |                            loads the flag here
26 |     *data += 1;
   |     ^ (4) thread 0 of block (3,0,0) loads `cudaMalloc #1+4` here
   |
   = why:   (2) has cluster scope, and (3) is in another cluster: no fence
            beside such a flag orders the two
   = seen:  2 such pairs; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
