// SPDX-License-Identifier: MIT
// The emulator has no graphs.
int main() {
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
}
