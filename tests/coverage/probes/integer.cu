// SPDX-License-Identifier: MIT
// The integer, bit and SIMD-in-a-word intrinsics.
__global__ void simd(unsigned* o, const unsigned* in) {
  const unsigned a = in[0], b = in[1], c = in[2];
  int i = 0;
#define TWO_AND_FOUR(name)     \
  o[i++] = __v##name##2(a, b); \
  o[i++] = __v##name##4(a, b);
  TWO_AND_FOUR(add)
  TWO_AND_FOUR(addss)
  TWO_AND_FOUR(addus)
  TWO_AND_FOUR(sub)
  TWO_AND_FOUR(subss)
  TWO_AND_FOUR(subus)
  TWO_AND_FOUR(absdiffu)
  TWO_AND_FOUR(absdiffs)
  TWO_AND_FOUR(avgs)
  TWO_AND_FOUR(avgu)
  TWO_AND_FOUR(haddu)
  TWO_AND_FOUR(maxs)
  TWO_AND_FOUR(maxu)
  TWO_AND_FOUR(mins)
  TWO_AND_FOUR(minu)
  TWO_AND_FOUR(cmpeq)
  TWO_AND_FOUR(cmpne)
  TWO_AND_FOUR(cmpges)
  TWO_AND_FOUR(cmpgeu)
  TWO_AND_FOUR(cmpgts)
  TWO_AND_FOUR(cmpgtu)
  TWO_AND_FOUR(cmples)
  TWO_AND_FOUR(cmpleu)
  TWO_AND_FOUR(cmplts)
  TWO_AND_FOUR(cmpltu)
  TWO_AND_FOUR(seteq)
  TWO_AND_FOUR(setne)
  TWO_AND_FOUR(setges)
  TWO_AND_FOUR(setgeu)
  TWO_AND_FOUR(setlts)
  TWO_AND_FOUR(setltu)
  TWO_AND_FOUR(sads)
  TWO_AND_FOUR(sadu)
  o[i++] = __vabs2(a);
  o[i++] = __vabs4(a);
  o[i++] = __vabsss2(a);
  o[i++] = __vabsss4(a);
  o[i++] = __vneg2(a);
  o[i++] = __vneg4(a);
  o[i++] = __vnegss2(a);
  o[i++] = __vnegss4(a);
  o[i++] = __viaddmax_s16x2(a, b, c);
  o[i++] = __viaddmax_s16x2_relu(a, b, c);
  o[i++] = __viaddmin_u16x2(a, b, c);
  o[i++] = __vimax3_s16x2(a, b, c);
  o[i++] = __vimin3_u16x2(a, b, c);
  o[i++] = __vimax_s16x2_relu(a, b);
  o[i++] = __viaddmax_s32(a, b, c);
  o[i++] = __viaddmax_s32_relu(a, b, c);
  o[i++] = __vimax3_s32(a, b, c);
  o[i++] = __vimin3_u32(a, b, c);
  o[i++] = __vimax_s32_relu(a, b);
  bool high, low;
  o[i++] = __vibmax_s16x2(a, b, &high, &low);
  o[i++] = high + 2 * low;
}

__global__ void bits(unsigned* o, const unsigned* in) {
  const unsigned a = in[0], b = in[1], c = in[2];
  const auto* wide = reinterpret_cast<const unsigned long long*>(in);
  int i = 0;
  o[i++] = __popc(a);
  o[i++] = __popcll(wide[4]);
  o[i++] = __clz(a);
  o[i++] = __clzll(wide[4]);
  o[i++] = __ffs(a);
  o[i++] = __ffsll(wide[4]);
  o[i++] = __brev(a);
  o[i++] = static_cast<unsigned>(__brevll(wide[4]));
  o[i++] = __byte_perm(a, b, c);
  o[i++] = __byte_perm(a, b, 0x3412);
  o[i++] = __funnelshift_l(a, b, c);
  o[i++] = __funnelshift_lc(a, b, c);
  o[i++] = __funnelshift_r(a, b, c);
  o[i++] = __funnelshift_rc(a, b, c);
  o[i++] = __dp4a(int(a), int(b), int(c));
  o[i++] = __dp4a(a, b, c);
  o[i++] = __dp2a_lo(int(a), int(b), int(c));
  o[i++] = __dp2a_hi(a, b, c);
  o[i++] = __sad(a, b, c);
  o[i++] = __usad(a, b, c);
  o[i++] = __mul24(a, b);
  o[i++] = __umul24(a, b);
  o[i++] = __mulhi(a, b);
  o[i++] = __umulhi(a, b);
  o[i++] = static_cast<unsigned>(__mul64hi(wide[5], wide[6]));
  o[i++] = static_cast<unsigned>(__umul64hi(wide[5], wide[6]));
  o[i++] = __hadd(int(a), int(b));
  o[i++] = __rhadd(int(a), int(b));
  o[i++] = __uhadd(a, b);
  o[i++] = __urhadd(a, b);
  o[i++] = __fns(a, b, c);
}

__global__ void inlined(unsigned* o, const unsigned* in) {
  const unsigned a = in[0], b = in[1], c = in[2];
  unsigned d = 0, p = 0;
  asm("{.reg .pred q; lop3.or.b32 %0|q, %2, %3, %4, 0x3f, 0;\n"
      "selp.u32 %1, 1, 0, q;}"
      : "=r"(d), "=r"(p)
      : "r"(a), "r"(b), "r"(c));
  o[0] = d + p;
  asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[1] = d;
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(c));
  o[2] = d;
  asm("vadd.s32.s32.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[3] = d;
  asm("vadd4.s32.s32.s32.sat %0, %1, %2, %3;"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(c));
  o[4] = d;
  asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[5] = d;
  asm("szext.wrap.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  o[6] = d;
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(d) : "r"(a));
  o[7] = d;
  asm("bfi.b32 %0, %1, %2, 3, 4;" : "=r"(d) : "r"(a), "r"(b));
  o[8] = d;
  asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  o[9] = d;
}
