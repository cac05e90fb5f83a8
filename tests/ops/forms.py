# SPDX-License-Identifier: MIT
"""The instruction forms that have a test, by family."""
from address_forms import addresses
from form import Form, simple
from packed_forms import packed, video_scalar, video_simd

U = ["u16", "u32", "u64"]
S = ["s16", "s32", "s64"]
INT = U + S
B = ["b16", "b32", "b64"]
WIDE = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}


def integer():
    for t in INT:
        for op in ("add", "sub", "min", "max", "div", "rem", "mul.lo",
                   "mul.hi"):
            yield simple(f"{op}.{t}", [t, t])
        yield simple(f"mad.lo.{t}", [t, t, t])
        yield simple(f"sad.{t}", [t, t, t])
        if t in WIDE:
            yield simple(f"mul.wide.{t}", [t, t], [WIDE[t]])
            yield simple(f"mad.wide.{t}", [t, t, WIDE[t]], [WIDE[t]])
    for t in ("u32", "s32", "u64", "s64"):
        yield simple(f"mad.hi.{t}", [t, t, t])
    for t in S:
        yield simple(f"neg.{t}", [t])
        yield simple(f"abs.{t}", [t])
    for op in ("add.sat.s32", "sub.sat.s32"):
        yield simple(op, ["s32", "s32"])
    yield simple("mad.hi.sat.s32", ["s32", "s32", "s32"])
    for t in ("u32", "s32"):
        for half in ("lo", "hi"):
            yield simple(f"mul24.{half}.{t}", [t, t])
            yield simple(f"mad24.{half}.{t}", [t, t, t])
    yield simple("mad24.hi.sat.s32", ["s32", "s32", "s32"])
    for a in ("u32", "s32"):
        for b in ("u32", "s32"):
            yield simple(f"dp4a.{a}.{b}", ["word", "word", "u32"], ["u32"])
            for half in ("lo", "hi"):
                yield simple(f"dp2a.{half}.{a}.{b}", ["word", "word", "u32"],
                             ["u32"])
    for t in ("u32", "s32", "u64", "s64"):
        yield Form(f"addc.cc.{t}", [t, t, t], [t, t, t],
                   [f"add.cc.{t} %d, %a, %b;", f"addc.cc.{t} %p, %b, %c;",
                    f"addc.{t} %q, %a, %c;"])
        yield Form(f"subc.cc.{t}", [t, t, t], [t, t, t],
                   [f"sub.cc.{t} %d, %a, %b;", f"subc.cc.{t} %p, %b, %c;",
                    f"subc.{t} %q, %a, %c;"])
        yield Form(f"madc.lo.cc.{t}", [t, t, t], [t, t, t],
                   [f"mad.lo.cc.{t} %d, %a, %b, %c;",
                    f"madc.lo.cc.{t} %p, %b, %c, %a;",
                    f"madc.lo.{t} %q, %a, %c, %b;"])
        yield Form(f"madc.hi.cc.{t}", [t, t, t], [t, t, t],
                   [f"mad.hi.cc.{t} %d, %a, %b, %c;",
                    f"madc.hi.cc.{t} %p, %b, %c, %a;",
                    f"madc.hi.{t} %q, %a, %c, %b;"])


def bits():
    for t in B:
        for op in ("and", "or", "xor"):
            yield simple(f"{op}.{t}", [t, t])
        yield simple(f"not.{t}", [t])
        yield simple(f"cnot.{t}", [t])
        yield simple(f"shl.{t}", [t, "shift"])
    for t in INT + B:
        yield simple(f"shr.{t}", [t, "shift"])
    for op in ("and", "or", "xor"):
        yield simple(f"{op}.pred", ["pred", "pred"])
    yield simple("not.pred", ["pred"])
    for t in ("b32", "b64"):
        for op in ("popc", "clz"):
            yield simple(f"{op}.{t}", [t], ["u32"])
        yield simple(f"brev.{t}", [t])
        yield simple(f"bfi.{t}", [t, t, "field", "field"])
    for t in ("u32", "s32", "u64", "s64"):
        yield simple(f"bfind.{t}", [t], ["u32"])
        yield simple(f"bfind.shiftamt.{t}", [t], ["u32"])
        yield simple(f"bfe.{t}", [t, "field", "field"])
    for mode in ("clamp", "wrap"):
        yield simple(f"shf.l.{mode}.b32", ["b32", "b32", "shift"])
        yield simple(f"shf.r.{mode}.b32", ["b32", "b32", "shift"])
        yield simple(f"bmsk.{mode}.b32", ["shift", "shift"], ["b32"])
        yield simple(f"szext.{mode}.u32", ["u32", "shift"])
        yield simple(f"szext.{mode}.s32", ["s32", "shift"])
    yield simple("prmt.b32", ["word", "word", "word"], ["b32"])
    for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16"):
        yield simple(f"prmt.b32.{mode}", ["word", "word", "shift"], ["b32"])
    yield Form("lop3.b32", ["b32"] * 3, ["b32"] * 3,
               ["lop3.b32 %d, %a, %b, %c, 0xe8;",
                "lop3.b32 %p, %a, %b, %c, 0x2d;",
                "lop3.b32 %q, %a, %b, %c, 0x80;"])
    yield simple("fns.b32", ["b32", "lane", "lane"], ["b32"])


