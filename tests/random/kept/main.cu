// SPDX-License-Identifier: MIT
// Random kernels that a GPU once ran otherwise than the emulator, each as
// generate.py wrote it; docs/hardware.md says why they differed.
#include "tests/random/frame.cuh"
#include "tests/random/kept/one.inc"
#include "tests/random/kept/two.inc"

/// One kernel, and the seed and number that it had.
struct Kept {
  unsigned seed, index;
  Entry entry;
};

const Kept kKept[] = {
    {10, 10, {k10, 2, 160}}, {88, 55, {k55, 2, 160}}, {90, 83, {k83, 3, 128}},
    {91, 62, {k62, 2, 100}}, {98, 7, {k7, 2, 128}},   {102, 99, {k99, 4, 100}},
};

int main(int argc, char** argv) {
  for (const Kept& kept : kKept)
    if (run_all(kept.seed, &kept.entry, 1, argc, argv, kept.index) != 0)
      return 1;
}
