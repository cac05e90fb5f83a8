#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a Python wheel of the emulator on its own: wheel.py [BUILD [FOLDER]].

It holds what `cmake --install` installs, and the libraries that a machine may
lack. `pip install` puts it where `lockstep` finds it. The oldest glibc that its
files need gives the tag. The same build gives the same bytes."""
import base64
import hashlib
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

NAME = "lockstep_cuda"
# What every machine with a C++ program has; the program brings the same.
SYSTEM = re.compile(
    r"(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+))\.so(\.\d+)*$")


def stop(sentence):
    sys.exit(f"wheel.py: {sentence}")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def needed(file):
    """The libraries that `file` loads: name -> path."""
    found = {}
    for line in run("ldd", str(file)).splitlines():
        match = re.match(r"\s*(\S+) => (\S+)", line)
        if not match or SYSTEM.match(match[1]):
            continue
        if match[2] == "not":
            stop(f"{file.name} needs {match[1]}, which is not here")
        found[match[1]] = pathlib.Path(match[2])
    return found


def licence_of(library):
    """Name and text of the licence that the library's package brings."""
    names = {str(library), str(library.resolve()),
             str(library.resolve()).removeprefix("/usr")}
    for name in sorted(names):
        asked = subprocess.run(["dpkg", "-S", name], capture_output=True,
                               text=True)
        package = asked.stdout.split(":")[0]
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright")
        if asked.returncode == 0 and text.is_file():
            return package, text.read_bytes()
    stop(f"the licence of {library.name} was not found; it must be carried, too")


def carry(tree):
    """Copies what the installed files need beside them."""
    folder = tree / "lib/lockstep/carried"
    folder.mkdir()
    licences = tree / "share/doc/lockstep/licences"
    licences.mkdir()
    libraries = {**needed(tree / "bin/lockstep"),
                 **needed(tree / "lib/lockstep/libcudart.so.13")}
    for name, path in sorted(libraries.items()):
        shutil.copyfile(path.resolve(), folder / name)
        package, text = licence_of(path)
        (licences / f"{package}.txt").write_bytes(text)
    return [folder / name for name in libraries]


def oldest_glibc(files):
    versions = [(2, 17)]
    for file in files:
        for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)",
                                       run("objdump", "-T", str(file))):
            versions.append((int(major), int(minor)))
    return max(versions)


def version_of(tree):
    text = (tree / "lib/cmake/Lockstep/LockstepConfigVersion.cmake").read_text()
    return re.search(r'set\(PACKAGE_VERSION "([^"]+)"\)', text)[1]


def contents(tree, version, tag):
    """(name in the wheel, bytes, is a program) of all files but RECORD."""
    for file in sorted(tree.rglob("*")):
        if file.is_dir() or file.is_symlink():  # libcudart.so: for linkers
            continue
        place = file.relative_to(tree).as_posix()
        kind = "data/" + place
        if place.startswith("bin/"):
            kind = "scripts/" + place.removeprefix("bin/")
        yield (f"{NAME}-{version}.data/{kind}", file.read_bytes(),
               place.startswith("bin/"))
    info = f"{NAME}-{version}.dist-info/"
    yield (info + "METADATA",
           f"Metadata-Version: 2.1\nName: {NAME.replace('_', '-')}\n"
           f"Version: {version}\nLicense: MIT\n"
           "Summary: Runs CUDA programs without a GPU and says what is wrong "
           "in them\n".encode(), False)
    yield (info + "WHEEL",
           f"Wheel-Version: 1.0\nGenerator: lockstep\nRoot-Is-Purelib: false\n"
           f"Tag: {tag}\n".encode(), False)


def write_wheel(path, entries, record):
    lines = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        def add(name, data, program):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if program else 0o100644) << 16
            wheel.writestr(entry, data)
        for name, data, program in entries:
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
            lines.append(f"{name},sha256={digest.decode().rstrip('=')},"
                         f"{len(data)}")
            add(name, data, program)
        add(record, "\n".join([*lines, f"{record},,", ""]).encode(), False)


def main(build="build", folder="."):
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch) / "tree"
        run("cmake", "--install", build, "--prefix", str(tree), "--strip")
        files = [tree / "bin/lockstep", tree / "lib/lockstep/libcudart.so.13",
                 tree / "lib/lockstep/libcudart.so.12",
                 tree / "lib/lockstep/libcuda.so.1"]
        files += carry(tree)
        major, minor = oldest_glibc(files)
        tag = (f"py3-none-manylinux_{major}_{minor}_{platform.machine()}")
        version = version_of(tree)
        path = pathlib.Path(folder) / f"{NAME}-{version}-{tag}.whl"
        write_wheel(path, contents(tree, version, tag),
                    f"{NAME}-{version}.dist-info/RECORD")
        print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
