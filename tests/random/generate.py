#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a CUDA program of random kernels whose results no schedule changes.

generate.py SEED COUNT > FILE: kernels SEED.0 to SEED.(COUNT - 1). Equal
arguments give equal text. The program prints one line for each kernel,
"SEED.INDEX HASH", over all that the kernel has stored.

What keeps a result independent of the schedule: every thread stores to its own
places; shared memory changes hands at barriers; the result of an atomic is not
looked at, and the operations on one place commute; a warp instruction in
divergent code names the lanes that were voted there. What keeps it equal on
every device: no operation that C++ or PTX leaves open, no product and sum that
a compiler may fuse, and a NaN is stored as one fixed NaN.
"""
import random
import sys

WORDS = 1024  # of the input
SLOTS = 16  # of the shared and global counters that atomics change
TYPES = {"u": "unsigned", "i": "int", "l": "unsigned long long",
         "f": "float", "d": "double"}
NAMES = {"u": 4, "i": 3, "l": 2, "f": 3, "d": 2}  # variables of each kind

UNARY = {
    "u": ["~{u}", "__brev({u})", "unsigned(__popc({u}))",
          "unsigned(__clz(int({u})))", "unsigned(__ffs(int({u})))",
          "unsigned({i})", "unsigned({l} >> 32)", "unsigned({l})",
          "bits({f})", "unsigned(bits({d}) >> 32)",
          "__float2uint_rz({f})", "__double2uint_rn({d})",
          "unsigned(static_cast<unsigned char>({u}))",
          "unsigned(__clzll(static_cast<long long>({l})))",
          "unsigned(__popcll({l}))"],
    "i": ["int({u})", "int(0u - unsigned({i}))", "__float2int_rn({f})",
          "__float2int_ru({f})", "__double2int_rz({d})",
          "int(static_cast<signed char>({i}))",
          "int(static_cast<short>({u}))", "~{i}"],
    "l": ["~{l}", "__brevll({l})", "static_cast<unsigned long long>({u})",
          "static_cast<unsigned long long>(static_cast<long long>({i}))",
          "bits({d})", "__double2ull_rz({d})",
          "static_cast<unsigned long long>(__float2ll_rn({f}))"],
    "f": ["-{f}", "fabsf({f})", "sqrtf(fabsf({f}))", "__int2float_rn({i})",
          "__uint2float_rz({u})", "__double2float_rn({d})",
          "__double2float_rd({d})", "__ull2float_rn({l})", "truncf({f})",
          "floorf({f})", "rintf({f})", "small({u})", "__frcp_rn({f})"],
    "d": ["-{d}", "fabs({d})", "sqrt(fabs({d}))", "double({f})",
          "__int2double_rn({i})", "__ull2double_rn({l})", "floor({d})",
          "rint({d})", "double(small({u}))"],
}
BINARY = {
    "u": ["{u} + {u}", "{u} - {u}", "{u} * {u}", "{u} / ({u} | 1u)",
          "{u} % ({u} | 1u)", "{u} & {u}", "{u} | {u}", "{u} ^ {u}",
          "{u} << ({u} & 31u)", "{u} >> ({u} & 31u)", "min({u}, {u})",
          "max({u}, {u})", "__umulhi({u}, {u})", "unsigned({f} < {f})",
          "unsigned({d} >= {d})", "unsigned({i} < {i})",
          "unsigned({l} > {l})", "__byte_perm({u}, {u}, 0x{x:04x})",
          "__funnelshift_l({u}, {u}, {u})", "__funnelshift_rc({u}, {u}, {u})",
          "({u} < {u} ? {u} : {u})", "__dp4a({u}, {u}, {u})",
          "in[{u} % {words}u]", "table[{u} % 64u]"],
    "i": ["int(unsigned({i}) + unsigned({i}))",
          "int(unsigned({i}) - unsigned({i}))",
          "int(unsigned({i}) * unsigned({i}))",
          "{i} / (({i} & 0x7fff) | 1)", "{i} % (({i} & 0x7fff) | 1)",
          "{i} >> ({u} & 31u)", "min({i}, {i})", "max({i}, {i})",
          "__mulhi({i}, {i})", "({i} > {i} ? {i} : {i})", "{i} ^ {i}",
          "int(__sad({i}, {i}, {u}))", "__mul24({i}, {i})",
          "int(static_cast<short>(bytes_of(in)[{u} % {bytes}u] << 3))"],
    "l": ["{l} + {l}", "{l} - {l}", "{l} * {l}", "{l} ^ {l}", "{l} & {l}",
          "{l} << ({u} & 63u)", "{l} >> ({u} & 63u)", "{l} / ({l} | 1ull)",
          "{l} % ({l} | 1ull)", "__umul64hi({l}, {l})", "min({l}, {l})",
          "static_cast<unsigned long long>({u}) * {u}",
          "({l} < {l} ? {l} : {l})", "pairs_of(in)[{u} % {pairs}u]"],
    "f": ["__fadd_rn({f}, {f})", "__fsub_rn({f}, {f})",
          "__fmul_rn({f}, {f})", "__fmaf_rn({f}, {f}, {f})",
          "__fdiv_rn({f}, {f})", "__fadd_rz({f}, {f})",
          "__fmul_ru({f}, {f})", "fminf({f}, {f})", "fmaxf({f}, {f})",
          "({f} < {f} ? {f} : {f})"],
    "d": ["__dadd_rn({d}, {d})", "__dsub_rn({d}, {d})",
          "__dmul_rn({d}, {d})", "__fma_rn({d}, {d}, {d})",
          "__ddiv_rn({d}, {d})", "__dadd_rd({d}, {d})", "fmin({d}, {d})",
          "fmax({d}, {d})", "({d} > {d} ? {d} : {d})"],
}
CONDITIONS = ["({u} & {bit}u) != 0", "{u} < {u}", "{i} < {i}", "{f} < {f}",
              "!({d} <= {d})", "{l} > {l}", "(lane & {low}u) == 0",
              "lane < {lanes}u", "{f} == {f}"]


class Kernel:
    """One kernel; `text` is its source."""

    def __init__(self, dice, number):
        self.dice = dice
        self.number = number
        self.threads = dice.choice([32, 64, 64, 96, 128, 128, 48, 100, 7, 160])
        self.blocks = dice.randint(1, 4)
        self.whole = self.threads % 32 == 0
        self.fresh = 0
        self.mask = "all"  # lanes that are here, as an expression
        body = "".join(self.statement(2, True)
                       for _ in range(dice.randint(8, 16)))
        self.text = self.frame(body)

    def frame(self, body):
        first = "".join(f"  {TYPES[k]} {k}{n} = {self.first(k, n)};\n"
                        for k in TYPES for n in range(NAMES[k]))
        last = "".join(f"  h = mix(h, bits({k}{n}));\n"
                       for k in TYPES for n in range(NAMES[k]))
        return (f"__global__ void k{self.number}(const unsigned* in, "
                "unsigned long long* out,\n    Counters* counters) {\n"
                "  PROLOGUE(" + str(self.threads) + ");\n" + first + body +
                "  unsigned long long h = thread;\n" + last +
                "  EPILOGUE;\n}\n")

    def first(self, kind, n):
        word = f"in[(thread * 13u + {self.dice.randrange(WORDS)}u) % {WORDS}u]"
        return {"u": word, "i": f"int({word})",
                "l": f"static_cast<unsigned long long>({word}) * {word}",
                "f": f"small({word})", "d": f"double(small({word})) / 3.0"}[
                    kind] if n else {
                        "u": "thread", "i": "int(lane) - 9", "l": "thread",
                        "f": f"__uint_as_float({word})", "d": "lane * 0.37"}[
                            kind]

    # Expressions.
    def fill(self, form, depth):
        out, rest = "", form
        while "{" in rest:
            before, rest = rest.split("{", 1)
            name, rest = rest.split("}", 1)
            out += before + self.piece(name, depth)
        return out + rest

    def piece(self, name, depth):
        dice = self.dice
        if name in TYPES:
            return self.expression(name, depth)
        if name == "x:04x":
            return f"{dice.randrange(0x8000) & 0x7777:04x}"
        return {"words": str(WORDS), "bytes": str(WORDS * 4),
                "pairs": str(WORDS // 2), "bit": str(1 << dice.randrange(32)),
                "low": str(dice.randint(1, 15)),
                "lanes": str(dice.randint(1, 31))}[name]

    def expression(self, kind, depth):
        dice = self.dice
        if depth <= 0 or dice.random() < 0.3:
            return self.leaf(kind)
        forms = BINARY if dice.random() < 0.7 else UNARY
        return f"({self.fill(dice.choice(forms[kind]), depth - 1)})"

    def leaf(self, kind):
        dice = self.dice
        if dice.random() < 0.85:
            return f"{kind}{dice.randrange(NAMES[kind])}"
        small = dice.randint(0, 100)
        return {"u": f"{dice.getrandbits(32)}u", "i": str(small - 50),
                "l": f"{dice.getrandbits(64)}ull", "f": f"{small / 8}f",
                "d": f"{small / 16}"}[kind]

    def condition(self):
        return self.fill(self.dice.choice(CONDITIONS), 1)

    def variable(self, kind=None):
        kind = kind or self.dice.choice(list(TYPES))
        return kind, f"{kind}{self.dice.randrange(NAMES[kind])}"

    def name(self):
        self.fresh += 1
        return f"n{self.fresh}"

    # Statements; `together`: all threads of the block are here.
    def statement(self, depth, together):
        dice = self.dice
        kinds = [(self.assign, 6), (self.atomic, 1), (self.array, 1)]
        if depth > 0:
            kinds += [(self.branch, 3), (self.loop, 2), (self.cases, 1),
                      (self.voted, 2), (self.called, 1)]
        kinds += [(self.vote, 2), (self.match, 1)]
        if together:
            kinds += [(self.exchange, 3), (self.shuffle, 4), (self.count, 1),
                      (self.warp_exchange, 2)]
            if depth > 0:
                kinds += [(self.common_loop, 1)]
        chosen = dice.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
        return chosen(depth, together)

    def block(self, depth, together):
        inner = "".join(self.statement(depth - 1, together)
                        for _ in range(self.dice.randint(1, 3)))
        return "{\n" + inner + "}"

    # A block that only some lanes run: the mask is not known there.
    def parted(self, depth):
        mask, self.mask = self.mask, None
        text = self.block(depth, False)
        self.mask = mask
        return text

    def assign(self, depth, together):
        kind, name = self.variable()
        return f"{name} = {self.expression(kind, 2)};\n"

    def branch(self, depth, together):
        text = f"if ({self.condition()}) " + self.parted(depth)
        if self.dice.random() < 0.6:
            text += " else " + self.parted(depth)
        return text + "\n"

    def loop(self, depth, together):
        n = self.name()
        body = self.parted(depth)
        way_out = self.dice.choice(
            ["", "", f"if ({self.condition()}) break;\n",
             f"if ({self.condition()}) continue;\n"])
        return (f"for (unsigned {n} = 0; {n} < {self.leaf('u')} % 6u; ++{n}) "
                "{\n" + f"u0 += {n};\n" + way_out + body + "\n}\n")

    def common_loop(self, depth, together):
        n = self.name()
        return (f"for (unsigned {n} = 0; {n} < {self.dice.randint(1, 4)}u; "
                f"++{n}) " + self.block(depth, True) + "\n")

    def cases(self, depth, together):
        text = f"switch ({self.leaf('u')} % 5u) {{\n"
        for case in range(self.dice.randint(2, 4)):
            text += f"case {case}: " + self.parted(depth)
            text += "\nbreak;\n" if self.dice.random() < 0.7 else "\n"
        return text + "default: break;\n}\n"

    def called(self, depth, together):
        which = self.dice.randrange(3)
        return (f"{self.variable('u')[1]} = call{which}"
                f"({self.leaf('u')}, {self.leaf('f')});\n")

    def array(self, depth, together):
        n, u = self.name(), self.variable("u")[1]
        return (f"{{ unsigned {n}[8];\nfor (unsigned j = 0; j < 8; ++j) "
                f"{n}[({self.leaf('u')} + j * 3u) & 7u] = "
                f"{self.leaf('u')} ^ (j * 77u);\n"
                f"for (unsigned j = 0; j < {self.dice.randint(1, 5)}u; ++j) "
                f"{n}[{self.leaf('u')} & 7u] += j;\n"
                f"{u} = {n}[{self.leaf('u')} & 7u] ^ {n}[lane & 7u]; }}\n")

    def atomic(self, depth, together):
        dice = self.dice
        where = dice.choice(["counters->", "shared."])
        slot = f"[{self.leaf('u')} % {SLOTS}u]"
        u, l = self.expression("u", 1), self.expression("l", 1)
        return dice.choice([
            f"atomicAdd(&{where}sum{slot}, {u});\n",
            f"atomicMax(&{where}most{slot}, {u});\n",
            f"atomicMin(&{where}least{slot}, int({u}));\n",
            f"atomicXor(&{where}parity{slot}, {u});\n",
            f"atomicOr(&{where}any{slot}, {u} & {u});\n",
            f"atomicInc(&{where}wrapped{slot}, 37u);\n",
            f"atomicAdd(&{where}wide{slot}, {l});\n",
            f"atomicAdd(&{where}real{slot}, float({u} & 255u));\n",
            f"add_by_swap(&{where}swapped{slot}, {u});\n"])

    def shuffle(self, depth, together):
        dice = self.dice
        kind = dice.choice("uilfd")
        to, value = self.variable(kind)[1], self.expression(kind, 1)
        if not self.whole:
            return (f"{to} = __shfl_sync(all, {value}, "
                    f"int({self.leaf('u')} % lanes));\n")
        width = dice.choice([32, 32, 32, 16, 8, 4, 2])
        step = dice.randrange(width)
        form = dice.choice([
            f"__shfl_xor_sync(all, {value}, {step}, {width})",
            f"__shfl_up_sync(all, {value}, {step}, {width})",
            f"__shfl_down_sync(all, {value}, {step}, {width})",
            f"__shfl_sync(all, {value}, int({self.leaf('u')} & 31u), {width})"])
        return f"{to} = {form};\n"

    # What any group of lanes may do whose mask is known.
    def vote(self, depth, together):
        if self.mask is None:
            return self.assign(depth, together)
        u = self.variable("u")[1]
        form = self.dice.choice([
            "unsigned(__any_sync({m}, {c}))", "unsigned(__all_sync({m}, {c}))",
            "__ballot_sync({m}, {c})",
            "__shfl_sync({m}, {u}, __ffs(int({m})) - 1)",
            "__shfl_sync({m}, {u}, 31 - __clz(int({m})))"])
        return f"{u} = " + form.replace("{m}", self.mask).replace(
            "{c}", self.condition()).replace("{u}", self.leaf("u")) + ";\n"

    def match(self, depth, together):
        if self.mask is None:
            return self.assign(depth, together)
        u = self.variable("u")[1]
        if self.dice.random() < 0.7:
            return (f"{u} = __match_any_sync({self.mask}, "
                    f"{self.leaf('u')} % 5u);\n")
        n = self.name()
        return (f"{{ int {n} = 0;\n{u} = __match_all_sync({self.mask}, "
                f"{self.leaf('u')} % 2u, &{n});\n{u} += unsigned({n}); }}\n")

    # A branch whose sides know who runs them.
    def voted(self, depth, together):
        if self.mask is None:
            return self.branch(depth, together)
        here, n = self.mask, self.name()
        text = (f"{{ const bool b{n} = {self.condition()};\n"
                f"const unsigned {n} = __ballot_sync({here}, b{n});\n"
                f"if (b{n}) ")
        self.mask = n
        text += self.block(depth, False)
        if self.dice.random() < 0.6:
            self.mask = f"({here} & ~{n})"
            text += " else " + self.block(depth, False)
        self.mask = here
        after = f"__syncwarp({here});\n" if self.dice.random() < 0.5 else ""
        return text + f"\n{after}}}\n"

    def exchange(self, depth, together):
        dice = self.dice
        kind = dice.choice("uild")
        to, value = self.variable(kind)[1], self.expression(kind, 1)
        step = dice.randint(1, self.threads)
        source = dice.choice([f"(thread + {step}u) % {self.threads}u",
                              f"{self.threads - 1}u - thread",
                              f"{self.leaf('u')} % {self.threads}u"])
        place = {"u": "words", "i": "ints", "l": "longs", "d": "doubles"}[kind]
        return (f"shared.{place}[thread] = {value};\n__syncthreads();\n"
                f"{to} = shared.{place}[{source}];\n__syncthreads();\n")

    def warp_exchange(self, depth, together):
        if not self.whole:
            return self.exchange(depth, together)
        dice = self.dice
        to, value = self.variable("u")[1], self.expression("u", 1)
        place = dice.choice(["words", "bytes", "halves"])
        return (f"shared.{place}[thread] = {value};\n__syncwarp();\n"
                f"{to} = shared.{place}[thread ^ {dice.randrange(32)}u];\n"
                "__syncwarp();\n" if place == "words" else
                f"shared.{place}[thread] = {value};\n__syncthreads();\n"
                f"{to} = shared.{place}[thread ^ {dice.randrange(32)}u];\n"
                "__syncthreads();\n")

    def count(self, depth, together):
        u = self.variable("u")[1]
        form = self.dice.choice(["count", "and", "or"])
        return f"{u} ^= unsigned(__syncthreads_{form}({self.condition()}));\n"


def main():
    if len(sys.argv) != 3 or not all(a.isdigit() for a in sys.argv[1:]):
        sys.exit(__doc__.split("\n\n")[1])
    seed, count = map(int, sys.argv[1:])
    dice = random.Random(seed)
    kernels = [Kernel(dice, n) for n in range(count)]
    print("// SPDX-License-Identifier: MIT\n// Written by tests/random/"
          f"generate.py {seed} {count}.")
    print('#include "tests/random/frame.cuh"\n')
    print("\n".join(k.text for k in kernels))
    print("const Entry kEntries[] = {")
    for k in kernels:
        print(f"    {{k{k.number}, {k.blocks}, {k.threads}}},")
    print("};\n")
    print("int main(int argc, char** argv) {\n"
          f"  return run_all({seed}, kEntries, {count}, argc, argv);\n}}")


if __name__ == "__main__":
    main()
