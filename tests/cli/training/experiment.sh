# Trainings side by side: each is the training that its options describe, and the table has its results.
source "$(dirname "$0")/../check.bash"
experiment() { "$VITRINE" experiment "$@" >stdout.txt 2>stderr.txt || fail "exit $? of: experiment $*: $(<stderr.txt)"; }

cat >norm.json <<'E'
{"train": {"task": "reverse", "steps": 40, "d-model": 8, "heads": 2, "layers": 1, "d-ff": 16, "seed": 3},
 "runs": [{"name": "post-norm"}, {"name": "pre-norm", "norm": "before"}, {"name": "bag", "design": "no_positions"}]}
E
experiment norm.json --out out
says "post-norm"
says "every choice of the paper in place"
trains --task reverse --steps 40 --d-model 8 --heads 2 --layers 1 --d-ff 16 --seed 3 --norm before --out alone
cmp -s alone/model.safetensors out/pre-norm/model.safetensors || fail "a training of the experiment is not the training by itself"
cmp -s out/post-norm/model.safetensors out/bag/model.safetensors && fail "nothing was switched off"
[[ $(wc -l <out/curves.csv) == 41 ]] || fail "the curves have $(wc -l <out/curves.csv) lines"
[[ $(head -n 1 out/curves.csv) == "step,post-norm,pre-norm,bag" ]] || fail "the curves begin with $(head -n 1 out/curves.csv)"
[[ $(sed -n 3p out/results.csv) == "pre-norm,norm before,"* ]] || fail "the results: $(<out/results.csv)"
accepts history out/bag

# Bad experiments are refused before anything is trained.
refuses "already holds a model" experiment norm.json --out out
refuses "no/such: the folder cannot be made: there is no folder" experiment norm.json --out no/such
[[ ! -e no ]] || fail "the folder of an experiment's folder was made"
bad() {
  echo "$2" >bad.json
  refuses "$1" experiment bad.json --out none
  [[ ! -e none ]] || fail "something was made for a bad experiment"
}
bad "two to four" '{"runs": [{"name": "a"}]}'
bad "'name' is \"a\" again" '{"train": {"task": "copy"}, "runs": [{"name": "a"}, {"name": "a"}]}'
bad "'name' is \"\"" '{"train": {"task": "copy"}, "runs": [{"name": "a"}, {}]}'
bad "'no_such' is not one of" '{"train": {"task": "copy"}, "runs": [{"name": "a"}, {"name": "b", "design": "no_such"}]}'
bad "--tusk" '{"train": {"task": "copy"}, "runs": [{"name": "a"}, {"name": "b", "tusk": 1}]}'
bad "what should the model learn" '{"runs": [{"name": "a"}, {"name": "b"}]}'
bad "'out' is said by --out" '{"train": {"task": "copy", "out": "x"}, "runs": [{"name": "a"}, {"name": "b"}]}'
finish
