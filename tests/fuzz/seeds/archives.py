# SPDX-License-Identifier: MIT
"""Writes small archives of each kind to the folder argv[1]."""
import io
import pathlib
import sys
import tarfile
import zipfile

folder = pathlib.Path(sys.argv[1])
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
