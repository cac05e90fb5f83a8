// SPDX-License-Identifier: MIT
// The contract of lesson 57: what exercise.cu and solution.cu both define.
#pragma once

constexpr int kMostSize = 15;  // rows and columns of a filter, at most

/// out[y][x] = the sum over i and j of filter[i][j] * image[y + i - r][x + j -
/// r] with r = size / 2; outside of the image there are zeros. `image` and
/// `out` have `height` rows of `width` values, row by row on the device, and do
/// not overlap; both sizes are 0 to 2^20, and height * width is below 2^31.
/// `filter` has `size` rows of `size` values, row by row in the host's memory;
/// `size` is odd, 1 to 15, and all values of the filter are finite.
///
/// One launch (none where out is empty); does not wait for it. A call that
/// fails ends the program.
void convolve(const float* image, const float* filter, float* out, int height,
              int width, int size);
