// SPDX-License-Identifier: MIT
// The first program of everybody.
#include <cstdio>

__global__ void hello() { printf("Hello from thread %u!\n", threadIdx.x); }

int main() { hello<<<1, 4>>>(); }
