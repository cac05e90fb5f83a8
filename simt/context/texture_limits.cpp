// SPDX-License-Identifier: MIT
// The sizes of textures and surfaces (CUDA C++ Programming Guide, technical
// specifications per compute capability; for 1.x and 3.x the guides 4.2 and
// 8.0). The values of 9.0 are those of an H200.
#include "simt/context/texture_limits.h"

#include <algorithm>

namespace simt::cudart {
namespace {

struct TextureLimits {
  int alignment, pitch_alignment;  // bytes
  int one_d, one_d_mipmap, one_d_linear;
  int two_d[2], two_d_mipmap[2], two_d_linear[3], two_d_gather[2];
  int three_d[3], three_d_alternate[3];
  int cube, one_d_layered[2], two_d_layered[3], cube_layered[2];
  int surface_1d, surface_2d[2], surface_3d[3];
  int surface_1d_layered[2], surface_2d_layered[3];
  int surface_cube, surface_cube_layered[2];
};

constexpr TextureLimits kSincePascal = {
    .alignment = 512,
    .pitch_alignment = 32,
    .one_d = 131072,
    .one_d_mipmap = 32768,
    .one_d_linear = 1 << 28,
    .two_d = {131072, 65536},
    .two_d_mipmap = {32768, 32768},
    .two_d_linear = {131072, 65000, 2097120},
    .two_d_gather = {32768, 32768},
    .three_d = {16384, 16384, 16384},
    .three_d_alternate = {8192, 8192, 32768},
    .cube = 32768,
    .one_d_layered = {32768, 2048},
    .two_d_layered = {32768, 32768, 2048},
    .cube_layered = {32768, 2046},
    .surface_1d = 32768,
    .surface_2d = {131072, 65536},
    .surface_3d = {16384, 16384, 16384},
    .surface_1d_layered = {32768, 2048},
    .surface_2d_layered = {32768, 32768, 2048},
    .surface_cube = 32768,
    .surface_cube_layered = {32768, 2046}};

constexpr TextureLimits kMaxwell = {.alignment = 512,
                                    .pitch_alignment = 32,
                                    .one_d = 65536,
                                    .one_d_mipmap = 16384,
                                    .one_d_linear = 1 << 27,
                                    .two_d = {65536, 65536},
                                    .two_d_mipmap = {16384, 16384},
                                    .two_d_linear = {65536, 65536, 1048544},
                                    .two_d_gather = {16384, 16384},
                                    .three_d = {4096, 4096, 4096},
                                    .three_d_alternate = {2048, 2048, 16384},
                                    .cube = 16384,
                                    .one_d_layered = {16384, 2048},
                                    .two_d_layered = {16384, 16384, 2048},
                                    .cube_layered = {16384, 2046},
                                    .surface_1d = 16384,
                                    .surface_2d = {65536, 65536},
                                    .surface_3d = {4096, 4096, 4096},
                                    .surface_1d_layered = {16384, 2048},
                                    .surface_2d_layered = {16384, 16384, 2048},
                                    .surface_cube = 16384,
                                    .surface_cube_layered = {16384, 2046}};

consteval TextureLimits kepler() {
  TextureLimits t = kMaxwell;
  const int two_d_linear[] = {65000, 65000, 1048544};
  const int surface_2d[] = {65536, 32768};
  const int surface_3d[] = {65536, 32768, 2048};
  const int layered_1d[] = {65536, 2048};
  const int layered_2d[] = {65536, 32768, 2048};
  std::copy_n(two_d_linear, 3, t.two_d_linear);
  t.surface_1d = 65536;
  std::copy_n(surface_2d, 2, t.surface_2d);
  std::copy_n(surface_3d, 3, t.surface_3d);
  std::copy_n(layered_1d, 2, t.surface_1d_layered);
  std::copy_n(layered_2d, 3, t.surface_2d_layered);
  t.surface_cube = 32768;
  t.surface_cube_layered[0] = 32768;
  return t;
}

// Without surfaces, cube maps, mipmaps and gather.
constexpr TextureLimits kTesla = {.alignment = 256,
                                  .pitch_alignment = 32,
                                  .one_d = 8192,
                                  .one_d_mipmap = 0,
                                  .one_d_linear = 1 << 27,
                                  .two_d = {65536, 32768},
                                  .two_d_mipmap = {},
                                  .two_d_linear = {65000, 65000, 1048544},
                                  .two_d_gather = {},
                                  .three_d = {2048, 2048, 2048},
                                  .three_d_alternate = {},
                                  .cube = 0,
                                  .one_d_layered = {8192, 512},
                                  .two_d_layered = {8192, 8192, 512},
                                  .cube_layered = {},
                                  .surface_1d = 0,
                                  .surface_2d = {},
                                  .surface_3d = {},
                                  .surface_1d_layered = {},
                                  .surface_2d_layered = {},
                                  .surface_cube = 0,
                                  .surface_cube_layered = {}};

constexpr TextureLimits kKepler = kepler();

const TextureLimits& limits_of(const Profile& profile) {
  if (profile.since(6, 0)) return kSincePascal;
  if (profile.since(5, 0)) return kMaxwell;
  return profile.since(3, 0) ? kKepler : kTesla;
}

}  // namespace

int linear_texels(const Profile& profile) {
  return limits_of(profile).one_d_linear;
}

void set_textures(const Profile& profile, cudaDeviceProp& d) {
  const TextureLimits& t = limits_of(profile);
  const auto fill = [](auto& to, const auto& from) {
    std::copy(std::begin(from), std::end(from), std::begin(to));
  };
  d.textureAlignment = d.surfaceAlignment = static_cast<size_t>(t.alignment);
  d.texturePitchAlignment = static_cast<size_t>(t.pitch_alignment);
  d.maxTexture1D = t.one_d;
  d.maxTexture1DMipmap = t.one_d_mipmap;
  fill(d.maxTexture2D, t.two_d);
  fill(d.maxTexture2DMipmap, t.two_d_mipmap);
  fill(d.maxTexture2DLinear, t.two_d_linear);
  fill(d.maxTexture2DGather, t.two_d_gather);
  fill(d.maxTexture3D, t.three_d);
  fill(d.maxTexture3DAlt, t.three_d_alternate);
  d.maxTextureCubemap = t.cube;
  fill(d.maxTexture1DLayered, t.one_d_layered);
  fill(d.maxTexture2DLayered, t.two_d_layered);
  fill(d.maxTextureCubemapLayered, t.cube_layered);
  d.maxSurface1D = t.surface_1d;
  fill(d.maxSurface2D, t.surface_2d);
  fill(d.maxSurface3D, t.surface_3d);
  fill(d.maxSurface1DLayered, t.surface_1d_layered);
  fill(d.maxSurface2DLayered, t.surface_2d_layered);
  d.maxSurfaceCubemap = t.surface_cube;
  fill(d.maxSurfaceCubemapLayered, t.surface_cube_layered);
}

}  // namespace simt::cudart
