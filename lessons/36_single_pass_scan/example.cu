// SPDX-License-Identifier: MIT
#include "rungs.cuh"
int main() {}
