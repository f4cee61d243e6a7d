# scripts/teach.sh teaches a model, measures it, writes it as a sample, and goes on where it was stopped. Few steps are enough here.
source "$(dirname "$0")/check.bash"
script=$VITRINE_TEST_DATA/../scripts/teach.sh
export VITRINE_TEACH=$PWD/state SAMPLES=$PWD/home/vitrine/samples XDG_DATA_HOME=$PWD/home THREADS=1

# teach ARGS…
teach() { "$script" "$@" >stdout.txt 2>stderr.txt; }

teach || fail "no names"
says "english-french"
code=0
teach nothing || code=$?
((code == 2)) || fail "exit $code for a model that there is not"
grep -q "there is no model 'nothing'; there are english-french" stderr.txt || fail "of one that there is not it says: $(<stderr.txt)"

STEPS=6 teach addition || fail "addition is not taught: $(<stderr.txt)"
for file in addition.json addition.safetensors addition.history.safetensors; do [[ -s $SAMPLES/$file ]] || fail "no $file"; done
accepts samples addition
says "the task addition"
says "6 steps in less than a minute on 1 thread of"
says "of the tokens"
accepts trace --sample addition --only loss
accepts history addition
says "6 steps"

# Called again it trains no further, and writes the same.
cp -r "$SAMPLES" before
STEPS=9 teach addition || fail "it is not exported again: $(<stderr.txt)"
diff -r before "$SAMPLES" || fail "another sample comes out"
code=0
SEED=2 teach addition || code=$?
((code == 2)) && grep -q "was begun with SEED=1" stderr.txt || fail "for another seed it says: $(<stderr.txt)"

# A training that was stopped goes on.
rm -r state/addition/model{,.trained,.seconds}
starts_training --task addition --d-model 8 --heads 2 --layers 1 --d-ff 16 --steps 5000 --history --out state/addition/model
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
((code == 143)) || fail "exit $code of a training that is stopped"
teach addition || fail "it does not go on: $(<stderr.txt)"
accepts samples addition
says "5 000 steps in"

for name in induction hidden-words; do
  STEPS=2 teach $name || fail "$name is not taught: $(<stderr.txt)"
  accepts trace --sample $name --only loss
done
finish
