# Sourced by the other scripts: configuring and building, with progress on a terminal and silence elsewhere.
# shellcheck shell=bash

# configure FOLDER ARGUMENT...: with the preset or the definitions given; what CMake says is shown when it fails.
configure() {
  local folder=$1 log
  shift
  mkdir -p "$folder"
  log=$folder/configure.log
  cmake -B "$folder" "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
}

# build FOLDER [TARGET...]: on stderr, so that the program's output stays alone on stdout.
build() {
  local command=(cmake --build "$1" --parallel "$(nproc)")
  shift
  if (($#)); then command+=(--target "$@"); fi
  if [[ -t 2 ]]; then
    "${command[@]}" >&2
  else
    "${command[@]}" -- --quiet | sed '/^ninja: no work to do\.$/d' >&2
  fi
}
