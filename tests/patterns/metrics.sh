# SPDX-License-Identifier: MIT
# Sourced by the scripts that record: how ncu is called and what it counts.

memory_metrics() {
  for op in ld st; do
    printf '%s,' \
      "l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum" \
      "l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum" \
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum" \
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum"
  done
  printf '%s,' l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum
  for op in atom red; do
    printf '%s,' "l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum" \
      "l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum"
  done
}

# count METRICS PROGRAM ARGS...: CSV on stdout, with lines of ncu's around it.
count() {
  wanted=$1
  shift
  timeout "${COUNT_SECONDS:-540}" ncu --clock-control none --csv --page raw --print-units base \
    --metrics "${wanted%,}" "$@"
}

# The name under which this ncu counts shared instructions, less "_ld.sum".
# PROGRAM ARGS... must be one launch with exactly one shared load.
shared_request_metric() {
  for name in smsp__inst_executed_op_shared \
    smsp__sass_inst_executed_op_shared; do
    if count "${name}_ld.sum" "$@" 2>/dev/null |
      grep '^"0"' | grep -q '"1"$'
    then
      echo "$name"
      return
    fi
  done
}

# provenance: where and with what the figures were made, as comment lines.
provenance() {
  echo "# recorded $(date -u +%F) on $(nvidia-smi \
    --query-gpu=name,driver_version --format=csv,noheader |
    head -n 1 | sed 's/, /, driver /')"
  echo "# compiler $(nvcc --version | grep -o 'V[0-9.]*$'), ncu $(ncu \
    --version | grep -o 'Version [0-9.]*' | head -n 1)"
}
