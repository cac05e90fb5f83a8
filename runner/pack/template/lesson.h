// SPDX-License-Identifier: MIT
// The contract of lesson @NUMBER@: what exercise.cu and solution.cu both
// define.
#pragma once

/// FILL: what it computes; sizes, units and ranges; where the arrays lie.
void compute(const float* in, float* out, int n);
