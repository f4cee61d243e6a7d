# Sourced by the other scripts: knows which Debian packages are needed, and installs missing ones.
# shellcheck shell=bash

build_packages=(g++ cmake ninja-build pkg-config)
# libprotobuf-dev: from Debian 13 on, sentencepiece's pkg-config file needs protobuf-lite, but its package does not depend on it.
library_packages=(libeigen3-dev libfmt-dev nlohmann-json3-dev libzip-dev libutf8proc-dev libonig-dev libsentencepiece-dev
  libprotobuf-dev libcli11-dev libbenchmark-dev doctest-dev libimgui-dev libglfw3-dev libepoxy-dev libfontconfig-dev
  librsvg2-dev libstb-dev libsystemd-dev)
run_packages=(libegl1 libgl1-mesa-dri)
# shellcheck disable=SC2034  # for the scripts that source this file
vitrine_packages=("${build_packages[@]}" "${library_packages[@]}" "${run_packages[@]}")
# Other programs that read this program's files, and a display for pressing keys. Tests that need a missing package are left out.
# shellcheck disable=SC2034
test_packages=(librsvg2-bin poppler-utils python3-numpy xdotool xvfb)
# Used by scripts/pictures.sh to encode and compare pictures.
# shellcheck disable=SC2034
picture_packages=(webp python3-pil python3-numpy)

say() { printf '%s\n' "$*" >&2; }

# Prints the names of packages that are not installed. Fails if there is no dpkg.
missing_packages() {
  local installed package
  command -v dpkg-query >/dev/null || { printf '%s\n' "$@"; return; }
  # dpkg-query fails if it does not know one of the names, but still prints the others.
  installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for package; do
    [[ $'\n'$installed$'\n' == *$'\ninstalled '"$package"$'\n'* ]] || printf '%s\n' "$package"
  done
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

# apt_get LOG ARGUMENT...: runs apt-get and writes its output to LOG. If another program holds one of its locks, such as one that
# installs updates automatically, waits up to ten minutes, and says for which program. (apt's own DPkg::Lock::Timeout does not
# wait for the locks of lists and downloads.)
apt_get() {
  local log=$1 holder waited=0
  shift
  until as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -q "$@" >"$log" 2>&1; do
    holder=$(sed -n 's/.*Could not get lock .* held by process \([0-9]* ([^)]*)\).*/\1/p' "$log" | head -n 1)
    [[ $holder ]] && ((waited < 600)) || return 1
    ((waited)) || say "Another program is installing packages, process $holder: waiting until it is done …"
    sleep 2
    waited=$((waited + 2))
  done
}

# apt_install LOG NAME...: installs from Debian's archive.
apt_install() {
  local log=$1
  shift
  # A bare machine has empty lists, and another one may have old ones. Without a network, the old lists may be sufficient.
  apt_get "$log" update || true
  apt_get "$log" install --yes --no-install-recommends "$@"
}

# install_packages NAME...: installs missing packages. Fails if that is impossible, after saying what to do.
install_packages() {
  local missing log
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  say "Missing packages: ${missing[*]}"
  if [[ ! -e /etc/debian_version ]] || ! command -v apt-get >/dev/null; then
    say "This is not Debian or a relative of it. Install what corresponds to these packages, then run" \
      "'cmake --preset release && cmake --build --preset release'; the program is build/release/vitrine."
    return 1
  fi
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    say "Installing them needs root, and there is no sudo. As root: apt-get install ${missing[*]}"
    return 1
  fi
  log=$(mktemp -t vitrine-packages.XXXXXX)
  say "Installing them with apt-get (log: $log) …"
  if ! apt_install "$log" "${missing[@]}"; then
    tail -n 15 "$log" >&2
    say "They could not be installed. As root: apt-get install ${missing[*]}"
    return 1
  fi
  rm -f "$log"
}
