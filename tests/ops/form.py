# SPDX-License-Identifier: MIT
"""What an instruction form of these tests is: name, operands, results, body."""
import dataclasses


@dataclasses.dataclass
class Form:
    name: str        # the mnemonic, also the module's name
    inputs: list     # kinds of %a, %b, %c, %e
    outputs: list    # kinds of %d, %p, %q
    body: list
    declarations: list = dataclasses.field(default_factory=list)
    target: str = "sm_75"
    version: str = "8.0"  # of the PTX ISA


def simple(mnemonic, inputs, outputs=None, target="sm_75"):
    """d, a, b, ... in order; the result has the first operand's kind."""
    outputs = outputs or [inputs[0]]
    names = ["%" + "abce"[i] for i in range(len(inputs))]
    return Form(mnemonic, inputs, outputs,
                [f"{mnemonic} %d, {', '.join(names)};"], target=target)
