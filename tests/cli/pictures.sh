# Pictures and visits: files are replaced whole, special ones are written to; what a visit has printed is there even if it fails.
source "$(dirname "$0")/check.bash"
render() { accepts render --sample by-hand --size 800x600 "$@"; }
is_png() { [[ $(head -c 4 "$1" | tail -c 3) == PNG ]]; }

echo before >picture.png
ln -s picture.png link.png
render --out link.png
[[ -L link.png ]] || fail "a symbolic link was replaced"
is_png picture.png || fail "no picture where the link points to"

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

printf 'anchors\nscreenshot link.png\nexpect-state /step 99\nanchors\n' >visit
code=0
"$VITRINE" drive visit --sample by-hand --size 800x600 >stdout.txt 2>stderr.txt || code=$?
((code == 1)) || fail "exit $code of a failing visit"
[[ $(<stderr.txt) == "vitrine: visit:3: "* ]] || fail "a failing visit says: $(<stderr.txt)"
says "transport/next"
[[ $(grep -c '^transport/next' stdout.txt) == 1 ]] || fail "a visit went on after it failed"
[[ -L link.png ]] || fail "a screenshot replaced a symbolic link"
finish
