# What `vitrine generate --json` prints: the recorded decodings of the goldens, and records that are consistent.
source "$(dirname "$0")/check.bash"
goldens=$VITRINE_TEST_DATA/goldens

if ! python3 -c 'import json' 2>/dev/null; then
  echo "Left out: Python (on Debian: python3) is not here."
  exit 77
fi

for name in translation single-token; do
  mkdir "$name" && cp "$goldens/$name/config.json" "$name"
  weights=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["weights"])' "$goldens/$name/decode.json")
  cp "$goldens/$name/$weights" "$name/model.safetensors"
done

python3 - "$goldens" <<'PYTHON' || fail "something else is decoded"
import json, math, os, subprocess, sys

def generate(*arguments, **more):
    command = [os.environ["VITRINE"], "generate", *map(str, arguments), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, **more)
    assert done.returncode == 0, (arguments, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]

def near(a, b, tolerance=1e-4):
    assert abs(a - b) <= tolerance, (a, b)

def same(ours, theirs, tolerance):
    assert [o["tokens"] for o in ours] == [t["tokens"] for t in theirs], (ours, theirs)
    for o, t in zip(ours, theirs):
        near(o["log_probability"], t["log_probability"], tolerance)
        near(o["score"], t["score"], tolerance)

for name in "translation", "single-token":
    recorded = json.load(open(f"{sys.argv[1]}/{name}/decode.json"))
    most, width = recorded["max_new_tokens"], recorded["beams"]
    for source in recorded["sources"]:
        one = ["--model", name, "--tokens", " ".join(map(str, source["src"])), "--max-new-tokens", most]
        beam = [*one, "--beams", width, "--length-penalty", recorded["length_penalty"], "--n-best", width]
        greedy, = generate(*one)
        assert [g["tokens"] for g in greedy] == [source["greedy"]], (greedy, source["greedy"])
        found, = generate(*beam)
        same(found, source["beam"], 1e-4)
        same(generate(*beam, "--no-cache")[0], found, 1e-5)
        for h in found:
            assert h["finished"] == (h["tokens"][-1] == 3), h
            assert h["text"] == " ".join(str(t) for t in h["tokens"] if t not in (2, 3)), h

# The words of a vocabulary, and a line for each line.
answers = generate("--sample", "translation", input="I am a student\nI love you\n")
assert [a[0]["text"] for a in answers] == ["Je suis un étudiant", "Je t'aime"], answers
assert list(answers[0][0]) == ["tokens", "text", "log_probability", "score", "finished"], answers

# Records: each word's probability is the model's, candidates are complete, and words lead from bos to the end.
def check_steps(sentences, cached):
    for h in sentences:
        steps, total = h["steps"], 0
        assert [s["token"] for s in steps] == h["tokens"][1:], h
        for i, s in enumerate(steps):
            assert s["step"] == i + 1 and s["why"] and s["forced"] is False, s
            total += math.log(s["probability"])
            near(s["log_probability"], total, 1e-5)
            candidates = s["candidates"]
            likely = [c["probability"] for c in candidates]
            assert likely == sorted(likely, reverse=True), s
            near(sum(likely) + s["more"]["probability"], 1, 1e-9)
            near(sum(c["filtered"] for c in candidates), 1, 1e-9)
            assert len(candidates) + s["more"]["count"] == 18, s
            chosen, = [c for c in candidates if c["token"] == s["token"]]
            assert chosen["word"] == s["word"] and chosen["cut"] is None, s
            near(chosen["probability"], s["probability"], 1e-9)
            if s["reason"] != "drawn":  # each draw considers its own words
                assert [c["score"] for c in s["considered"]] == sorted((c["score"] for c in s["considered"]), reverse=True), s
            assert (s["token"], s["after"]) in [(c["token"], c["after"]) for c in s["considered"]], s
            work, cache = s["multiplications"], s["cache"]
            if cached:
                assert cache["added"] > 0 and (cache["reused"] > 0) == (i > 0), s
                # At the first step the cache is empty, so the work is the same as without it.
                assert 0 < work["with_cache"] <= work["without_cache"] and (work["with_cache"] == work["without_cache"]) == (i == 0), s
            else:
                assert cache["reused"] == 0, s
            assert s["microseconds"] > 0, s
        near(h["log_probability"], total, 1e-5)

student = ["--sample", "translation", "--text", "I am a student", "--steps"]
drawing = ["--strategy", "sample", "--top-k", 4, "--top-p", 0.9, "--temperature", 2, "--n-best", 3]
for how in [], ["--beams", 3, "--n-best", 3], drawing:
    cached, = generate(*student, *how)
    uncached, = generate(*student, *how, "--no-cache")
    check_steps(cached, True)
    check_steps(uncached, False)
    same(uncached, cached, 1e-5)
    for a, b in zip(cached, uncached):
        for s, t in zip(a["steps"], b["steps"]):
            for c, d in zip(sorted(s["candidates"], key=lambda c: c["token"]), sorted(t["candidates"], key=lambda c: c["token"])):
                near(c["probability"], d["probability"], 1e-5)
                assert c["cut"] == d["cut"], (c, d)
greedy = generate(*student)[0][0]["steps"]
assert all(s["reason"] == "likeliest" and s["drawn"] is None and s["rank"] == 0 for s in greedy), greedy
drawn = generate(*student, "--strategy", "sample", "--top-k", 2)[0][0]["steps"]
for s in drawn:
    assert s["reason"] == "drawn" and 0 <= s["drawn"] < 1, s
    assert [c["cut"] for c in s["candidates"]] == [None, None] + ["top_k"] * 16, s
PYTHON
finish
