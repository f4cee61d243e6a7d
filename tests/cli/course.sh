# Plays every lesson to its end without a person. Each state must be reached, each place that is pointed at must be in sight, each
# question must accept right answers and reject wrong ones, and each task must be solved by what the lesson says.
source "$(dirname "$0")/check.bash"
unset DISPLAY WAYLAND_DISPLAY

accepts lesson --check
count=$(ls "$VITRINE_TEST_DATA"/../assets/lessons/*.md | wc -l)
(($(grep -c ' steps, ' stdout.txt) == count)) || fail "not every lesson was played: $(cat stdout.txt)"
! grep -q ' 0 questions, 0 tasks' <(grep -v '^story:' stdout.txt) || fail "a lesson asks nothing: $(cat stdout.txt)"

# In a small window everything that is pointed at has to be in sight, too.
accepts lesson --check --size 1280x800 --theme light --one-thread
# On a phone and on a tablet held upright it is in sight, or the reader is led to it: sheets, lists that scroll, and the map.
accepts lesson 01-in-and-out 13-parallel-and-one-by-one 17-six-ways-wrong --check --size 390x844
accepts lesson 07-many-heads 20-tokens --check --size 820x1180
finish
