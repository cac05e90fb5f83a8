#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The kernels of ../kernels.cu on numba's CUDA simulator.

numba_sim.py: prints "KERNEL,SECONDS" for each, processor time of one launch,
without the first one. The sizes are small, for the simulator runs each CUDA
thread as a thread of Python; compare.py knows them.
"""
import os
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
import numpy as np  # noqa: E402
from numba import cuda, float32, int32  # noqa: E402

MATRIX, TRANSPOSED, NUMBERS = 32, 64, 1 << 10


@cuda.jit
def matmul_tiled(a, b, c, n):
    a_tile = cuda.shared.array((16, 16), float32)
    b_tile = cuda.shared.array((16, 16), float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    column = cuda.blockIdx.x * 16 + x
    row = cuda.blockIdx.y * 16 + y
    total = float32(0)
    for t in range(0, n, 16):
        a_tile[y, x] = a[row * n + t + x]
        b_tile[y, x] = b[(t + y) * n + column]
        cuda.syncthreads()
        for k in range(16):
            total += a_tile[y, k] * b_tile[k, x]
        cuda.syncthreads()
    c[row * n + column] = total


@cuda.jit
def transpose_tile(source, out, n):
    tile = cuda.shared.array((32, 33), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    x = cuda.blockIdx.x * 32 + tx
    y = cuda.blockIdx.y * 32 + ty
    for i in range(0, 32, 8):
        tile[ty + i, tx] = source[(y + i) * n + x]
    cuda.syncthreads()
    to_x = cuda.blockIdx.y * 32 + tx
    to_y = cuda.blockIdx.x * 32 + ty
    for i in range(0, 32, 8):
        out[(to_y + i) * n + to_x] = tile[tx, ty + i]


@cuda.jit
def sum_shared(source, out):
    part = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    part[t] = source[cuda.blockIdx.x * 256 + t]
    cuda.syncthreads()
    step = 128
    while step > 0:
        if t < step:
            part[t] += part[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


def seconds(kernel, grid, block, arguments):
    kernel[grid, block](*arguments)
    begin = time.process_time()
    kernel[grid, block](*arguments)
    return time.process_time() - begin


def main():
    m, t, s = MATRIX, TRANSPOSED, NUMBERS
    a = np.arange(m * m, dtype=np.float32) % 7
    b = np.arange(m * m, dtype=np.float32) % 5
    c = np.zeros(m * m, dtype=np.float32)
    took = seconds(matmul_tiled, (m // 16, m // 16), (16, 16), (a, b, c, m))
    assert np.array_equal(c.reshape(m, m), a.reshape(m, m) @ b.reshape(m, m))
    print(f"matmul_tiled,{took}")
    source = np.arange(t * t, dtype=np.float32)
    out = np.zeros_like(source)
    took = seconds(transpose_tile, (t // 32, t // 32), (32, 8),
                   (source, out, t))
    assert np.array_equal(out.reshape(t, t), source.reshape(t, t).T)
    print(f"transpose_tile,{took}")
    source = np.arange(s, dtype=np.int32)
    out = np.zeros(s // 256, dtype=np.int32)
    took = seconds(sum_shared, s // 256, 256, (source, out))
    assert np.array_equal(out, source.reshape(-1, 256).sum(axis=1))
    print(f"sum_shared,{took}")


if __name__ == "__main__":
    main()
