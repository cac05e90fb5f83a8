# SPDX-License-Identifier: MIT
"""Forms of integers and 8-bit floats that share a word, and of the video
instructions."""
from form import Form, simple

COMPARES = ("eq", "ne", "lt", "le", "gt", "ge")
WORDS = ("u32", "s32")
# of the result, of a and of b
TYPES = [f"{d}.{a}.{b}" for d in WORDS for a in WORDS for b in WORDS]
MIXED = ["s32.s32.u32", "s32.u32.s32", "u32.s32.s32"]
SAME = [f"{t}.{t}.{t}" for t in WORDS]
OPS = ("vadd", "vsub", "vabsdiff", "vmin", "vmax")


def small_floats():
    """cvt between pairs of 8-bit floats and f32 or f16; the forms .ties keep so
    few bits of the source that many lie in the middle between two results."""
    for t in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            m = f"cvt.rn.satfinite{relu}.{t}.f32"
            yield simple(m, ["f32", "f32"], ["b16"], target="sm_90")
            yield Form(f"{m}.ties", ["f32", "f32"], ["b16"],
                       ["and.b32 %a, %a, 0xfff80000;",
                        "and.b32 %b, %b, 0xfff80000;", f"{m} %d, %a, %b;"],
                       target="sm_90")
            m = f"cvt.rn.satfinite{relu}.{t}.f16x2"
            yield simple(m, ["f16x2"], ["b16"], target="sm_90")
            yield Form(f"{m}.ties", ["f16x2"], ["b16"],
                       ["and.b32 %a, %a, 0xffe0ffe0;", f"{m} %d, %a;"],
                       target="sm_90")
            # 255 i has each of the 256 numbers in either byte.
            m = f"cvt.rn{relu}.f16x2.{t}"
            yield Form(m, [], ["f16x2"],
                       ["cvt.u16.u32 %source, %thread;",
                        "mul.lo.u16 %source, %source, 255;",
                        f"{m} %d, %source;"],
                       [".reg .b16 %source;"], target="sm_90")


def packed():
    for m in ("add.u16x2", "add.s16x2", "min.u16x2", "min.s16x2", "max.u16x2",
              "max.s16x2", "min.relu.s16x2", "max.relu.s16x2"):
        yield simple(m, ["s16x2", "s16x2"], target="sm_90")
    for m in ("min.relu.s32", "max.relu.s32"):
        yield simple(m, ["s32", "s32"], target="sm_90")
    for t in ("u16", "s16"):
        yield simple(f"cvt.pack.sat.{t}.s32", ["s32", "s32"], ["b32"])
    for t in ("u8", "s8"):
        yield simple(f"cvt.pack.sat.{t}.s32.b32", ["s32", "s32", "b32"],
                     ["b32"])
    yield from small_floats()
    for op in ("and", "or"):
        m = f"lop3.{op}.b32"
        yield Form(m, ["b32", "b32", "b32", "pred"], ["b32", "pred", "pred"],
                   [f"{m} %d|%p, %a, %b, %c, 0x80, %e;",
                    f"{m} _|%q, %a, %b, %c, 0x14, !%e;"], version="8.2")
    yield simple("movmatrix.sync.aligned.m8n8.trans.b16", ["b32"])


def departs(op, types, sat, second):
    """Whether an H200 departs from the PTX ISA, and so from the emulator: see
    docs/hardware.md, Instructions."""
    d, a, b = types.split(".")
    signed = (a, b).count("s32")
    above = {"vadd": signed < 2, "vsub": (a, b) == ("u32", "s32"),
             "vabsdiff": signed == 1}.get(op, False)
    below = {"vadd": True, "vsub": True, "vmin": signed > 0,
             "vmax": signed == 2}.get(op, False)
    return d == "u32" and ((above and sat) or
                           (below and second in (".min", ".max")))


def video_scalar():
    for op in OPS:
        for second in ("", ".add", ".min", ".max"):
            inputs = ["u32"] * (3 if second else 2)
            for t in TYPES:
                for sat in ("", ".sat") if t in SAME or not second else ("",):
                    if not departs(op, t, sat, second):
                        yield simple(f"{op}.{t}{sat}{second}", inputs)
    yield from video_parts()
    yield from video_compare()
    yield from video_shift()
    yield from video_product()