ROUNDS = ("rn", "rz", "rm", "rp")


def floating():
    for t in ("f32", "f64"):
        for r in ROUNDS:
            for op in ("add", "sub", "mul", "div"):
                yield simple(f"{op}.{r}.{t}", [t, t])
            yield simple(f"fma.{r}.{t}", [t, t, t])
            yield simple(f"rcp.{r}.{t}", [t])
            yield simple(f"sqrt.{r}.{t}", [t])
        for op in ("add", "sub", "mul", "min", "max", "copysign"):
            yield simple(f"{op}.{t}", [t, t])
        for op in ("neg", "abs"):
            yield simple(f"{op}.{t}", [t])
        for test in ("finite", "infinite", "number", "notanumber", "normal",
                     "subnormal"):
            yield simple(f"testp.{test}.{t}", [t], ["pred"])
    for ending in ("ftz", "sat", "ftz.sat"):
        for op in ("add", "sub", "mul"):
            yield simple(f"{op}.{ending}.f32", ["f32"] * 2)
        yield simple(f"fma.rn.{ending}.f32", ["f32"] * 3)
    for op in ("add.rz.ftz", "mul.rp.ftz", "div.rn.ftz", "min.ftz", "max.ftz"):
        yield simple(f"{op}.f32", ["f32"] * 2)
    for op in ("rcp.rn.ftz", "sqrt.rn.ftz", "neg.ftz", "abs.ftz"):
        yield simple(f"{op}.f32", ["f32"])
    for op in ("min.NaN", "max.NaN", "min.ftz.NaN", "max.ftz.NaN"):
        yield simple(f"{op}.f32", ["f32"] * 2, target="sm_80")
    yield simple("mad.rn.f32", ["f32"] * 3)
    for r in ROUNDS:
        yield simple(f"mad.{r}.f64", ["f64"] * 3)


def approximate():
    for ending in ("", ".ftz"):
        for op in ("sin", "cos", "ex2", "lg2", "rcp", "rsqrt", "sqrt"):
            yield simple(f"{op}.approx{ending}.f32", ["f32"])
        for op in ("div.approx", "div.full"):
            yield simple(f"{op}{ending}.f32", ["f32"] * 2)
    yield simple("tanh.approx.f32", ["f32"])
    yield simple("rcp.approx.ftz.f64", ["f64"])
    yield simple("rsqrt.approx.f64", ["f64"])
    yield simple("rsqrt.approx.ftz.f64", ["f64"])
    for t in ("f16", "f16x2"):
        yield simple(f"ex2.approx.{t}", [t])
        yield simple(f"tanh.approx.{t}", [t])
    for t in ("bf16", "bf16x2"):
        yield simple(f"ex2.approx.ftz.{t}", [t], target="sm_90")
        yield simple(f"tanh.approx.{t}", [t], target="sm_90")


