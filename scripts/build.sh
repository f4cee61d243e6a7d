# Sourced by the other scripts: configures and builds, with progress on a terminal, and silently elsewhere.
# shellcheck shell=bash

# configure FOLDER ARGUMENT...: with the given preset or definitions. CMake's output is only shown if it fails.
configure() {
  local folder=$1 log
  shift
  mkdir -p "$folder"
  log=$folder/configure.log
  cmake -B "$folder" "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
}

# The number of files to compile at once: one per core, as far as there is a gigabyte of memory for each.
compile_jobs() {
  local cores free_kilobytes jobs
  cores=$(nproc)
  free_kilobytes=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null || true)
  jobs=$((${free_kilobytes:-16000000} / 1000000))
  ((jobs >= 1)) || jobs=1
  echo $((jobs < cores ? jobs : cores))
}

# duration SECONDS: in words, no more precise than an estimate.
duration() {
  if (($1 < 50)); then
    echo "less than a minute"
  elif (($1 < 90)); then
    echo "about a minute"
  else
    echo "about $((($1 + 30) / 60)) minutes"
  fi
}

# doing LINE: the folder that a line of ninja's output is about, "core/ops"; "vitrine" or "app_tests" for a program.
doing() {
  local target
  target=$(sed -E 's|.*/?CMakeFiles/([^/]+)\.dir/.*|\1|; t; s|.* ||; s|.*/||; s|^lib||; s|\.a$||' <<<"$1")
  if [[ $target == app_* || $target == core_* ]] && [[ $target != *_tests* ]]; then target=${target//_//}; fi
  echo "$target"
}

# Reads ninja's output, for which NINJA_STATUS is set below. Shows the progress, the estimated time left and the current folder,
# in one line on a terminal, and every few seconds elsewhere. Passes on all output of the compiler. The first files do not allow
# an estimate of the whole time.
show_progress() {
  local line percent=0 said=-1 start=$SECONDS last=$SECONDS left end=$'\n' on_terminal=
  if [[ -t 2 ]]; then on_terminal=yes end=; fi
  while IFS= read -r line; do
    if [[ $line =~ ^@([0-9]+)/([0-9]+)\ (.*) ]]; then
      percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      line=${BASH_REMATCH[3]}
      if [[ $line == FAILED* ]] || ((percent == said || percent == 0 || SECONDS - start < 3)); then continue; fi
      if [[ -z $on_terminal ]] && ((SECONDS - last < 20 && said >= 0)); then continue; fi
      left=
      if ((percent >= 10)); then left=", $(duration $(((SECONDS - start) * (100 - percent) / percent))) left"; fi
      printf '%s  %3d %%%s: %s%s' "${on_terminal:+$'\r\e[K'}" "$percent" "$left" "$(doing "$line")" "$end" >&2
      said=$percent last=$SECONDS
    elif [[ $line != "ninja: no work to do." && $line != "ninja: Entering directory"* ]]; then
      printf '%s%s\n' "${on_terminal:+$'\r\e[K'}" "$line" >&2
    fi
  done
  if [[ $on_terminal ]] && ((said >= 0)); then printf '\r\e[K' >&2; fi
}

# build FOLDER [TARGET...]: writes to stderr, so that stdout only has the program's output.
build() {
  local command=(cmake --build "$1" --parallel "$(compile_jobs)")
  shift
  if (($#)); then command+=(--target "$@"); fi
  NINJA_STATUS='@%f/%t ' "${command[@]}" 2>&1 | show_progress
}
