# Texts with folders of `transformers`: the program reads, writes and shows the same as the library.
source "$(dirname "$0")/check.bash"
families=$VITRINE_TEST_DATA/goldens/families

if ! python3 -c 'import json' 2>/dev/null; then
  echo "Left out: Python (on Debian: python3) is not here."
  exit 77
fi

python3 - "$families" <<'PYTHON' || fail "a text becomes something else"
import json, os, subprocess, sys

def vitrine(*arguments, **more):
    done = subprocess.run([os.environ["VITRINE"], *map(str, arguments)], capture_output=True, text=True, **more)
    assert done.returncode == 0, (arguments, done.stderr)
    return done.stdout, done.stderr

def options(name, texts):
    return [part for text in texts for part in (name, text)]

expected = json.load(open(f"{sys.argv[1]}/texts.json", encoding="utf-8"))
for family, reference in expected.items():
    folder, texts = f"{sys.argv[1]}/{family}", reference["texts"]
    targets = options("--target-text", reference.get("target_texts", []))
    tensors = {}
    for name in "src.tokens", "tgt.tokens", "labels", "predictions":
        if name not in ("labels", "predictions") and name[:3] not in reference or name not in reference and name in ("labels", "predictions"):
            continue
        out, _ = vitrine("trace", "--model", folder, *options("--text", texts), *targets, "--format", "json", "--only", name)
        tensor = json.loads(out)["tensors"][name]
        width, rows = tensor["shape"][1], reference[name.removesuffix(".tokens")]
        for i, row in enumerate(rows):
            real = [-2 if token is None else token for token in row]
            found = tensor["values"][i * width:(i + 1) * width]
            assert found[:len(real)] == real, (family, name, i, found, real)
            assert name == "predictions" or all(token == -2 for token in found[len(real):]), (family, name, found)
    if "loss" in reference:
        out, _ = vitrine("trace", "--model", folder, *options("--text", texts), *targets, "--format", "json", "--only", "loss")
        loss = json.loads(out)["tensors"]["loss"]["values"][0]
        assert abs(loss - reference["loss"]) < 1e-3, (family, loss, reference["loss"])
        vitrine("params", "--model", folder, *options("--text", texts), *targets, "--json")
    if "written" in reference:
        out, _ = vitrine("generate", "--model", folder, *options("--text", texts), "--max-new-tokens", 12, "--json")
        answers = [json.loads(line) for line in out.splitlines()]
        assert [{key: answer[0][key] for key in ("tokens", "text")} for answer in answers] == reference["written"], (family, answers)
        one, _ = vitrine("generate", "--model", folder, *options("--text", texts[:1]), "--max-new-tokens", 12)
        assert one.rstrip("\n").endswith(f"[{' '.join(map(str, reference['written'][0]['tokens']))}]"), one
        ids = " ".join(map(str, reference["src" if "src" in reference else "tgt"][0]))
        assert one == vitrine("generate", "--model", folder, "--tokens", ids, "--max-new-tokens", 12)[0], family
PYTHON

# Without a target text, the model's own output is the target, and a note says so.
"$VITRINE" trace --model "$families/t5" --text "I am a student" --only loss >stdout.txt 2>stderr.txt || fail "t5: $(<stderr.txt)"
grep -q "the target is what the model writes greedily" stderr.txt || fail "of a target of its own it says: $(<stderr.txt)"

# Tokens are words wherever names are shown.
accepts trace --model "$families/bert" --text "I am a student" --only src.tokens
says "[CLS]"
accepts trace --model "$families/gpt2" --text "The small cat" --only tgt.tokens
says "·small"
accepts explain --model "$families/gpt2" --text "The small cat" 'decoder.layers.0.self_attn.scores[0,0,2,1]'
says "·small"
accepts generate --model "$families/llama" --text "I am a cat" --max-new-tokens 2 --steps --quiet
says "finds▁the▁green▁"

# A folder's rules for generating: forbidden tokens, and tokens that have to come first or last.
mkdir ruled && cp "$families/bart"/*.json "$families/bart"/*.safetensors ruled
python3 - ruled <<'PYTHON'
import json, sys
path = sys.argv[1] + "/generation_config.json"
rules = json.load(open(path)) | {"bad_words_ids": [[63], [79, 79]], "suppress_tokens": [167], "forced_bos_token_id": 5, "forced_eos_token_id": 2}
json.dump(rules, open(path, "w"))
PYTHON
accepts generate --model ruled --text "I am a student" --max-new-tokens 4 --json --steps
python3 - stdout.txt <<'PYTHON' || fail "the rules of a folder are not in --json"
import json, sys
answer, = json.loads(open(sys.argv[1], encoding="utf-8").read())
assert answer["rules"] == {"forbidden": [[63], [79, 79], [167]], "first": 5, "last": 2}, answer["rules"]
first, *middle, last = answer["steps"]
assert (first["token"], first["reason"], last["token"], last["reason"]) == (5, "required", 2, "required"), answer
for step in answer["steps"]:
    before = answer["tokens"][step["step"] - 1]
    assert step["forbidden"] == ([63, 79, 167] if before == 79 else [63, 167]), step
    cut = {c["token"] for c in step["candidates"] if c["cut"] == "forbidden"}
    assert cut and cut <= set(step["forbidden"]) and all(c["filtered"] == 0 for c in step["candidates"] if c["token"] in cut), step
assert middle and all(step["token"] not in (63, 167) for step in middle), answer
PYTHON
accepts generate --model ruled --text "I am a student" --max-new-tokens 4 --steps
says "not allowed: "
says "required first: "
says "the model's configuration requires it as the first token (forced_bos_token_id)"
says "the model's configuration requires it as the last possible token (forced_eos_token_id)"

# Mistakes are reported in one line.
mkdir ids && cp "$families/gpt2"/{config.json,generation_config.json,model.safetensors} ids
refuses "--text: ids has no tokenizer to cut a text with; --tokens gives ids" generate --model ids --text "I am"
refuses "text: ids has no tokenizer to cut a text with" trace --model ids --text "I am"
refuses "--text: the text is empty" generate --model "$families/gpt2" --text ""
refuses "text 2: the text is empty" trace --model "$families/gpt2" --text a --text ""
refuses "--target-text goes with --text only" trace --model "$families/t5" --target-text a
refuses "--text and --batch each give the sentences" trace --model "$families/t5" --batch "$families/t5/batch.json" --text a
refuses "--target-text: 1 given for 2 of --text" trace --model "$families/t5" --text a --text b --target-text c
refuses "a decoder alone, which has no target besides the text" trace --model "$families/gpt2" --text a --target-text b
refuses "an encoder alone, which has no target" trace --model "$families/bert" --text a --target-text b
refuses "this is one attention alone: it has no text to read" trace --sample two-heads --text a
finish
