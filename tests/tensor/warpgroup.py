# SPDX-License-Identifier: MIT
"""Writes the forms of wgmma.mma_async that warpgroup.cu runs: warpgroup.py
FILE. Each is a struct with its registers and the instruction, and a line of
the table kForms."""
import sys

EVERY = list(range(8, 257, 8))
WHOLE = [8, 16, 24, 32] + list(range(48, 257, 16))  # of integers
FEW = [8, 64, 256]


class Form:
    """One form: types, shape, where A is, and its immediates."""

    def __init__(self, d, a, b, n, registers=False, scales=(1, 1),
                 trans=(0, 0), more=""):
        self.d, self.a, self.b, self.n = d, a, b, n
        self.registers, self.scales, self.trans = registers, scales, trans
        self.more = more  # "satfinite"

    def depth(self):
        return {"tf32": 8, "f16": 16, "bf16": 16, "b1": 256}.get(self.a, 32)

    def count(self):
        return self.n // 4 if self.d == "f16" else self.n // 2

    def instruction(self):
        words = [f"wgmma.mma_async.sync.aligned.m64n{self.n}k{self.depth()}"]
        words += [self.more] if self.more else []
        words += [self.d, self.a, self.b]
        words += ["and.popc"] if self.a == "b1" else []
        return ".".join(words)

    def immediates(self):
        """What follows scale-d."""
        if self.d == "s32":
            return ""
        out = f", {self.scales[0]}, {self.scales[1]}"
        if self.depth() == 16:
            if not self.registers:
                out += f", {self.trans[0]}"
            out += f", {self.trans[1]}"
        return out

    def name(self):
        """As the recording has it."""
        shape = f"m64n{self.n}k{self.depth()}"
        parts = [shape, self.d, self.a, self.b]
        parts += [self.more] if self.more else []
        parts += ["registers"] if self.registers else []
        parts += ["neg_a"] if self.scales[0] < 0 else []
        parts += ["neg_b"] if self.scales[1] < 0 else []
        parts += ["trans_a"] if self.trans[0] else []
        parts += ["trans_b"] if self.trans[1] else []
        return ".".join(parts)

    def code(self, index):
        count = self.count()
        d = ", ".join(f"%{i}" for i in range(count))
        next_ = count
        if self.registers:
            a = ", ".join(f"%{next_ + i}" for i in range(4))
            a, next_ = "{" + a + "}", next_ + 4
            inputs = [f'"r"(a[{i}])' for i in range(4)]
        else:
            a, next_ = f"%{next_}", next_ + 1
            inputs = ['"l"(from)']
        inputs += ['"l"(b)', '"r"(scale)']
        text = (f"{{ .reg .pred p; setp.ne.b32 p, %{next_ + 1}, 0; "
                f"{self.instruction()} {{{d}}}, {a}, %{next_}, p"
                f"{self.immediates()}; }}")
        outputs = ", ".join(f'"+r"(d[{i}])' for i in range(count))
        return f"""struct Form{index} {{
  static constexpr int kRegisters = {count};
  static __device__ void issue(uint32_t (&d)[{count}], const uint32_t (&a)[4],
                               uint64_t from, uint64_t b, int scale) {{
    (void)a, (void)from;
    asm volatile("{text}"
                 : {outputs}
                 : {", ".join(inputs)});
  }}
}};
"""

    def row(self, index):
        flags = [self.registers, self.scales[0] < 0, self.scales[1] < 0,
                 self.trans[0], self.trans[1], bool(self.more)]
        booleans = ", ".join("true" if flag else "false" for flag in flags)
        return (f'    {{"{self.name()}", "{self.d}", "{self.a}", "{self.b}", '
                f"{self.n}, {self.depth()}, Form{index}::kRegisters, "
                f"{booleans}, run<Form{index}>}},\n")


def forms():
    out = []
    for n in EVERY:
        out.append(Form("f32", "bf16", "bf16", n))
        out.append(Form("f16", "f16", "f16", n))
    for n in WHOLE:
        out.append(Form("s32", "s8", "s8", n))
    for n in FEW + [16]:
        out.append(Form("f32", "f16", "f16", n))
        out.append(Form("f32", "tf32", "tf32", n))
        out.append(Form("s32", "b1", "b1", n))
    for n in FEW + [32]:
        out.append(Form("f32", "e4m3", "e4m3", n))
        out.append(Form("f16", "e4m3", "e4m3", n))
    for a, b in (("e4m3", "e5m2"), ("e5m2", "e4m3"), ("e5m2", "e5m2")):
        out += [Form(d, a, b, 8) for d in ("f32", "f16")]
    for a, b in (("s8", "u8"), ("u8", "s8"), ("u8", "u8")):
        out.append(Form("s32", a, b, 32))
    for a, b in (("s8", "s8"), ("u8", "u8"), ("s8", "u8")):
        out.append(Form("s32", a, b, 8, more="satfinite"))
    for d, kind in (("f32", "bf16"), ("f32", "f16"), ("f16", "f16")):
        for n in (8, 64):
            for trans in ((0, 1), (1, 0), (1, 1)):
                out.append(Form(d, kind, kind, n, trans=trans))
        for scales in ((-1, 1), (1, -1), (-1, -1)):
            out.append(Form(d, kind, kind, 8, scales=scales))
    out.append(Form("f32", "f16", "f16", 16, trans=(1, 0)))
    for d, kind in (("f32", "tf32"), ("f32", "e4m3"), ("f16", "e5m2")):
        out.append(Form(d, kind, kind, 16, scales=(-1, 1)))
    for d, kind in (("f32", "bf16"), ("f32", "f16"), ("f16", "f16"),
                    ("f32", "tf32"), ("f32", "e4m3"), ("f16", "e5m2"),
                    ("s32", "s8"), ("s32", "b1")):
        for n in (64, 128):
            out.append(Form(d, kind, kind, n, registers=True))
    out.append(Form("f32", "f16", "f16", 256, registers=True))
    for n in (64, 256):
        out.append(
            Form("f32", "f16", "f16", n, registers=True, trans=(0, 1)))
    out.append(Form("f32", "bf16", "bf16", 64, registers=True,
                    scales=(-1, -1)))
    return out


def main():
    all_ = forms()
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        for i, form in enumerate(all_):
            file.write(form.code(i))
        file.write("const Entry kForms[] = {\n")
        for i, form in enumerate(all_):
            file.write(form.row(i))
        file.write("};\n")


main()
