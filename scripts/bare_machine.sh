#!/bin/bash
# Runs commands on a machine that has nothing: a minimal Debian in a folder of its own, with a copy of this checkout.
# usage: scripts/bare_machine.sh SUITE COMMAND…    e.g. scripts/bare_machine.sh trixie scripts/run.sh scripts/test.sh
# SUITE is a release of Debian: bookworm, trixie, forky, sid. Each COMMAND is a line for the shell, run in the copy, one after the
# other until one fails; behind each stands how long it took. The copy is removed at the end; KEEP=1 leaves it, and says where.
# MIRROR=URL takes the packages from there. Needs root, since a folder becomes a root folder.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"

(($# >= 2)) || { sed -n '3,6s/^# //p' "$0" >&2; exit 2; }
((EUID == 0)) || { say "This needs root: sudo $0 …"; exit 2; }
# In a space of its own for mounts and processes: whatever ends this script, nothing stays mounted or running.
if [[ -z ${VITRINE_BARE_MACHINE:-} ]]; then
  install_packages debootstrap
  VITRINE_BARE_MACHINE=1 exec unshare --mount --pid --fork --kill-child "$0" "$@"
fi

suite=$1
shift
cache=${XDG_CACHE_HOME:-$HOME/.cache}/vitrine
base=$cache/$suite.tar
machine=$(mktemp -d -t "vitrine-$suite.XXXXXX")
chmod 755 "$machine"  # apt downloads as a user of its own

clean_up() {
  umount --recursive --lazy "$machine/dev" "$machine/proc" 2>/dev/null || true
  if [[ -n ${KEEP:-} ]]; then say "The machine is in $machine."; else rm -rf --one-file-system "$machine"; fi
}
trap clean_up EXIT

# The minimal system is made once and kept; its lists of packages are read anew by whoever installs something.
make_base() {
  say "Making a minimal $suite …"
  # debootstrap does not know the releases that came after it; it makes them as it makes sid.
  local script=/usr/share/debootstrap/scripts/$suite
  [[ -e $script ]] || script=${script%/*}/sid
  if ! debootstrap --variant=minbase --include=ca-certificates "$suite" "$machine" "${MIRROR:-http://deb.debian.org/debian}" "$script" \
    >"$machine.log" 2>&1; then
    tail -n 5 "$machine.log" >&2
    say "debootstrap made no $suite (log: $machine.log)."
    return 1
  fi
  rm "$machine.log"
  mkdir -p "$cache"
  tar -C "$machine" -cf "$base.$$" .
  mv "$base.$$" "$base"
}

if [[ -s $base ]]; then tar -C "$machine" -xf "$base"; else make_base; fi
mount -t proc proc "$machine/proc"
mount --rbind /dev "$machine/dev"
cp /etc/resolv.conf "$machine/etc/"
# How this machine reaches the archive, such as through a proxy.
cp --no-clobber /etc/apt/apt.conf.d/* "$machine/etc/apt/apt.conf.d/" 2>/dev/null || true
mkdir "$machine/root/vitrine"
tar -C "$root" --exclude=./build --exclude=./out --exclude=./.git -c . | tar -C "$machine/root/vitrine" -x

for command; do
  say "== $suite: $command"
  TIMEFORMAT="== %0R s, of the processor %0U s"
  time chroot "$machine" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
    ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
    bash -c "cd /root/vitrine && $command" </dev/null
done
