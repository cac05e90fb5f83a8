// SPDX-License-Identifier: MIT
// The emulator has no surfaces.
int main() {
  cudaResourceDesc description{};
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &description);
}
