# A link opens on the command line, and mistakes in it are reported in one line.
source "$(dirname "$0")/check.bash"
unset DISPLAY WAYLAND_DISPLAY
link='vitrine:sample=translation&view=attention&attention.share=35&silenced=((attention:encoder.layers.0.self_attn,head:1))'

accepts drive - --link "$link" --size 1280x800 <<'SCRIPT'
expect-state /model translation
expect-state /view attention
expect-state /altered/silenced/0/head 1
key ctrl+shift+l
expect-state /copied "vitrine:sample=translation&silenced=((attention:encoder.layers.0.self_attn,head:1))&view=attention&attention.share=35"
SCRIPT

# With or without --link, from any address, the picture is that of the options.
accepts render --link 'vitrine:sample=navigation&view=masks' --size 1280x800 --out linked.png
accepts render 'https://example.org/vitrine/#sample=navigation&view=masks' --size 1280x800 --out address.png
accepts render --sample navigation --view masks --size 1280x800 --out named.png
cmp linked.png named.png || fail "a link draws another picture than the options"
cmp linked.png address.png || fail "an address draws another picture than the link"

# The link and the session of an edited run draw the same picture, except for the undo history, which links do not have.
without_history='import json, sys
session = json.load(open("left.json"))
session["history"] = {"done": [], "undone": []}
json.dump(session, open("left.json", "w"))'
for view in map tensors attention masks positions design; do
  rm -f left.json
  accepts drive - --sample translation --size 1280x800 --session left.json <<SCRIPT
silence encoder.layers.0.self_attn 2
word source 3 nurse
view $view
select decoder.layers.0.cross_attn.scores 1 2 0 1
key ctrl+shift+l
state state.json
SCRIPT
  python3 -c "$without_history"
  accepts drive - --size 1280x800 --session left.json <<<'screenshot left.png'
  copied=$(sed -nE 's/^ *"copied": "(.*)",?$/\1/p' state.json)
  accepts drive - --link "$copied" --size 1280x800 <<<'screenshot came.png'
  cmp left.png came.png || fail "another picture in the view $view of $copied"
done

# Options next to a link apply after it.
accepts render --link 'vitrine:sample=navigation&view=masks' --view map --size 1280x800 --out other.png
accepts render --sample navigation --size 1280x800 --out map.png
cmp other.png map.png || fail "--view beside a link draws another picture"

# A link is opened after the session. The session's looks stay, and the link's content becomes the session's.
accepts drive - --sample navigation --session session.json <<<'theme light'
accepts drive - --link "$link" --session session.json <<<'expect-state /theme light'
accepts drive - --session session.json <<'SCRIPT'
expect-state /model translation
expect-state /view attention
SCRIPT

refuses "the link's 'view' names no view: 'mapp'; did you mean 'map', 'masks' or 'train'?" render --link 'vitrine:sample=navigation&view=mapp' --out x.png
refuses "the link's 'view' names no view" 'vitrine:sample=navigation&view=mapp'
refuses "the link: it names no sample" drive - --link 'vitrine:view=map'
refuses "there are" render --link 'vitrine:sample=nowhere' --out x.png
refuses "--link names its model" render --link "$link" --sample navigation --out x.png
refuses "no window can be opened" "$link"

# Parts of a link that are not available are noted, and the rest is drawn.
"$VITRINE" render --link 'vitrine:sample=navigation&view=masks&step=5000&hologram=3' --size 1280x800 --out beyond.png 2>stderr.txt || fail "exit $?"
grep -q "'hologram'" stderr.txt || fail "nothing is said of an unknown key: $(<stderr.txt)"
grep -q "the link's 'step' has no place" stderr.txt || fail "nothing is said of a step that is not there: $(<stderr.txt)"
finish
