/// Measures decoding, from a source sentence to the model's own target sentence.

#include <memory>

#include "app/cli/bench/benchmarks.h"
#include "core/decode/generate.h"

namespace vitrine {

namespace {

struct DecodingExercise {
    Configuration configuration;
    Size given;      ///< number of words of the source or, in a decoder alone, of the prompt
    Size words = 8;  ///< number of words to generate, whatever the model says
};

Workload decoding(std::string name, std::string text, const DecodingExercise& what, CacheUse cache) {
    const auto prepare = [what, cache] {
        const auto model = std::make_shared<const Model>(exercise_model(what.configuration, what.given, what.given));
        const IndexTensor& words = what.configuration.has_encoder() ? model->batch.src : model->batch.tgt;
        const Sentence source(words.data(), words.data() + words.count());
        const DecodeOptions options{.max_new_tokens = what.words, .cache = cache, .stops_at_eos = false};
        const auto decoder = std::make_shared<Decoder>(DecodingModel{model->configuration, model->parameters});
        return [model, decoder, source, options] { decoder->decode(source, options); };
    };
    return {.name = std::move(name), .text = std::move(text), .repetitions = 21, .seconds = 0.05, .prepare = prepare};
}

/// Adds a workload with the cache and one without it.
void add_both(const std::string& name, const std::string& text, const DecodingExercise& what, std::vector<Workload>& list) {
    list.push_back(decoding(name, "eight words, greedily, by " + text + ", keys and values kept", what, CacheUse::where_valid));
    list.push_back(decoding(name + "-uncached", "the same, the whole decoder run again for every word", what, CacheUse::none));
}

}  // namespace

std::vector<Workload> decode_workloads() {
    std::vector<Workload> list;
    add_both("decode-translation", "a small model (d 256, 3+3 layers) from 6 tokens",
             {of_widths({.d_model = 256, .nhead = 8, .layers = 3, .dim_feedforward = 512, .vocabulary = 18}), 6}, list);
    add_both("decode-digits", "a small model (d 256, 3+3 layers) from 91 tokens",
             {of_widths({.d_model = 256, .nhead = 4, .layers = 3, .dim_feedforward = 128, .vocabulary = 13}), 91}, list);
    list.push_back(decoding("generate-gpt2",
                            "32 words after 32, greedily, by a decoder alone as large as GPT-2, keys and values kept",
                            {gpt2_configuration(), 32, 32}, CacheUse::where_valid));
    return list;
}

}  // namespace vitrine
