/// Reads random damaged files of every kind, and checks that each reader keeps its promises: see tests/fuzz/trial.h.
///
///     fuzz_tests [TRIALS [SEED [KIND [FIRST]]]]
///
/// makes so many trials of every kind or, beginning with the trial FIRST, of one kind, whose refusals are listed. Exits with 1
/// if it finds something.

#include <charconv>
#include <iostream>
#include <vector>

#include <fmt/format.h>

#include "tests/fuzz/runner.h"

namespace vitrine::fuzz {

namespace {

std::vector<const Kind*> all_kinds() {
    return {
        &safetensors_kind, &configurations_kind, &families_kind, &tokenizers_kind, &batches_kind, &imports_kind, &large_kind,
#if VITRINE_FUZZ_SESSIONS
            &sessions_kind, &links_kind
#endif
    };
}

/// Throws Error if the text is not a number.
template <class T>
void read_number(const std::string& text, T& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) throw Error("'" + text + "' is no number");
}

struct Arguments {
    Trials trials;
    std::string kind = {};  ///< empty: all
};

Arguments arguments_of(const std::vector<std::string>& words) {
    Arguments arguments;
    if (words.size() > 0) read_number(words[0], arguments.trials.count);
    if (words.size() > 1) read_number(words[1], arguments.trials.seed);
    if (words.size() > 2) arguments.kind = words[2];
    if (words.size() > 3) read_number(words[3], arguments.trials.first);
    return arguments;
}

int run_kinds(const Arguments& arguments) {
    int findings = 0, known = 0;
    for (const Kind* kind : all_kinds()) {
        if (!arguments.kind.empty() && kind->name != arguments.kind) continue;
        ++known;
        Trials trials = arguments.trials;
        if (arguments.kind.empty()) trials.count = (trials.count + kind->in_how_many - 1) / kind->in_how_many;
        const Tally tally = run_trials(*kind, trials);
        findings += tally.findings;
        std::cout << fmt::format(
                         "{:14} {} trials of seed {}: {} read and used, {} refused in {} ways, {} found; {:.1f} s, at most {:.2f} "
                         "s (trial {}), "
                         "{:.0f} MB",
                         kind->name, trials.count, trials.seed, tally.accepted, tally.refused, tally.refusals.size(),
                         tally.findings, tally.seconds, tally.slowest, tally.slowest_trial, tally.megabytes)
                  << std::endl;
        if (arguments.kind.empty()) continue;
        for (const std::string& refusal : tally.refusals) std::cout << "  " << refusal << '\n';
    }
    if (known == 0) throw Error("'" + arguments.kind + "' is no kind of file here");
    return findings;
}

}  // namespace

}  // namespace vitrine::fuzz

int main(int count, char** words) {
    using namespace vitrine::fuzz;
    try {
        return run_kinds(arguments_of({words + 1, words + count})) == 0 ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << "fuzz_tests: " << error.what() << '\n';
        return 2;
    }
}
