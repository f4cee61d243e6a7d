# The course is listed and checked. A user's own lessons are played to their end, and mistakes in them are reported with file and
# line.
source "$(dirname "$0")/check.bash"
unset DISPLAY WAYLAND_DISPLAY

accepts lesson
says '06-why-divide'
says 'Why divide by √d?'

cat >mine.md <<'LESSON'
# The strongest word

@about Who gets most of the attention.
@sample translation

## One row

@view attention
@let path = "decoder.layers." + (decoder_layers - 1) + ".cross_attn.weights"
@let q = size(target) - 1
@select {path} {sentence} {head} {q} 0
@ring tensor/{path} {sentence} {head} {q} *

“{target[q]}” looks at {count(size(source), "word")}.

@choose Which one does it look at most?
@from source
@answer argmax(tensor(path)[sentence, head, q, :])
@right Yes.
@wrong The brightest cell of the row.

## Elsewhere

Look at the masks.

@do Open the view Masks.
@until state("/view") == "masks"
@by click view/masks
LESSON
accepts lesson mine.md --check --pictures pictures --size 1280x800
says 'mine: 2 steps, 1 question, 1 task'
[[ -s pictures/mine.1.png && -s pictures/mine.1-answered.png && -s pictures/mine.2.png ]] || fail "pictures are missing: $(ls pictures)"
accepts lesson mine.md --check --sample navigation --one-thread

# wrong SED-COMMAND TEXT: checking the lesson after this change reports this text.
wrong() {
  sed -E "$1" mine.md >wrong.md
  local status=0
  "$VITRINE" lesson wrong.md --check >stdout.txt 2>stderr.txt || status=$?
  ((status == 1 || status == 2)) || fail "exit $status of a lesson changed by $1"
  grep -qF -- "$2" stdout.txt stderr.txt || fail "no '$2' is said of a lesson changed by $1: $(cat stdout.txt stderr.txt)"
}
wrong 's/@view attention/@view atention/' "wrong.md:8: there is no view 'atention'; did you mean 'attention'"
wrong 's/@view attention/@frame decodr/' "wrong.md:8: the map has no part 'decodr'"
wrong 's/cross_attn.weights"/cross_attn.weigths"/' "wrong.md:11: this run has no tensor"
wrong 's/@ring tensor/@ring tensr/' "wrong.md:12: 'tensr/decoder.layers.1.cross_attn.weights', which is pointed at, cannot be seen"
wrong 's/^@choose/@chose/' "wrong.md:16: there is no word '@chose' in a step; did you mean 'choose'"
wrong 's/looks at \{.*\}/looks at 6 words/' 'wrong.md:14: a number is written here, not computed'
wrong 's/@answer .*/@answer 99/' 'wrong.md:16: no answer is right'
wrong 's/@by click view\/masks/@by click view\/map/' 'wrong.md:27: the task is not done by what is said to do it'
wrong 's/@until .*/@until state("\/view") == "attention"/' 'wrong.md:26: the task is done before anything was done'
wrong 's/@sample translation/@sample translatoin/' "translatoin"
wrong 's/size\(source\)/size(sorce)/' "wrong.md:14: there is no name 'sorce'; did you mean 'source'"
wrong 's/^@right Yes\.$//' "the question lacks '@right'"

# Forbidden commands are refused when a lesson is read or, if a formula hides them, when it is played.
sed 's/^@by .*/@by screenshot shot.png/' mine.md >bad.md
refuses "bad.md:28: 'screenshot' is not for lessons: a lesson can show and press, but not write" lesson bad.md --check
for line in '@perform file/quit' '@state state.json' '@model .' '@keep export {"export_folder": "."}'; do
  sed "s|^@view attention|$line|" mine.md >bad.md
  refuses "bad.md:8: '" lesson bad.md --check
  refuses " not for lessons: a lesson can show and press, but not write" lesson bad.md
done
wrong 's/^@by .*/@by {"state"} state.json/' "wrong.md:28: 'state' is not for lessons"
wrong 's/^@by .*/@by key {"ctrl+q"}/' "wrong.md:28: 'file/quit' is not for lessons"
[[ ! -e shot.png && ! -e state.json ]] || fail 'a lesson has written a file'

refuses "there is no lesson '06-why'; did you mean '06-why-divide'" lesson 06-why --check
refuses 'no-such.md' lesson no-such.md --check
refuses 'no window can be opened' lesson mine.md
refuses 'one lesson is played at a time' lesson mine.md mine.md
finish