def half():
    for t in ("f16", "f16x2"):
        for ending in ("", ".ftz", ".sat", ".ftz.sat"):
            for op in ("add", "sub", "mul"):
                yield simple(f"{op}{ending}.{t}", [t, t])
            yield simple(f"fma.rn{ending}.{t}", [t, t, t])
        for op in ("add.rn", "sub.rn", "mul.rn"):
            yield simple(f"{op}.{t}", [t, t])
        for op in ("min", "max", "min.NaN", "max.NaN", "min.ftz", "max.ftz"):
            yield simple(f"{op}.{t}", [t, t], target="sm_80")
        for op in ("neg", "abs", "neg.ftz", "abs.ftz"):
            yield simple(f"{op}.{t}", [t])
        yield simple(f"fma.rn.relu.{t}", [t, t, t], target="sm_80")
    for t in ("bf16", "bf16x2"):
        for op in ("add", "sub", "mul"):
            yield simple(f"{op}.{t}", [t, t], target="sm_90")
        for op in ("min", "max", "min.NaN", "max.NaN"):
            yield simple(f"{op}.{t}", [t, t], target="sm_90")
        for op in ("neg", "abs"):
            yield simple(f"{op}.{t}", [t], target="sm_90")
        for op in ("fma.rn", "fma.rn.relu"):
            yield simple(f"{op}.{t}", [t, t, t], target="sm_90")


SIGNED_COMPARES = ("eq", "ne", "lt", "le", "gt", "ge")
FLOAT_COMPARES = SIGNED_COMPARES + ("equ", "neu", "ltu", "leu", "gtu", "geu",
                                    "num", "nan")


def setp(mnemonic, t, target="sm_75"):
    if t in ("f16", "bf16"):  # these have one result
        return simple(mnemonic, [t, t], ["pred"], target=target)
    return Form(mnemonic, [t, t], ["pred", "pred"],
                [f"{mnemonic} %d|%p, %a, %b;"], target=target)


def compare():
    for t in INT:
        for c in SIGNED_COMPARES:
            yield setp(f"setp.{c}.{t}", t)
    for t in U:
        for c in ("lo", "ls", "hi", "hs"):
            yield setp(f"setp.{c}.{t}", t)
    for t in B:
        for c in ("eq", "ne"):
            yield setp(f"setp.{c}.{t}", t)
    for t in ("f32", "f64", "f16", "f16x2"):
        for c in FLOAT_COMPARES:
            yield setp(f"setp.{c}.{t}", t)
    for c in ("lt", "neu"):
        yield setp(f"setp.{c}.ftz.f32", "f32")
        yield setp(f"setp.{c}.ftz.f16x2", "f16x2")
        for t in ("bf16", "bf16x2"):
            yield setp(f"setp.{c}.{t}", t, target="sm_90")
    for op in ("and", "or", "xor"):
        for t in ("s32", "f32"):
            m = f"setp.lt.{op}.{t}"
            yield Form(m, [t, t, "pred"], ["pred", "pred"],
                       [f"{m} %d|%p, %a, %b, !%c;"])
        for t in ("u16", "s32", "u64", "b32", "f16", "f32", "f64"):
            m = f"setp.ne.{op}.{t}"
            yield simple(m, [t, t, "pred"], ["pred"])
        for c, t in (("gtu", "f32"), ("le", "f16")):
            yield simple(f"setp.{c}.{op}.ftz.{t}", [t, t, "pred"], ["pred"])
    for d in ("u32", "s32", "f32"):
        for t in ("s32", "u16", "f32", "f64", "s64"):
            m = f"set.gt.{d}.{t}"
            yield simple(m, [t, t], [d])
            m = f"set.le.and.{d}.{t}"
            yield simple(m, [t, t, "pred"], [d])
    for d, t in (("f16", "f16"), ("u16", "f16"), ("s32", "f16"),
                 ("f16", "f32"), ("f16x2", "f16x2"), ("u32", "f16x2")):
        yield simple(f"set.lt.{d}.{t}", [t, t], [d])
    for t in B + INT + ["f32", "f64"]:
        yield simple(f"selp.{t}", [t, t, "pred"])
        yield simple(f"slct.{t}.s32", [t, t, "s32"])
    for m in ("slct.u32.f32", "slct.ftz.u32.f32"):
        yield simple(m, ["u32", "u32", "f32"])


CVT_INT = ["u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"]


def cvt(mnemonic, source, to, target="sm_75"):
    return simple(mnemonic, [source], [to], target=target)


