# Pipes are read to their end and written to. Nothing waits for a pipe that has no other end, nor reads an endless device.
source "$(dirname "$0")/../check.bash"
golden=$VITRINE_TEST_DATA/goldens/navigation
batch='{"src": [[1, 4, 2]], "tgt": [[1, 5]]}'

# A pipe with a writer can be used like a file.
accepts trace --sample navigation --batch <(sleep 0.3; echo "$batch") --only memory
accepts config <(cat "$golden/config.json")
accepts compare --model "$golden" --batch "$golden/batch.json" --against-trace <(cat "$golden/trace.safetensors")
accepts trace --sample navigation --format npz --out >(cat >from-pipe.npz)
mkfifo late
(sleep 0.5; echo "$batch" >late) &
accepts trace --sample navigation --batch late --only memory

# If it has no writer, one line says so.
mkfifo pipe.json
nobody="this is a pipe that nobody writes to"
refuses "pipe.json: $nobody" trace --sample navigation --batch pipe.json
refuses "pipe.json: $nobody" config pipe.json
refuses "pipe.json: $nobody" drive pipe.json --sample navigation
refuses "pipe.json: $nobody" drive - --sample navigation --session pipe.json </dev/null
refuses "pipe.json: $nobody" lesson ./pipe.json --check
refuses "pipe.json: $nobody" tokenize --tokenizer pipe.json </dev/null
refuses "pipe.json: $nobody" import pipe.json --propose --out imported
refuses "pipe.json: $nobody" train --data pipe.json --out trained
[[ -p pipe.json ]] || fail "a pipe was replaced"
for file in config.json model.safetensors sentences.json; do
  rm -rf folder && cp -r "$golden" folder && rm -f folder/$file && mkfifo folder/$file
  refuses "folder/$file: $nobody" trace --model folder
done
refuses "pipe.json: cannot be written: nobody reads this pipe" trace --sample navigation --format npz --out pipe.json
refuses "pipe.json: cannot be written: nobody reads this pipe" train --task copy --steps 1 --out trained --log pipe.json

# Devices that have no end, and folders.
device="this is a device, a file is needed"
refuses "/dev/zero: $device" trace --sample navigation --batch /dev/zero
refuses "/dev/zero: $device" config /dev/zero
refuses "/dev/zero: $device" drive - --sample navigation --session /dev/zero </dev/null
refuses "/dev/zero" import /dev/zero --propose --out imported
refuses "/dev/stdin: $device" trace --sample navigation --batch - </dev/zero
rm -rf folder && cp -r "$golden" folder && ln -sf /dev/zero folder/config.json
refuses "folder/config.json: $device" trace --model folder
refuses "this is a folder" trace --sample navigation --batch .
finish
