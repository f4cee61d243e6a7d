#!/bin/bash
# Builds Vitrine if needed, and starts it with the given arguments; `scripts/run.sh --help` lists them.
# Without arguments it opens the window or, if there is no display, draws what the window would show.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/release
vitrine=$folder/vitrine

draw_without_display() {
  local render=("$vitrine" render --sample navigation --size 1280x800) step
  say "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): drawing to $root/out instead of a window."
  mkdir -p "$root/out"
  "${render[@]}" --out "$root/out/first-screen.png"
  for step in 4 12 24; do
    "${render[@]}" --step "$step" --out "$root/out/step-$step.png"
  done
  "$vitrine" trace --sample navigation
  say "The pictures are in $root/out; 'scripts/run.sh --help' says what else runs without a display."
}

install_packages "${vitrine_packages[@]}"
if [[ ! -e $folder/build.ninja ]]; then
  say "Building Vitrine: once, some minutes; the next start takes a moment."
  configure "$folder" -S "$root" --preset release
fi
build "$folder" vitrine
if (($#)) || [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  exec "$vitrine" "$@"
fi
draw_without_display