def convert():
    for d in CVT_INT:
        for a in CVT_INT:
            if d != a:
                yield cvt(f"cvt.{d}.{a}", a, d)
    for d, a in (("u8", "s32"), ("s8", "s32"), ("u8", "s64"), ("s16", "u32"),
                 ("u16", "s16"), ("u32", "s64"), ("s32", "u64"),
                 ("s32", "s64"), ("u64", "s64"), ("s64", "u64")):
        yield cvt(f"cvt.sat.{d}.{a}", a, d)
    for d in CVT_INT:
        for a in ("f16", "f32", "f64"):
            for r in ("rni", "rzi", "rmi", "rpi"):
                if r == "rzi" or d in ("s32", "u32", "u64", "s64"):
                    yield cvt(f"cvt.{r}.{d}.{a}", a, d)
    for d in ("f16", "f32", "f64"):
        for a in CVT_INT:
            for r in ROUNDS:
                if r == "rn" or a in ("s32", "u32", "u64", "s64"):
                    yield cvt(f"cvt.{r}.{d}.{a}", a, d)
    for a in ("f32", "f64"):
        for r in ROUNDS:
            yield cvt(f"cvt.{r}.f16.{a}", a, "f16")
    for r in ROUNDS:
        yield cvt(f"cvt.{r}.f32.f64", "f64", "f32")
    for d, a in (("f64", "f32"), ("f32", "f16"), ("f64", "f16")):
        yield cvt(f"cvt.{d}.{a}", a, d)
    for t in ("f16", "f32", "f64"):
        for r in ("rni", "rzi", "rmi", "rpi"):
            yield cvt(f"cvt.{r}.{t}.{t}", t, t)
    for m, a, d in (("cvt.ftz.f32.f32", "f32", "f32"),
                    ("cvt.sat.f32.f32", "f32", "f32"),
                    ("cvt.rpi.ftz.f32.f32", "f32", "f32"),
                    ("cvt.rpi.ftz.s32.f32", "f32", "s32"),
                    ("cvt.rn.ftz.f32.f64", "f64", "f32"),
                    ("cvt.ftz.f64.f32", "f32", "f64"),
                    ("cvt.rn.sat.f32.s32", "s32", "f32"),
                    ("cvt.rn.sat.f16.f32", "f32", "f16"),
                    ("cvt.rn.sat.f32.f64", "f64", "f32"),
                    ("cvt.sat.f64.f32", "f32", "f64")):
        yield cvt(m, a, d)
    for t, low in (("f16x2", "f16"), ("bf16x2", "bf16")):
        for m in ("rn", "rz", "rn.relu", "rz.relu"):
            yield simple(f"cvt.{m}.{t}.f32", ["f32", "f32"], [t],
                         target="sm_80")
    for m in ("rn", "rz"):
        yield cvt(f"cvt.{m}.bf16.f32", "f32", "bf16", target="sm_80")
    yield cvt("cvt.f32.bf16", "bf16", "f32", target="sm_90")
    yield cvt("cvt.rna.tf32.f32", "f32", "u32", target="sm_80")


