# Any mistake in the command line is reported in one line, with exit code 2.
source "$(dirname "$0")/../check.bash"
config=$VITRINE_TEST_DATA/goldens/navigation/config.json

refuses "vitrine --help" nonsense
refuses "--nonsense" --nonsense
for subcommand in trace params; do
  refuses "--sample NAME, --model DIR or --config FILE" "$subcommand"
  refuses "only one" "$subcommand" --sample navigation --model somewhere
  refuses "only one" "$subcommand" --config "$config" --model somewhere
  refuses "'nowhere'" "$subcommand" --sample nowhere
  refuses "no-such-folder" "$subcommand" --model no-such-folder
  refuses "no-such-file.json" "$subcommand" --config no-such-file.json
  refuses "no-such-batch.json" "$subcommand" --sample navigation --batch no-such-batch.json
  refuses "--seed" "$subcommand" --sample navigation --seed 3
  refuses "--init" "$subcommand" --sample navigation --init pytorch
  refuses "--seed" "$subcommand" --config "$config" --seed -1
  refuses "--seed" "$subcommand" --config "$config" --seed 18446744073709551616
  refuses "--seed" "$subcommand" --config "$config" --seed 1.5
  refuses "--init" "$subcommand" --config "$config" --init uniform
  refuses "vitrine $subcommand --help" "$subcommand" --sample
  refuses "extra" "$subcommand" --sample navigation extra
  refuses "belongs behind" --sample navigation "$subcommand"
done
refuses "--format" trace --sample navigation --format xml
refuses "--out" trace --sample navigation --format npz
refuses "--out" trace --sample navigation --format safetensors
refuses "--precision" trace --sample navigation --precision 18
refuses "--precision" trace --sample navigation --precision -1
refuses "--precision" trace --sample navigation --format json --precision 3
for format in text json npz safetensors; do
  refuses "'*.wieghts'" trace --sample navigation --format "$format" --only '*.wieghts' --out unwritten
  refuses "no-such-folder" trace --sample navigation --format "$format" --out no-such-folder/trace
  [[ ! -e unwritten ]] || fail "a trace of nothing was written as $format"
done
refuses "--out" trace --sample navigation --out ''
refuses "--batch" trace --sample navigation --batch ''
for format in json npz safetensors; do
  refuses "a view of 'encoder.layers.0.self_attn.key'" \
    trace --sample navigation --format "$format" --only '*.key_transposed' --out unwritten
done

echo anchors >script
for subcommand in "render --out unwritten.png" "drive script"; do
  # shellcheck disable=SC2086
  for scale in nan inf -1 0 3.01 1x ''; do refuses "--scale" $subcommand --sample navigation --scale "$scale"; done
  # shellcheck disable=SC2086
  for size in 1280 1280x 1280x800x3 99x800 1280x9000 nanxnan; do refuses "--size" $subcommand --sample navigation --size "$size"; done
  # shellcheck disable=SC2086
  {
    refuses "--theme" $subcommand --sample navigation --theme blue
    refuses "at least 640x400" $subcommand --sample navigation --size 639x400
    refuses "at scale 2 it has to be at least 1280x800" $subcommand --sample navigation --size 1280x799 --scale 2
  }
done
render() { refuses "$1" render --sample navigation "${@:2}"; }
render "--out"
render "--out" --out ''
render "--view" --out unwritten.png --view list
render "--step 0" --out unwritten.png --step 0
render "--step 999" --out unwritten.png --step 999
render "--select 'memry'" --out unwritten.png --select memry
render "write PATH[i,j,…]" --out unwritten.png --select 'memory[0,x,1]'
render "write PATH[i,j,…]" --out unwritten.png --select 'memory[]'
render "memory is 2×3×6" --out unwritten.png --select 'memory[0,1]'
render "memory is 2×3×6" --out unwritten.png --select 'memory[0,1,6]'
render "--head 4" --out unwritten.png --head 4
render "no-such-folder" --out no-such-folder/picture.png
render "/proc/picture.png: cannot be written: no file can be made in /proc" --out /proc/picture.png
[[ ! -e unwritten.png && ! -e no-such-folder ]] || fail "a refused picture was written"

echo 'clck transport/next' >script
refuses "script:1: there is no command 'clck'" drive script --sample navigation
echo 'in-both-themes' >script
refuses "script:1: 'in-both-themes' has no 'end'" drive script --sample navigation
refuses "no-such-script" drive no-such-script --sample navigation
refuses "script" drive --sample navigation

refuses "'nothing'" bench nothing
refuses "'nothing'" bench trace-names nothing
refuses "--threads" bench trace-names --threads 0
refuses "extra" samples extra
refuses "params" trace --sample navigation params
refuses "extra" doctor extra

# Numbers are decimal even with a leading 0, and an option that is given twice is refused.
accepts trace --sample navigation --only loss --precision 010
grep -qE '[0-9]\.[0-9]{10}$' stdout.txt || fail "--precision 010 is not 10: $(<stdout.txt)"
refuses "--sample is given more than once" trace --sample navigation --sample translation

# Suggestions for mistyped names.
refuses "there is no option '--smaple'; did you mean '--sample'?" trace --smaple navigation
refuses "there is no option '--otu'; did you mean '--out'?" render --sample navigation --otu picture.png
refuses "there is no subcommand 'trcae'; did you mean 'trace'?" trcae
refuses "there is no benchmark 'trace-tniy'; did you mean 'trace-tiny'" bench trace-tniy
refuses "--only 'encoder.layer.*': no tensor has such a path; did you mean 'encoder.layers.*'?" trace --sample navigation --only 'encoder.layer.*'
refuses "--only 'src_tokens': no tensor has such a path; did you mean 'src.tokens'" trace --sample navigation --only src_tokens
refuses "--only 'foo*': no tensor has such a path; did you mean '*ffn*'?" trace --sample navigation --only 'foo*'
refuses "there is no such tensor; did you mean 'transformer." \
  explain --sample navigation 'W_K[0,0]'
refuses "query is 9, the last query is 4" explain --sample navigation 'decoder.layers.0.cross_attn.scores[0,1,9,0]'

# Control characters never reach the terminal, and of two files to write, neither is written if one cannot be.
for option in --sample --model --config --format --precision --device --seed; do
  refuses "[31m" trace "$option" $'\e[31m'
  ! grep -q $'\e' stderr.txt || fail "what controls a terminal gets there: $option"
done
refuses "there is no folder no-such-folder" trace --sample navigation --gradients gradients.npz --out no-such-folder/trace
refuses "--out and --gradients name the same file" trace --sample navigation --format npz --gradients same.npz --out same.npz
refuses "script: this is a file, a folder is needed" trace --sample navigation --format csv --out script
[[ ! -e gradients.npz && ! -e same.npz ]] || fail "a refused trace has left its gradients"

# An empty value usually comes from a script's unset variable.
for arguments in "render --out unwritten.png --sample navigation --step" "transcript --sample navigation --select" \
  "trace --sample navigation --only" "tasks --seed" "bench --threads" "generate --sample navigation --strategy" "params --sample" \
  "compare --sample navigation --replace" "render --out unwritten.png --sample navigation --theme" "drive --sample navigation"; do
  # shellcheck disable=SC2086
  refuses "empty" $arguments ''
done
refuses "--select" transcript --sample navigation --select=

printf '{"d_model": 6}' >short.json
refuses "short.json: 'nhead'" params --config short.json
printf '{\n"src": [["je"]],\n"tgt": [[1e999]]}' >huge.json
refuses "huge.json: malformed JSON, line 3, number overflow" trace --sample navigation --batch huge.json
finish
