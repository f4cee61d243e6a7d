# Figures: every kind in every format, exactly as wide as requested, with text as text; and what is refused.
source "$(dirname "$0")/check.bash"
cross=decoder.layers.1.cross_attn
figure() { accepts figure --sample translation "$@"; }
has_text() { # has_text FILE TEXT: looks into an SVG, or into a PDF if pdftotext is installed
  case $1 in
    *.svg) grep -qF -- "$2" "$1" || fail "no '$2' in $1" ;;
    *.pdf) ! command -v pdftotext >/dev/null || pdftotext "$1" - | grep -qF -- "$2" || fail "no '$2' among the text of $1" ;;
  esac
}

trains --task copy --steps 30 --history --out trained
declare -A what=([tensor]="$cross.weights[0,2]" [head]="$cross.scores[0,2]" [heads]="$cross.weights" [lines]="$cross.weights[0,2]"
  [block]="$cross" [number]="$cross.scores[0,2,1,3]" [beams]='' [loss]='')
declare -A text=([tensor]='student' [head]='student' [heads]='head 4' [lines]='student' [block]='context' [number]='and 2 smaller'
  [beams]='log P' [loss]='training')
for kind in tensor head heads lines block number beams loss; do
  model=(--sample translation)
  [[ $kind == loss ]] && model=(--model trained)
  size=(--font-size 8)
  [[ $kind == block ]] && size=(--font-size 6)
  for format in svg pdf png; do
    accepts figure "${model[@]}" ${what[$kind]:+"${what[$kind]}"} --kind "$kind" "${size[@]}" --out "$kind.$format"
    has_text "$kind.$format" "${text[$kind]}"
  done
  [[ $(head -c 200 "$kind.svg") == *' width="84mm" '* ]] || fail "the SVG of $kind is not 84 mm wide"
  ! grep -q '…' "$kind.svg" || fail "a text of $kind is cut"
  [[ $(head -c 5 "$kind.pdf") == %PDF- ]] || fail "$kind.pdf is no PDF"
  (($(od -An -tu1 -j18 -N1 "$kind.png") * 256 + $(od -An -tu1 -j19 -N1 "$kind.png") == 992)) ||
    fail "the PNG of $kind has not 84 mm at 300 pixels per inch"
done
if command -v pdffonts >/dev/null; then
  pdffonts tensor.pdf | tail -n +3 | grep -q Inter || fail "the PDF does not name its font"
  ! pdffonts tensor.pdf | tail -n +3 | grep -q ' no  *[yn][eo]' || fail "a font is not in the PDF"
fi

# The path determines the kind.
figure "$cross.weights[0,2]" --out told.svg
cmp -s told.svg tensor.svg || fail "a part of a tensor is no figure of a tensor"
figure "$cross.scores[0,2,1,3]" --out told.svg
cmp -s told.svg number.svg || fail "a cell is no figure of a number"
figure "$cross.weights[0]" --out told.svg
has_text told.svg 'head 4'
figure "$cross.weights[0,:,2]" --out told.svg
figure 'src_embedding.weight' --out told.svg
figure --gradient "$cross.weights[0,2]" --out slope.svg
! cmp -s slope.svg tensor.svg || fail "--gradient changes nothing"
accepts figure --link 'vitrine:sample=translation&view=attention&head=2' --out linked.svg

# A figure's colours cover the range of the whole tensor, so that its parts can be compared. An attention's weights reach up to 1.
accepts trace --sample translation --only "$cross.weights" --format json
largest=$(sed -nE 's/.*"values": (.*)}.*/\1/p' stdout.txt | tr -d ' []' | tr ',' '\n' | sort -g | tail -n 1 | xargs printf '%.4f')
has_text tensor.svg ">$largest<"
figure "$cross.weights[1]" --out told.svg
has_text told.svg ">$largest<"
! grep -qF ">$largest<" heads.svg || fail "the colours of --kind heads go as far as the largest weight"

# The look of a figure.
figure "$cross.weights[0,2]" --width 3.5in --out look.svg
[[ $(head -c 200 look.svg) == *' width="88.9mm" '* ]] || fail "inches are not understood"
figure "$cross.weights[0,2]" --theme dark --background none --out look.svg
! grep -q 'width="100%"' look.svg || fail "there is a background"
figure "$cross.weights[0,2]" --background '#F4F0E6' --out look.svg
grep -q 'width="100%" height="100%" fill="#f4f0e6"' look.svg || fail "the background has another colour"
figure "$cross.weights[0,2]" --dots 600 --out look.png
(($(od -An -tu1 -j18 -N1 look.png) * 256 + $(od -An -tu1 -j19 -N1 look.png) == 1984)) || fail "--dots 600 does not double the pixels"

# A figure that cannot be drawn is refused, and an existing file stays.
echo before >kept.svg
refused() { local said=$1; shift; refuses "$said" figure --sample translation "$@" --out kept.svg; }
refuses "ends in .svg, .pdf or .png" figure --sample translation "$cross.weights" --out figure.gif
refused "a figure of what?"
refused "did you mean '$cross.weights'" "$cross.weigths"
refused "4 indices for 3 axes" 'memory[0,1,2,3]'
refused "beyond the last, 3" "$cross.weights[0,4]"
refused "numbers from 0 on, or :" "$cross.weights[0,-1]"
refused "the bracket is not closed" "$cross.weights[0"
refused "one to three of its axes" "$cross.weights[:]"
refused "no number is selected" --kind number "$cross.weights[0]"
refused "there is no training to show" --kind loss
refused "$cross is a block, which is drawn whole and takes no indices; its tensors do, such as '$cross.weights[0,2]'" "$cross[0,2]"
refused "did you mean '$cross.weights'?" "decoder.layers.1.multihead_attn.weights"
refused "mm is enough, or choose a smaller font size" "$cross.weights[0,2]" --width 20mm --font-size 9
figure "$cross.weights[0,2]" --width "$(sed -nE 's/.*a width of ([0-9]+) mm is .*/\1/p' stderr.txt)mm" --font-size 9 --out look.svg
refused "a figure is 20 to 1000 mm wide" "$cross.weights" --width 2mm
refused "is not a width" "$cross.weights" --width wide
refused "is not a background" "$cross.weights" --background red
refused "there is no such family" "$cross.weights" --font 'No Such Font'
refuses "generates nothing" figure --sample two-heads --kind beams --out kept.svg
[[ $(<kept.svg) == before ]] || fail "a refusal has changed the file"
finish
