/// Decoding with cached keys and values, and without.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/selftest/checks.h"
#include "core/selftest/sample_run.h"

namespace vitrine {

namespace {

/// The source of one sentence of a batch, without its padding.
Sentence source_of(const Batch& batch, const Configuration& c, Size sentence) {
    Sentence source;
    for (Size i = 0; i < batch.source_length() && batch.src.at({sentence, i}) != c.pad_src; ++i)
        source.push_back(batch.src.at({sentence, i}));
    return source;
}

std::vector<Sentence> sentences_of(const Generation& generation) {
    std::vector<Sentence> sentences;
    for (const Hypothesis& hypothesis : generation.hypotheses) sentences.push_back(hypothesis.tokens);
    return sentences;
}

void compare(const Generation& cached, const Generation& whole, Comparisons& comparisons) {
    const auto where = [&](const char* what) {
        return fmt::format("{} of the {}", what, cached.options.strategy == Strategy::beam ? "beams" : "greedy decoding");
    };
    if (!cached.cached) return comparisons.add(1, [&] { return where("no cache"); });
    if (cached.nodes.size() != whole.nodes.size()) return comparisons.add(1, [&] { return where("the number of words"); });
    for (std::size_t i = 0; i < whole.nodes.size(); ++i) {
        comparisons.add(cached.nodes[i].token == whole.nodes[i].token ? 0 : 1, [&] { return where("a word"); });
        comparisons.add(cached.nodes[i].parent == whole.nodes[i].parent ? 0 : 1, [&] { return where("the word before a word"); });
        comparisons.add(std::abs(cached.nodes[i].probability - whole.nodes[i].probability), [&] { return where("a probability"); });
    }
    comparisons.add(sentences_of(cached) == sentences_of(whole) ? 0 : 1, [&] { return where("a sentence"); });
}

}  // namespace

SelfTestResult check_cache(const Computation& computation) {
    Comparisons comparisons("words and probabilities", 1e-4);
    const SampleRun run(padded_sample, computation);
    const Configuration& c = run.model.configuration;
    const DecodingModel model{c, run.model.parameters};
    for (Size sentence = 0; sentence < run.model.batch.sentences(); ++sentence) {
        for (const Strategy strategy : {Strategy::greedy, Strategy::beam}) {
            DecodeOptions options{.strategy = strategy, .max_new_tokens = 12, .beams = 3};
            const Sentence source = source_of(run.model.batch, c, sentence);
            const Generation cached = computation.generate(model, source, options);
            options.cache = CacheUse::none;
            compare(cached, computation.generate(model, source, options), comparisons);
        }
    }
    return comparisons.take();
}

}  // namespace vitrine
