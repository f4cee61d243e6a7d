# Pictures and visits: files are replaced as a whole, special files are written to. What a visit has printed stays, even if it
# fails.
source "$(dirname "$0")/check.bash"
render() { accepts render --sample by-hand --size 800x600 "$@"; }
is_png() { [[ $(head -c 4 "$1" | tail -c 3) == PNG ]]; }

echo before >picture.png
ln -s picture.png link.png
render --out link.png
[[ -L link.png ]] || fail "a symbolic link was replaced"
is_png picture.png || fail "no picture where the link points to"

# A link to a file that does not exist yet.
ln -s made.png leads.png
render --out leads.png
[[ -L leads.png ]] || fail "a symbolic link to no file was replaced"
is_png made.png || fail "no picture where a link to no file leads"
ln -s none/made.png lost.png
refuses "lost.png: cannot be written: there is no folder" render --sample by-hand --size 800x600 --out lost.png
[[ -L lost.png ]] || fail "a symbolic link to no folder was replaced"

cp picture.png map.png
render --out attention.png --view attention --select 'decoder.layers.0.cross_attn.weights[0,0,1,2]' --head 1
is_png attention.png || fail "no picture of the attention view"
cmp -s attention.png map.png && fail "the attention view is the map"

mkfifo pipe
cat pipe >from-pipe.png &
render --out pipe
wait $!
[[ -p pipe ]] || fail "a pipe was replaced"
cmp -s from-pipe.png picture.png || fail "the picture from a pipe differs"

render --frame encoder.layers.0.self_attn --out framed.png
! cmp -s framed.png picture.png || fail "--frame changes nothing"
refuses "did you mean 'encoder.layers.0.self_attn'" render --sample by-hand --frame encoder.layers.0.self_atn --out framed.png

render --out picture.svg
[[ $(head -c 5 picture.svg) == "<svg " ]] || fail "a file that ends in .svg is no SVG"
render --pixels 2 --out LARGE.PNG
is_png LARGE.PNG || fail "capital letters at the end of a name are not understood"
(($(od -An -tu1 -j18 -N1 LARGE.PNG) * 256 + $(od -An -tu1 -j19 -N1 LARGE.PNG) == 1600)) || fail "--pixels 2 does not double the width"
refuses "the name of a picture ends in .png or .svg" render --sample by-hand --out picture.jpg
refuses "the name of a picture ends in .png or .svg" render --sample by-hand --out picture
refuses "'0' is not a number from 0.5 to 8" render --sample by-hand --pixels 0 --out picture.png

# After the last operation come the operations of the backward pass, and the update.
"$VITRINE" render --sample translation --step 114 --size 800x600 --out back.svg || fail "no picture of the backward pass"
grep -q 'backward pass</text>' back.svg || fail "the picture of the backward pass does not say so"
"$VITRINE" render --sample translation --step 161 --size 1280x800 --out update.svg || fail "no picture of the update"
grep -qi 'the optimiser updates the parameters' update.svg || fail "the picture of the update does not say so"
refuses "backwards 82 to 160, and the update, 161" render --sample translation --step 162 --out none.png

render --view train --train-steps 3 --out train.svg
grep -q '>step 3<\|>3<' train.svg || fail "no third step in the picture of a training"
refuses "--train-steps goes with --view train" render --sample by-hand --train-steps 3 --out picture.png

"$VITRINE" render --sample by-hand --size 800x600 --walk --out frames/step-%02d.png >stdout.txt 2>stderr.txt || fail "no walk"
count=$(ls frames | wc -l)
((count > 20)) || fail "only $count pictures of a walk"
for ((number = 1; number <= count; ++number)); do
  is_png "frames/step-$(printf %02d "$number").png" || fail "no picture $number of a walk"
done
[[ $(tail -n 1 stderr.txt) == "$count pictures, frames/step-01.png to frames/step-$count.png" ]] || fail "a walk says: $(<stderr.txt)"
"$VITRINE" render --sample navigation --size 800x600 --walk --backward --out backward/step-%02d.svg >stdout.txt 2>stderr.txt || fail "no walk back"
all=$(ls backward | wc -l)
((all > 80)) || fail "only $all pictures of a walk forwards, back, and to the update"
grep -q "Backward step [0-9]* of [0-9]*" "backward/step-$((all - 5)).svg" || fail "the walk does not go backwards"
refuses "--backward goes with --walk" render --sample by-hand --backward --out picture.png
refuses "has to say where the number goes" render --sample by-hand --walk --out frames/step.png
refuses "has to say where the number goes" render --sample by-hand --walk --out frames/%s-%d.png
refuses "--walk follows the run on the map" render --sample by-hand --walk --view masks --out frames/%d.png

"$VITRINE" render --sample translation --walk --out stopped/%d.png >stdout.txt 2>stderr.txt &
pid=$!
for _ in {1..500}; do
  [[ -e stopped/2.png ]] && break
  sleep 0.02
done
kill -INT $pid
code=0
wait $pid || code=$?
((code == 130)) || fail "exit $code of a walk that was stopped"
[[ $(<stderr.txt) == *"stopped after step "* ]] || fail "a stopped walk says: $(<stderr.txt)"
for file in stopped/* stopped/.[!.]*; do
  [[ ! -e $file || $file == stopped/*.png ]] || fail "a stopped walk leaves $file"
done

printf 'anchors\nscreenshot link.png\nexpect-state /step 99\nanchors\n' >visit
code=0
"$VITRINE" drive visit --sample by-hand --size 800x600 >stdout.txt 2>stderr.txt || code=$?
((code == 1)) || fail "exit $code of a failing visit"
[[ $(<stderr.txt) == "vitrine: visit:3: "* ]] || fail "a failing visit says: $(<stderr.txt)"
says "transport/next"
[[ $(grep -c '^transport/next' stdout.txt) == 1 ]] || fail "a visit went on after it failed"
[[ -L link.png ]] || fail "a screenshot replaced a symbolic link"
finish
