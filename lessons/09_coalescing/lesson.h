// SPDX-License-Identifier: MIT
// The contract of lesson 09: what exercise.cu and solution.cu both define.
#pragma once

/// A particle as the host keeps it: place, speed (way in one step), mass.
struct Particle {
  float x, y, vx, vy, mass;
};

/// Lets `n` particles fly `steps` steps on the device: in each step, one
/// launch, x += vx and y += vy. `particles` is an array of n records on the
/// host; x and y are changed there, the rest is not. n and steps may be 0;
/// n <= 2^28. Waits for the result. A CUDA call that fails throws or ends the
/// program.
void fly(Particle* particles, int n, int steps);
