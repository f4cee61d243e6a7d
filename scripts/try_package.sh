#!/bin/bash
# Tries a package of the program as somebody would who gets it: installs it, lets it prove itself, opens its window on a display
# of its own, saves a page there, removes the package, and looks whether anything is left. Says how long things took.
# usage: scripts/try_package.sh FILE    a .deb, or the .tar.gz for other Linux systems. Needs root, and is meant for a bare machine:
#   BRING=out/packages/FILE scripts/bare_machine.sh trixie 'scripts/try_package.sh out/packages/FILE'
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"

(($# == 1)) || { sed -n '4,5s/^# //p' "$0" >&2; exit 2; }
file=$(realpath "$1")
work=$(mktemp -d -t "try package.XXXXXX")
folder="/opt/a folder"  # for the archive
log=$work/log
server=
window=
trap 'kill $window $server 2>/dev/null || true; rm -rf "$work" "$folder"' EXIT
export LC_ALL=C.UTF-8  # times with a decimal point
export HOME=$work/home XDG_STATE_HOME=$work/state
mkdir -p "$HOME/Pictures" "$XDG_STATE_HOME"
cd "$work"

fail() {
  say "FAIL $*"
  [[ ! -s $log ]] || tail -n 15 "$log" >&2
  exit 1
}

# seconds_of COMMAND...: runs it, and leaves the time that it took in $seconds.
seconds_of() {
  local begin=$EPOCHREALTIME
  "$@" || return
  seconds=$(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $begin }")
}

# The parts of a desktop that the archive expects.
desktop_packages=(librsvg2-2 libfontconfig1 libegl1 libgl1 libgl1-mesa-dri libsystemd0 libx11-6 libxrandr2 libxinerama1
  libxcursor1 libxi6)

install_it() {
  apt_get "$log" update || fail "apt-get update"
  if [[ $file == *.deb ]]; then
    seconds_of apt_get "$log" install --yes --no-install-recommends "$file" || fail "it cannot be installed"
    say "installed, with $(grep -c '^Setting up' "$log") packages in all: $seconds s"
    seconds_of apt_get "$log" install --yes --reinstall "$file" || fail "it cannot be installed again"
    say "installed, where all other packages are there: $seconds s"
    vitrine=vitrine
  else
    apt_get "$log" install --yes --no-install-recommends "${desktop_packages[@]}" || fail "the parts of a desktop"
    mkdir -p "$folder"
    seconds_of tar -xzf "$file" -C "$folder" || fail "it cannot be unpacked"
    say "unpacked: $seconds s"
    vitrine=$(realpath "$folder"/*/bin/vitrine)
  fi
}

# The window's first picture fills most of the display, which is black before.
picture_is_there() {
  [[ -e $work/Xvfb_screen0 ]] && (($(tail -c 4096000 "$work/Xvfb_screen0" | tr -d '\0' | wc -c) > 2000000))
}

first_picture() {
  "$vitrine" >"$log" 2>&1 &
  window=$!
  for ((i = 0; i < 1200; ++i)); do
    ! picture_is_there || return 0
    kill -0 "$window" 2>/dev/null || fail "the window has ended"
    sleep 0.05
  done
  fail "no picture within a minute"
}

try_window() {
  local number pages
  apt_get "$log" install --yes --no-install-recommends xvfb xdotool || fail "Xvfb and xdotool"
  exec 3<> <(:)
  Xvfb -displayfd 3 -screen 0 1280x800x24 -fbdir "$work" >"$log" 2>&1 &
  server=$!
  read -r -t 20 number <&3 || fail "no display"
  export DISPLAY=:$number
  seconds_of first_picture
  say "first picture in the window: $seconds s"
  sleep 3
  local shown
  shown=$(xdotool search --onlyvisible --class vitrine | tail -n 1)
  xdotool key --window "$shown" Escape  # from the first page to the workbench
  sleep 1
  xdotool key --window "$shown" ctrl+p
  sleep 1
  xdotool type --window "$shown" --delay 30 "save as a page"
  sleep 1
  xdotool key --window "$shown" Return
  for ((i = 0; i < 60; ++i)); do
    pages=("$HOME"/Pictures/*.html)
    [[ ! -s ${pages[0]} ]] || break
    sleep 0.5
  done
  [[ -s ${pages[0]} ]] || fail "no page was saved"
  say "a page saved from the window: $(basename "${pages[0]}"), $(($(stat -c %s "${pages[0]}") / 1000)) kB"
  kill -TERM "$window"
  for ((i = 0; i < 100; ++i)); do
    kill -0 "$window" 2>/dev/null || break
    sleep 0.1
  done
  local code=0
  kill -0 "$window" 2>/dev/null && fail "the window does not close"
  wait "$window" || code=$?
  ((code == 143)) || fail "the window ended with exit status $code"
  window=
  kill "$server"
  server=
}

remove_it() {
  local left
  if [[ $file == *.deb ]]; then
    apt_get "$log" purge --yes vitrine || fail "it cannot be removed"
  else
    rm -rf "$folder"
  fi
  left=$(find / -xdev -path "$root" -prune -o -path /proc -prune -o -path "$work" -prune -o -iname '*vitrine*' -print |
    grep -v '^/tmp/vitrine-packages' || true)
  [[ -z $left ]] || fail "left after it was removed: $left"
  say "removed, and nothing is left"
}

say "$(basename "$file"): $(($(stat -c %s "$file") / 1000)) kB, on $(. /etc/os-release && echo "$PRETTY_NAME")"
install_it
"$vitrine" --version >/dev/null || fail "it does not start"
"$vitrine" doctor | sed -n '/^SIMD/p' >&2
if [[ $(uname -m) == x86_64 ]]; then
  VITRINE_SIMD=v2 "$vitrine" doctor | grep 'x86-64-v2: ' >/dev/null || fail "VITRINE_SIMD=v2 is not obeyed"
fi
seconds_of "$vitrine" render --sample english-french --out first.png >"$log" || fail "no picture is drawn"
say "first picture, drawn without a display: $seconds s"
seconds_of "$vitrine" selftest >"$log" || fail "the self-test fails"
for claim in 'PyTorch has computed' 'shaders' 'levels of x86-64'; do
  grep "^ok .*$claim" "$log" >/dev/null || fail "the self-test did not check $claim"
done
say "self-test: $seconds s. $(tail -n 1 "$log")"
try_window
remove_it