def several(name, *statements):
    """A form whose statements write %d, %p and %q, those that there are."""
    return Form(name, ["u32"] * 3, ["b32"] * len(statements), list(statements))


def video_parts():
    """Selectors; .merged has one on the result."""
    for op in OPS:
        for t in SAME + MIXED:
            m = f"{op}.{t}"
            yield several(f"{m}.parts", f"{m} %d, %a.b0, %b.h1;",
                          f"{m} %p, %a.h0, %b.b3;",
                          f"{m}.add %q, %a.b1, %b.b2, %c;")
        m = f"{op}.s32.s32.s32"
        yield several(f"{m}.merged", f"{m} %d.b3, %a, %b.h0, %c;",
                      f"{m} %p.h0, %a.h1, %b, %c;", f"{m} %q.b1, %a, %b, %c;")


def video_compare():
    for types in ("s32.u32", "u32.s32"):
        for compare in COMPARES:
            m = f"vset.{types}.{compare}"
            yield several(m, f"{m} %d, %a.b0, %b.b1;",
                          f"{m}.add %p, %a, %b.h0, %c;")


def video_shift():
    """A distance is below 64, so that half of them are clamped."""
    near = "and.b32 %b, %b, 0x3f3f3f3f;"
    for op in ("vshl", "vshr"):
        for t in [f"{d}.{a}.u32" for d in WORDS for a in WORDS]:
            m = f"{op}.{t}"
            for mode in ("clamp", "wrap"):
                left = f"{m}.{mode} %d, %a, %b.b0;"
                right = (f"{m}.sat.{mode} %p, %a.h1, %b.b1;",
                         f"{m}.sat.{mode} %q.h0, %a.b3, %b.b2, %c;")
                made = several(f"{m}.{mode}", left,
                               *(right if op == "vshr" else ()))
                made.body.insert(0, near)
                yield made
            if t == "u32.s32.u32" or m == "vshl.s32.u32.u32":
                continue
            made = several(f"{m}.clamp.second",
                           f"{m}.clamp.add %d, %a, %b.b0, %c;",
                           f"{m}.clamp.min %p, %a, %b.b0, %c;",
                           f"{m}.clamp.max %q, %a, %b.b0, %c;")
            made.body.insert(0, near)
            yield made


def video_product():
    for t in [f"{d}.s32.{b}" for d in WORDS for b in WORDS]:
        m = f"vmad.{t}"
        yield several(m, f"{m} %d, %a, %b, %c;",
                      f"{m}.sat %p, %a.h0, %b.h1, %c;",
                      f"{m}.sat.shr7 %q, %a, %b.b0, %c;")
    for t in ("s32.s32.s32", "s32.s32.u32"):
        m = f"vmad.{t}"
        yield several(f"{m}.negated", f"{m}.sat %d, -%a.h0, %b.h1, %c;",
                      f"{m}.shr7 %p, %a, -%b.b2, %c;",
                      f"{m}.sat %q, %a.b1, %b.h1, -%c;")
    m = "vmad.s32.s32.s32"
    yield several(f"{m}.scaled", f"{m}.shr15 %d, %a, %b, %c;",
                  f"{m}.po.shr7 %p, %a.h0, %b.b3, %c;",
                  f"{m}.po.sat %q, %a, %b.b1, %c;")


def video_simd():
    for parts, kind in (("2", "s16x2"), ("4", "s8x4")):
        for op in OPS + ("vavrg",):
            for t in TYPES:
                for ending in ("", ".sat", ".add"):
                    yield simple(f"{op}{parts}.{t}{ending}",
                                 [kind, kind, "u32"], ["b32"])
    for a in WORDS:
        for b in WORDS:
            for c in COMPARES:
                for ending in ("", ".add"):
                    yield simple(f"vset4.{a}.{b}.{c}{ending}",
                                 ["s8x4", "s8x4", "u32"], ["b32"])
