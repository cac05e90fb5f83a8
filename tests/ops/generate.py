#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes one PTX module per instruction form: generate.py FOLDER

The build calls it, and so do record.sh and the fuzzer. Each module has one
kernel, test(inputs, outputs), run by one block of 256 threads. Thread i reads
its k-th operand from inputs + 8 * (256 * k + i) and writes its k-th result to
outputs + 8 * (256 * k + i). The head comment names the kinds of operands, for
record.cpp, and the widths of the results.
"""
import pathlib
import sys

from forms import families

BITS = {"8": 16, "16": 16, "32": 32, "64": 64}


def width(kind):
    """Register width of an operand kind: 's8' -> 16, 'f16x2' -> 32."""
    if kind in ("shift", "field", "word", "pred", "lane") or "x" in kind:
        return 32
    return BITS[kind.lstrip("usbf")]


def reg(name, kind):
    return f"  .reg .{'pred' if kind == 'pred' else 'b%d' % width(kind)} %{name};"


def load(i, kind):
    name = "abce"[i]
    place = f"[%in+{i * 2048}]"
    if kind == "pred":
        return [f"  ld.global.b32 %tmp, {place};",
                "  and.b32 %tmp, %tmp, 1;",
                f"  setp.ne.u32 %{name}, %tmp, 0;"]
    return [f"  ld.global.b{width(kind)} %{name}, {place};"]


def store(i, kind):
    name = "dpq"[i]
    place = f"[%out+{i * 2048}]"
    if kind == "pred":
        return [f"  selp.b32 %tmp, 1, 0, %{name};",
                f"  st.global.b32 {place}, %tmp;"]
    return [f"  st.global.b{width(kind)} {place}, %{name};"]


def module(form):
    lines = [f"// form: {form.name}",
             f"// inputs: {' '.join(form.inputs)}",
             f"// outputs: {' '.join(form.outputs)}",
             "// Written by generate.py.",
             f".version {form.version}", f".target {form.target}", ".address_size 64", ""]
    lines += [".visible .entry test(.param .u64 inputs, .param .u64 outputs)",
              "{",
              "  .reg .b64 %in, %out, %place;",
              "  .reg .b32 %thread, %tmp;"]
    lines += [reg("abce"[i], k) for i, k in enumerate(form.inputs)]
    lines += [reg("dpq"[i], k) for i, k in enumerate(form.outputs)]
    lines += [f"  {line}" for line in form.declarations]
    lines += ["  mov.u32 %thread, %tid.x;",
              "  mul.wide.u32 %place, %thread, 8;",
              "  ld.param.u64 %in, [inputs];",
              "  ld.param.u64 %out, [outputs];",
              "  add.s64 %in, %in, %place;",
              "  add.s64 %out, %out, %place;"]
    for i, kind in enumerate(form.inputs):
        lines += load(i, kind)
    lines += [f"  {line}" for line in form.body]
    for i, kind in enumerate(form.outputs):
        lines += store(i, kind)
    lines += ["  ret;", "}", ""]
    return "\n".join(lines)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: generate.py FOLDER")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.ptx"):
        old.unlink()
    for _, forms in families():
        for form in forms:
            (folder / f"{form.name}.ptx").write_text(module(form))


if __name__ == "__main__":
    main()
