# Lesson 8 says of a model that is trained without the causal mask: its loss falls, since it may copy the next token from its own
# input, yet it may be unable to write; and how much harm this does depends on the task.
source "$(dirname "$0")/../check.bash"

# last_loss FILE: the loss of the last step in a log.
last_loss() { tail -n 1 "$1" | sed -nE 's/.*"loss":([0-9.e+-]+).*/\1/p'; }
# exact MODEL DATA…: the share of sentences that it writes exactly, in per cent.
exact() {
  accepts evaluate --model "$1" --beams 1 "${@:2}"
  sed -nE 's/^ *exact match +([0-9.]+) %.*/\1/p' stdout.txt
}

accepts train --quiet --task copy --steps 400 --out with
accepts train --quiet --task copy --without causal-mask --steps 400 --log without.jsonl --out without
loss=$(last_loss without.jsonl)
awk -v loss="$loss" 'BEGIN { exit !(loss < 0.05) }' || fail "without the mask the loss does not fall: $loss"
[[ $(exact with) == 100.00 ]] || fail "with the mask it does not write what it read: $(<stdout.txt)"
[[ $(exact without) == 0.00 ]] || fail "without the mask it writes what it read: $(<stdout.txt)"

# Sentences that the source tells as easily are learned from the source, too.
accepts train --quiet --task translation --without causal-mask --out french
translated=$(exact french)
awk -v share="$translated" 'BEGIN { exit !(share >= 60) }' || fail "without the mask $translated % of the five sentences are written"
finish
