# scripts/packages.sh installs missing packages, waits while another program holds one of apt's locks, and reports what is not
# available.
# Scripts of this test stand in for apt-get, dpkg-query and sudo.
source "$(dirname "$0")/check.bash"
source "$VITRINE_TEST_DATA/../scripts/packages.sh"
set +e
if [[ ! -e /etc/debian_version ]]; then
  echo "This is not Debian, where nothing is installed."
  exit 77
fi

mkdir played
export TMPDIR=$PWD PATH=$PWD/played:$PATH
cat >played/sudo <<'END'
#!/bin/bash
exec "$@"
END
# Only g++ is installed.
cat >played/dpkg-query <<'END'
#!/bin/bash
echo 'installed g++'
END
# The lock is free once the file `held` is empty; it loses a letter with every try. There is no package `nowhere`.
cat >played/apt-get <<'END'
#!/bin/bash
echo "$*" >>calls.txt
if [[ -s held ]]; then
  held=$(<held)
  printf '%s' "${held:1}" >held
  echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 4711 (unattended-upgr)"
  exit 100
fi
if [[ $* == *nowhere* ]]; then
  echo "E: Unable to locate package nowhere"
  exit 100
fi
END
chmod +x played/*
sleep() { slept=$((slept + $1)); }

# try NAME...: installs them. The output is in said.txt, and $slept is the time spent waiting.
try() {
  rm -f calls.txt
  slept=0
  install_packages "$@" 2>said.txt
}

printf xxx >held
try g++ cmake || fail "no installation: $(<said.txt)"
((slept == 6)) || fail "waited for $slept s instead of 6"
(($(grep -c 'process 4711 (unattended-upgr): waiting' said.txt) == 1)) || fail "not said once for whom it waits: $(<said.txt)"
grep -q '^Missing packages: cmake$' said.txt || fail "not said what is missing: $(<said.txt)"
grep -q 'install --yes --no-install-recommends cmake$' calls.txt || fail "not installed: $(<calls.txt)"

: >held
try g++ || fail "what is there cannot be had: $(<said.txt)"
[[ ! -s said.txt && ! -e calls.txt ]] || fail "something is done where nothing is missing"

if try cmake nowhere; then fail "what is nowhere is installed"; fi
grep -q 'Unable to locate package nowhere' said.txt || fail "not said why: $(<said.txt)"
grep -q 'As root: apt-get install cmake nowhere$' said.txt || fail "not said what to do: $(<said.txt)"
((slept == 0)) || fail "waited for what is no lock"
finish