def data():
    for t in B + INT + ["f32", "f64"]:
        yield simple(f"mov.{t}", [t])
    yield simple("mov.pred", ["pred"])
    yield Form("mov.b64.pack", ["b32", "b32"], ["b64"],
               ["mov.b64 %d, {%a, %b};"])
    yield Form("mov.b64.unpack", ["b64"], ["b32", "b32"],
               ["mov.b64 {%d, %p}, %a;"])
    yield Form("mov.b32.pack", ["b16", "b16"], ["b32"],
               ["mov.b32 %d, {%a, %b};"])
    for t in ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "f32",
              "f64", "b8", "b16", "b32", "b64"):
        yield Form(f"ld.global.{t}", [t], [t],
                   [f"ld.global.{t} %d, [%in];"])
        yield Form(f"st.global.{t}", [t], ["b64"],
                   [f"st.global.{t} [%out+2048], %a;",
                    "ld.global.b64 %d, [%out+2048];"])
        yield Form(f"ld.shared.{t}", [t], [t],
                   ["mov.u32 %at, store;", "mad.lo.u32 %at, %thread, 8, %at;",
                    f"st.shared.{t} [%at], %a;", "bar.sync 0;",
                    "xor.b32 %at, %at, 8;", f"ld.shared.{t} %d, [%at];"],
                   [".reg .b32 %at;", ".shared .align 16 .b8 store[2048];"])
    for t in ("u32", "f32", "u16", "b64"):
        yield Form(f"ld.global.v2.{t}", [t], [t, t],
                   ["and.b64 %in, %in, -16;",
                    f"ld.global.v2.{t} {{%d, %p}}, [%in];"])
    for t in ("u32", "f32"):
        yield Form(f"st.global.v2.{t}", [t, t], ["b64"],
                   [f"st.global.v2.{t} [%out+2048], {{%a, %b}};",
                    "ld.global.b64 %d, [%out+2048];"])
    yield Form("ld.shared.v4.u32", ["u32", "u32"], ["u32", "u32", "u32"],
               ["mov.u32 %at, store;", "mad.lo.u32 %at, %thread, 16, %at;",
                "st.shared.v4.u32 [%at], {%a, %b, %b, %a};", "bar.sync 0;",
                "xor.b32 %at, %at, 16;",
                "ld.shared.v4.u32 {%d, %p, %q, _}, [%at];"],
               [".reg .b32 %at;", ".shared .align 16 .b8 store[4096];"])


    for t, n in (("u32", 4), ("f64", 2), ("u16", 4), ("u8", 4)):
        store = "b64" if t == "f64" else "b32" if t == "u32" else "b16"
        extra = [] if n == 2 else ["%q", "%a"]
        yield Form(f"ld.global.v{n}.{t}", [t], [t] * (n if n == 2 else 3),
                   ["and.b64 %in, %in, -16;",
                    f"ld.global.v{n}.{t} {{{', '.join(['%d', '%p'] + extra)}}},"
                    " [%in];"])
    yield Form("st.shared.v2.f64", ["f64", "f64"], ["f64", "f64"],
               ["mov.u32 %at, store;", "mad.lo.u32 %at, %thread, 16, %at;",
                "st.shared.v2.f64 [%at], {%a, %b};",
                "ld.shared.v2.f64 {%p, %d}, [%at];"],
               [".reg .b32 %at;", ".shared .align 16 .b8 store[4096];"])
    yield Form("ld.local.u32", ["u32", "u32"], ["u32"],
               ["mov.u64 %at, stack;", "st.local.u32 [%at], %a;",
                "st.local.u32 [%at+4], %b;", "and.b64 %place, %place, 8;",
                "shr.u64 %place, %place, 1;", "add.s64 %at, %at, %place;",
                "ld.local.u32 %d, [%at];"],
               [".reg .b64 %at;", ".local .align 4 .b8 stack[8];"])
    yield Form("cvta.shared.u64", ["u32"], ["u32"],
               ["mov.u64 %at, store;", "cvta.shared.u64 %at, %at;",
                "shr.u64 %place, %place, 1;", "add.s64 %at, %at, %place;",
                "st.u32 [%at], %a;", "ld.u32 %d, [%at];"],
               [".reg .b64 %at;", ".shared .align 4 .b8 store[1024];"])
    for m in ("ld.volatile.global.u32", "ld.relaxed.gpu.u32",
              "ld.acquire.gpu.u32", "ld.global.nc.u32", "ld.global.cg.u32"):
        yield Form(m, ["u32"], ["u32"], [f"{m} %d, [%in];"])
    for name in ("laneid", "lanemask_eq", "lanemask_lt", "lanemask_le",
                 "lanemask_gt", "lanemask_ge", "ntid.x", "nctaid.x"):
        yield Form(f"mov.u32.{name}", ["u32"], ["u32"],
                   [f"mov.u32 %d, %{name};"])


