# Whatever is wrong with the command line, one line says what, and the exit code is 2.
source "$(dirname "$0")/check.bash"
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
refuses "'nothing'" bench nothing
refuses "'nothing'" bench trace-names nothing
refuses "--threads" bench trace-names --threads 0
refuses "extra" samples extra
refuses "extra" doctor extra

printf '{"d_model": 6}' >short.json
refuses "short.json: 'nhead'" params --config short.json
finish
