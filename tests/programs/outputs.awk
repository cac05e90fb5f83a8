# SPDX-License-Identifier: MIT
# Cuts files at their lines "== NAME" into files FOLDER/NAME.txt:
# awk -v folder=FOLDER -f outputs.awk programs.txt emulator.txt
FNR == 1 { file = "" }
/^== / {
  close(file)
  file = folder "/" $2 ".txt"
  printf "" > file
  next
}
file { print > file }
