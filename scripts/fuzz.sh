#!/bin/bash
# Reads damaged files of every kind, including sessions, under the address and undefined-behaviour sanitizers, and reports
# problems.
# usage: scripts/fuzz.sh [TRIALS [SEED [KIND [FIRST]]]]; 3000 trials of each kind by default. FIRST: the number of the first trial.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

folder=$root/build/fuzz
install_packages "${vitrine_packages[@]}"
install_packages "${test_packages[@]}" || say "Going on without them."
configure "$folder" -S "$root" --preset asan
build "$folder" fuzz_tests
exec "$folder/tests/fuzz_tests" "${@:-3000}"