def warp():
    full = "0xffffffff"
    for mode, clamp in (("up", "0"), ("down", "31"), ("bfly", "31"),
                        ("idx", "31")):
        yield Form(f"shfl.sync.{mode}.b32", ["b32", "lane"], ["b32", "pred"],
                   ["and.b32 %b, %b, 31;" if mode == "bfly" else
                    "and.b32 %b, %b, 63;",
                    f"shfl.sync.{mode}.b32 %d|%p, %a, %b, {clamp}, {full};"])
    yield Form("shfl.sync.idx.b32.width8", ["b32", "lane"], ["b32", "pred"],
               [f"shfl.sync.idx.b32 %d|%p, %a, %b, 6175, {full};"])
    yield Form("shfl.sync.up.b32.width8", ["b32"], ["b32", "pred"],
               [f"shfl.sync.up.b32 %d|%p, %a, 3, 6144, {full};"])
    yield Form("vote.sync.ballot.b32", ["pred"], ["b32"],
               [f"vote.sync.ballot.b32 %d, %a, {full};"])
    yield Form("vote.sync.ballot.b32.not", ["pred"], ["b32"],
               [f"vote.sync.ballot.b32 %d, !%a, {full};"])
    for mode in ("all", "any", "uni"):
        yield Form(f"vote.sync.{mode}.pred", ["pred", "lane"], ["pred"],
                   ["shr.u32 %tmp, %thread, 5;", "setp.eq.u32 %d, %tmp, 3;",
                    "or.pred %a, %a, %d;",
                    f"vote.sync.{mode}.pred %d, %a, {full};"])
    for t in ("b32", "b64"):
        yield Form(f"match.any.sync.{t}", [t], ["b32"],
                   [f"and.{t} %a, %a, 3;",
                    f"match.any.sync.{t} %d, %a, {full};"])
        yield Form(f"match.all.sync.{t}", [t], ["b32", "pred"],
                   [f"and.{t} %a, %a, 0;",
                    f"match.all.sync.{t} %d|%p, %a, {full};"])
    yield Form("activemask.b32", ["pred"], ["b32"],
               ["mov.b32 %d, 0;", "@%a bra in;", "bra.uni out;", "in:",
                "activemask.b32 %d;", "popc.b32 %d, %d;", "min.u32 %d, %d, 1;",
                "out:"])
    for op in ("add", "min", "max"):
        for t in ("u32", "s32"):
            yield Form(f"redux.sync.{op}.{t}", [t], [t],
                       [f"redux.sync.{op}.{t} %d, %a, {full};"],
                       target="sm_80")
    for op in ("and", "or", "xor"):
        yield Form(f"redux.sync.{op}.b32", ["b32"], ["b32"],
                   [f"redux.sync.{op}.b32 %d, %a, {full};"], target="sm_80")
    for m, t in (("bar.red.popc.u32", "u32"), ("bar.red.and.pred", "pred"),
                 ("bar.red.or.pred", "pred")):
        yield Form(m, ["pred"], [t], [f"{m} %d, 0, %a;"])


ATOMS = [("add", t) for t in ("u32", "s32", "u64", "f32", "f64")]
ATOMS += [(op, t) for op in ("min", "max") for t in ("u32", "s32", "u64",
                                                     "s64")]
ATOMS += [(op, t) for op in ("and", "or", "xor", "exch") for t in ("b32",
                                                                   "b64")]
ATOMS += [("inc", "u32"), ("dec", "u32"), ("add.noftz", "f16x2")]


def atomics():
    for op, t in ATOMS:
        bits = "b64" if t.endswith("64") else "b32"
        for space in ("global", "shared"):
            where = "[%out+2048]" if space == "global" else "[%at]"
            setup = [] if space == "global" else [
                "mov.u32 %at, store;", "mad.lo.u32 %at, %thread, 8, %at;"]
            declare = [] if space == "global" else [
                ".reg .b32 %at;", ".shared .align 8 .b8 store[2048];"]
            yield Form(f"atom.{space}.{op}.{t}", [t, t], [t, t],
                       setup + [f"st.{space}.{bits} {where}, %a;",
                                f"atom.{space}.{op}.{t} %d, {where}, %b;",
                                f"ld.{space}.{bits} %p, {where};"], declare)
    for op, t in ATOMS:
        if op != "exch":
            bits = "b64" if t.endswith("64") else "b32"
            yield Form(f"red.global.{op}.{t}", [t, t], [t],
                       [f"st.global.{bits} [%out+2048], %a;",
                        f"red.global.{op}.{t} [%out+2048], %b;",
                        f"ld.global.{bits} %d, [%out+2048];"])
    for t in ("b32", "b64"):
        yield Form(f"atom.shared.cas.{t}", [t, t, t], [t, t],
                   ["mov.u32 %at, store;", "mad.lo.u32 %at, %thread, 8, %at;",
                    f"st.shared.{t} [%at], %a;",
                    f"atom.shared.cas.{t} %d, [%at], %b, %c;",
                    f"ld.shared.{t} %p, [%at];"],
                   [".reg .b32 %at;", ".shared .align 8 .b8 store[2048];"])
        yield Form(f"atom.global.cas.{t}", [t, t, t], [t, t],
                   [f"st.global.{t} [%out+2048], %a;",
                    f"atom.global.cas.{t} %d, [%out+2048], %b, %c;",
                    f"ld.global.{t} %p, [%out+2048];"])


def families():
    """The name of each family and its forms."""
    for family in (integer, bits, floating, approximate, half, compare,
                   convert, data, warp, atomics, packed, video_scalar,
                   video_simd, addresses):
        yield family.__name__, list(family())
