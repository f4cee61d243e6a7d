#!/bin/bash
# Builds the program and the tests of core for arm64, on a machine of another kind, and runs the tests and the self-test under qemu.
# Installs libraries of that architecture beside this machine's, so it is meant for a bare one:
#   scripts/bare_machine.sh bookworm scripts/arm64.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/arm64
log=$(mktemp -t vitrine-arm64.XXXXXX)

# of_arm64 NAME...: the packages' names for that architecture. Those of headers alone are for all.
of_arm64() {
  local package
  for package; do
    if [[ $(apt-cache show "$package") == *$'\nArchitecture: all'* ]]; then echo "$package"; else echo "$package:arm64"; fi
  done
}

dpkg --add-architecture arm64
install_packages crossbuild-essential-arm64 qemu-user-static cmake ninja-build pkg-config
mapfile -t libraries < <(of_arm64 "${library_packages[@]}" "${run_packages[@]}")
apt_install "$log" "${libraries[@]}" || { tail -n 15 "$log" >&2; exit 1; }
rm "$log"

export PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig
configure "$folder" -S "$root" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVITRINE_NATIVE=OFF -DVITRINE_DOUBLE_TESTS=OFF \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64-static
build "$folder" vitrine core_tests
qemu-aarch64-static "$folder/vitrine" doctor
qemu-aarch64-static "$folder/vitrine" selftest
cd "$folder"
qemu-aarch64-static tests/core_tests
