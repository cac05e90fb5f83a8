// SPDX-License-Identifier: MIT
// What of libcudadevrt.a is PTX and not the machine's own: the barrier of a
// grid as Numba calls it. Linked where a program names that library.
#pragma once

namespace simt::cuda {

/// cudaCGGetIntrinsicHandle: for scope 1, the grid, the workspace that
/// %envreg1 and %envreg2 name in a cooperative launch; else 0.
/// cudaCGSynchronize: one thread of each block adds to the word behind the
/// workspace's size. The sum of all changes its highest bit, for which they
/// wait: cooperative groups use that word in the same way. Without a workspace
/// the launch ends.
inline constexpr char kDeviceRuntime[] = R"(
.version 7.0
.target sm_70
.address_size 64

.visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(
  .param .b32 scope)
{
  .reg .pred %other;
  .reg .b32 %scope, %high, %low;
  .reg .b64 %handle;
  ld.param.u32 %scope, [scope];
  setp.ne.u32 %other, %scope, 1;
  mov.u32 %high, %envreg1;
  mov.u32 %low, %envreg2;
  mov.b64 %handle, {%low, %high};
  selp.b64 %handle, 0, %handle, %other;
  st.param.b64 [handle], %handle;
  ret;
}

.visible .func (.param .b32 result) cudaCGSynchronize(
  .param .b64 handle,
  .param .b32 flags)
{
  .reg .pred %none, %follows, %first, %waits;
  .reg .b32 %x, %y, %z, %blocks, %own, %before, %now;
  .reg .b64 %workspace;
  ld.param.u64 %workspace, [handle];
  setp.eq.u64 %none, %workspace, 0;
  @%none trap;
  bar.sync 0;
  mov.u32 %x, %tid.x;
  mov.u32 %y, %tid.y;
  mov.u32 %z, %tid.z;
  or.b32 %x, %x, %y;
  or.b32 %x, %x, %z;
  setp.ne.u32 %follows, %x, 0;
  @%follows bra Together;
  mov.u32 %x, %nctaid.x;
  mov.u32 %y, %nctaid.y;
  mov.u32 %z, %nctaid.z;
  mul.lo.u32 %blocks, %x, %y;
  mul.lo.u32 %blocks, %blocks, %z;
  mov.u32 %x, %ctaid.x;
  mov.u32 %y, %ctaid.y;
  mov.u32 %z, %ctaid.z;
  or.b32 %x, %x, %y;
  or.b32 %x, %x, %z;
  setp.eq.u32 %first, %x, 0;
  sub.u32 %own, 0x80000001, %blocks;
  selp.b32 %own, %own, 1, %first;
  atom.release.gpu.global.add.u32 %before, [%workspace+4], %own;
Wait:
  ld.acquire.gpu.global.u32 %now, [%workspace+4];
  xor.b32 %now, %now, %before;
  setp.ge.s32 %waits, %now, 0;
  @%waits bra Wait;
Together:
  bar.sync 0;
  st.param.b32 [result], 0;
  ret;
}
)";

}  // namespace simt::cuda
