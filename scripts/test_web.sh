#!/bin/bash
# Builds the page and tests it in a browser: scripts/test_web.sh [chromium|firefox] [PART...]. Parts: numbers, visits, hands,
# screens, links, pages, late, memory, threads, times; without any, all but the last two. scripts/test_web.sh prepare only gets the
# packages, and fails if they are not available. LINKS=10000 damages more links than the usual 200.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
# shellcheck source=scripts/build.sh
source "$root/scripts/build.sh"

browser=chromium
prepares=
case ${1:-} in
  chromium | firefox) browser=$1 && shift ;;
  prepare) prepares=yes ;;
esac
tools=$root/build/web-tests

# The program that controls browsers comes from npm, which Debian has as a package.
get_puppeteer() {
  [[ ! -e $tools/node_modules/puppeteer-core ]] || return 0
  command -v npm >/dev/null || install_packages npm
  mkdir -p "$tools"
  (cd "$tools" && echo '{"private": true}' >package.json &&
    npm install --ignore-scripts --no-audit --no-fund --silent puppeteer-core)
}

if [[ $browser == firefox ]]; then install_packages firefox-esr; else install_packages chromium; fi
program=$(command -v "$browser" || command -v "$browser-esr")
get_puppeteer
if [[ $prepares ]]; then exec "$root/scripts/web.sh" prepare; fi
# The program for pages with threads takes as long to build again.
threads=--one-thread
if [[ -e $root/build/wasm-threads || " $* " == *" threads "* ]]; then threads=; fi
"$root/scripts/web.sh" $threads
[[ -e $root/build/release/build.ninja ]] || configure "$root/build/release" -S "$root" --preset release
build "$root/build/release" vitrine
NODE_PACKAGES=$tools exec node "$root/tests/web/run.mjs" "$browser" "$program" "$root" "$@"
