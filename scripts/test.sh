#!/bin/bash
# Builds everything and runs every test. Arguments go to ctest: `scripts/test.sh -R core`. VITRINE_WERROR=ON makes warnings errors.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/release

install_packages "${vitrine_packages[@]}"
install_packages "${test_packages[@]}" || say "Going on without them: the tests that need them are left out."
say "Building Vitrine and its tests …"
configure "$folder" -S "$root" --preset release ${VITRINE_WERROR+"-DVITRINE_WERROR=$VITRINE_WERROR"}
build "$folder"
ctest --test-dir "$folder" --output-on-failure -j2 "$@"
