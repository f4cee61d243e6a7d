#!/bin/bash
# Runs commands on a machine that has nothing: a minimal Debian in its own folder, with a copy of this checkout.
# usage: scripts/bare_machine.sh SUITE COMMAND…    e.g. scripts/bare_machine.sh trixie scripts/run.sh scripts/test.sh
# SUITE is a release of Debian: bookworm, trixie, forky, sid. Each COMMAND is a line for the shell. They run in the copy until one
# fails; each is followed by the time it took. The copy is removed at the end; KEEP=1 keeps it, and says where it is. MIRROR=URL
# takes the packages from there. The copy has neither build nor out, but for what BRING=PATH names; FETCH=FOLDER copies that folder
# of the copy into this checkout at the end. Needs root, since a folder becomes a root folder.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"

(($# >= 2)) || { sed -n '3,8s/^# //p' "$0" >&2; exit 2; }
((EUID == 0)) || { say "This needs root: sudo $0 …"; exit 2; }
# In its own namespaces for mounts and processes, so that nothing stays mounted or running when this script ends, for whatever
# reason.
if [[ -z ${VITRINE_BARE_MACHINE:-} ]]; then
  install_packages debootstrap debian-archive-keyring
  VITRINE_BARE_MACHINE=1 exec unshare --mount --pid --fork --kill-child "$0" "$@"
fi

suite=$1
shift
cache=${XDG_CACHE_HOME:-$HOME/.cache}/vitrine
base=$cache/$suite.tar
machine=$(mktemp -d -t "vitrine-$suite.XXXXXX")
chmod 755 "$machine"  # apt downloads as another user

fetch() {
  [[ ${FETCH:-} && -d $machine/root/vitrine/$FETCH ]] || return 0
  mkdir -p "$root/$FETCH"
  cp -r "$machine/root/vitrine/$FETCH/." "$root/$FETCH/"
}

# Also after a failure: what was made before it is fetched.
clean_up() {
  fetch
  umount --recursive --lazy "$machine/dev" "$machine/proc" 2>/dev/null || true
  if [[ -n ${KEEP:-} ]]; then say "The machine is in $machine."; else rm -rf --one-file-system "$machine"; fi
}
trap clean_up EXIT

# The minimal system is made once and kept. Its package lists are updated when something is installed.
make_base() {
  say "Making a minimal $suite …"
  # debootstrap does not know releases made after it, which can be made like sid.
  local script=/usr/share/debootstrap/scripts/$suite
  [[ -e $script ]] || script=${script%/*}/sid
  if ! debootstrap --force-check-gpg --variant=minbase --include=ca-certificates "$suite" "$machine" "${MIRROR:-http://deb.debian.org/debian}" "$script" \
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
# Settings for reaching the archive from this machine, such as a proxy: those that do not come with a package.
for settings in /etc/apt/apt.conf.d/*; do
  dpkg -S "$settings" >/dev/null 2>&1 || cp --no-clobber "$settings" "$machine/etc/apt/apt.conf.d/" 2>/dev/null || true
done
mkdir "$machine/root/vitrine"
tar -C "$root" --exclude=./build --exclude=./out --exclude=./.git -c . | tar -C "$machine/root/vitrine" -x
if [[ ${BRING:-} ]]; then tar -C "$root" -c "$BRING" | tar -C "$machine/root/vitrine" -x; fi

for command; do
  say "== $suite: $command"
  TIMEFORMAT="== %0R s, of the processor %0U s"
  time chroot "$machine" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
    ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} \
    bash -c "cd /root/vitrine && $command" </dev/null
done
