# SPDX-License-Identifier: MIT
"""Writes what a fuzz target starts from: write.py KIND FOLDER

archive  small archives of each kind
object   plain.elf, an object file, with a damage each
"""
import io
import pathlib
import sys
import tarfile
import zipfile

kind, folder = sys.argv[1], pathlib.Path(sys.argv[2])
TIME = (2000, 1, 1, 0, 0, 0)
MEMBERS = {
    "01_x/exercise.cu": b"// task-begin\n// task-end\n",
    "01_x/other.txt": b"other " * 99,
    "./a/lessons/01_x/exercise.cu": b"twice",
    "\u00dcbung/exercise.cu": b"letters",
}


def tar(name, mode, form):
    with tarfile.open(folder / name, mode, format=form) as archive:
        for path, data in MEMBERS.items():
            info = tarfile.TarInfo(path)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("exercise.cu")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)


def pack(name, method):
    with zipfile.ZipFile(folder / name, "w", method) as archive:
        for path, data in MEMBERS.items():
            archive.writestr(zipfile.ZipInfo(path, TIME), data, method)


def archives():
    tar("gnu.tar", "w", tarfile.GNU_FORMAT)
    tar("pax.tar", "w", tarfile.PAX_FORMAT)
    tar("ustar.tar", "w", tarfile.USTAR_FORMAT)
    tar("bzip2.tar", "w:bz2", tarfile.GNU_FORMAT)
    tar("xz.tar", "w:xz", tarfile.GNU_FORMAT)
    pack("stored.zip", zipfile.ZIP_STORED)
    pack("deflated.zip", zipfile.ZIP_DEFLATED)
    pack("lzma.zip", zipfile.ZIP_LZMA)
    secret = bytearray((folder / "stored.zip").read_bytes())
    secret[6] |= 1
    secret[secret.index(b"PK\x01\x02") + 8] |= 1
    (folder / "secret.zip").write_bytes(secret)


# Of plain.elf: what the bytes from an offset on are instead.
DAMAGES = {
    "name_past_its_table": {0x108: b"\x0f"},
    "name_without_end": {0x400: b"\x0e"},
    "names_in_no_section": {0x3C8: b"\xe7\x03"},
    "names_in_no_string_table": {0x3C8: b"\x01"},
    "names_past_the_end": {0x400: b"\xf8" + 7 * b"\xff"},
    "no_entry_size": {0x3D8: b"\x00"},
    "symbols_past_the_end": {0x3C0: b"\x00\x36\x6e\x01"},
    "two_symbol_tables": {0x1E4: b"\x02", 0x1F8: b"\xc0", 0x200: b"\x60",
                          0x208: b"\x09", 0x218: b"\x18"},
}


def objects():
    kept = pathlib.Path(__file__).parent.parent / "corpus/object/plain.elf"
    for name, damage in DAMAGES.items():
        data = bytearray(kept.read_bytes())
        for offset, value in damage.items():
            data[offset:offset + len(value)] = value
        (folder / f"damaged_{name}.elf").write_bytes(data)


{"archive": archives, "object": objects}[kind]()
