# Numbers far beyond reason are refused in one line, at once, and without taking memory.
source "$(dirname "$0")/check.bash"
ulimit -t 60
ulimit -v 8000000
generate=(generate --sample translation --text I)
small=(train --task copy --steps 1 --d-ff 8 --out out)

# of OPTION VALUE…: the command in `command` refuses each value, naming the option.
of() {
  local option=$1 value
  shift
  for value in "$@"; do refuses "$option" "${command[@]}" "$option=$value"; done
}
many=(-1 1000000000 1e30 nan)
command=("${generate[@]}")
of --beams 0 "${many[@]}"
of --max-new-tokens 0 -1 1e30 nan
command=("${generate[@]}" --strategy sample)
of --n-best 0 "${many[@]}"
of --temperature -1 nan inf
of --top-k -1 1e30 nan
of --top-p 0 "${many[@]}"
command=(evaluate --model given)
of --beams 0 "${many[@]}"
command=(tasks copy)
of --examples "${many[@]}"
command=(trace --sample by-hand)
of --precision "${many[@]}"
of --threads 0 "${many[@]}"
command=(render --sample by-hand --out picture.png)
of --size 0x0 -1x5 1000000000x1 1e30x1e30 nanxnan
of --pixels 0 "${many[@]}"
of --scale 0 "${many[@]}"
command=("${small[@]}")
of --dropout "${many[@]}"
of --lr -1 nan
of --seed -1 1e30 nan
command=("${small[@]}")
for option in --d-model --heads --layers --batch-size; do refuses "" "${small[@]}" "$option=1000000000"; done
for option in --d-model --heads --layers --batch-size --steps; do of "$option" -1 1e30 nan; done

# Options that are only limits may have any size.
accepts "${generate[@]}" --max-new-tokens 1000000000
accepts "${generate[@]}" --strategy sample --top-k 1000000000
accepts "${generate[@]}" --beams 1000
[[ ! -e out && ! -e picture.png ]] || fail "something was written for a number that was refused"
finish
