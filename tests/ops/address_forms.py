# SPDX-License-Identifier: MIT
"""Forms on generic addresses and on the stack. They give no addresses, which
differ from machine to machine, but what lies there and which kind they are."""
from form import Form

# The address that thread i has in %at, by i & 7, where it is not of a global
# variable.
PLACES = (("1", "mov.u64 %other, store;", "cvta.shared.u64 %other, %other;"),
          ("2", "mov.u64 %other, stack;", "cvta.local.u64 %other, %other;"),
          ("3", "mov.u64 %other, inputs;", "cvta.param.u64 %other, %other;"),
          ("4", "mov.u64 %other, 0;"))
SPACES = ("global", "shared", "shared::cta", "shared::cluster", "local",
          "param", "const")


def isspacep(space):
    body = ["mov.u64 %at, %in;", "and.b32 %tmp, %thread, 7;"]
    for which, *find in PLACES:
        body += find + [f"setp.eq.u32 %here, %tmp, {which};",
                        "selp.b64 %at, %other, %at, %here;"]
    return Form(f"isspacep.{space}", [], ["pred"],
                body + [f"isspacep.{space} %d, %at;"],
                [".reg .b64 %at, %other;", ".reg .pred %here;",
                 ".shared .align 8 .b8 store[8];",
                 ".local .align 8 .b8 stack[8];"],
                target="sm_90")


def addresses():
    for space in SPACES:
        yield isspacep(space)
    yield Form("cvta.to.global.u64", ["u32"], ["u32"],
               ["cvta.to.global.u64 %at, %in;", "ld.global.u32 %d, [%at];"],
               [".reg .b64 %at;"])
    for space, size in (("shared", 1024), ("local", 4)):
        yield Form(f"cvta.to.{space}.u64", ["u32"], ["u32"],
                   ["mov.u64 %at, store;", f"cvta.{space}.u64 %at, %at;",
                    "shr.u64 %place, %place, 1;"]
                   + (["add.s64 %at, %at, %place;"] if size > 4 else [])
                   + ["st.u32 [%at], %a;", f"cvta.to.{space}.u64 %at, %at;",
                      f"ld.{space}.u32 %d, [%at];"],
                   [".reg .b64 %at;", f".{space} .align 4 .b8 store[{size}];"])
    yield Form("cvta.to.param.u64", [], ["pred"],
               ["mov.u64 %at, inputs;", "cvta.param.u64 %at, %at;",
                "cvta.to.param.u64 %at, %at;", "ld.param.u64 %at, [%at];",
                "add.s64 %at, %at, %place;", "setp.eq.u64 %d, %at, %in;"],
               [".reg .b64 %at;"])
    # What alloca took after stacksave is free again after stackrestore.
    for t, bits in (("u32", "b32"), ("u64", "b64")):
        yield Form(f"stackrestore.{t}", ["u32"], ["u32", "u32"],
                   [f"stacksave.{t} %before;", f"alloca.{t} %first, 64;",
                    "st.local.u32 [%first+60], %a;",
                    "ld.local.u32 %d, [%first+60];",
                    f"stackrestore.{t} %before;", f"alloca.{t} %second, 64;",
                    f"sub.{t} %first, %second, %first;",
                    f"cvt.u32.{t} %p, %first;" if t == "u64" else
                    "mov.u32 %p, %first;"],
                   [f".reg .{bits} %before, %first, %second;"])
