#include "app/cli/generate/options.h"

#include <fmt/format.h>

#include "app/cli/common/numbers.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The first given option that only this strategy has; null: none. The length penalty is not among them, because it also ranks
/// drawn sentences; nor is the seed, which does no harm.
const char* option_of_beam_search(const GenerateOptions& o) {
    return o.beams ? "--beams" : o.no_early_stopping ? "--no-early-stopping" : nullptr;
}

const char* option_of_sampling(const GenerateOptions& o) {
    return o.temperature ? "--temperature" : o.top_k ? "--top-k" : o.top_p ? "--top-p" : nullptr;
}

Strategy strategy_of(const GenerateOptions& o) {
    const char *beam = option_of_beam_search(o), *sampling = option_of_sampling(o);
    if (!o.strategy) {
        if (beam && sampling) throw Error(fmt::format("{} is for beam search and {} for sampling: give only one", beam, sampling));
        return sampling ? Strategy::sample : beam || o.length_penalty ? Strategy::beam : Strategy::greedy;
    }
    const Strategy strategy = *o.strategy == "sample" ? Strategy::sample
                              : *o.strategy == "beam" ? Strategy::beam
                                                      : Strategy::greedy;
    if (beam && strategy != Strategy::beam) throw Error(fmt::format("{} goes with --strategy beam only", beam));
    if (sampling && strategy != Strategy::sample) throw Error(fmt::format("{} goes with --strategy sample only", sampling));
    return strategy;
}

void check_count(const DecodeOptions& options) {
    if (options.strategy == Strategy::greedy && options.n_best > 1) {
        throw Error(
            fmt::format("--n-best {} needs --beams or --strategy sample: greedily there is only one sentence", options.n_best));
    }
    if (options.strategy == Strategy::beam && options.n_best > options.beams) {
        throw Error(fmt::format("--n-best {} is more than the {} that the search goes on with: --beams {} would have them",
                                options.n_best, options.beams, options.n_best));
    }
}

}  // namespace

void add_options(CommandLine& command, GenerateOptions& o) {
    const auto take = [&](const char* name, auto& value, const Objection& objection, const char* meaning) {
        return command.add_option(name, value, meaning).check(objection).group("How");
    };
    command.add_option("--strategy", o.strategy, "How the next token is chosen: greedy (default), sample or beam")
        .one_of({"greedy", "sample", "beam"})
        .type_name("NAME")
        .group("How");
    take("--beams", o.beams, whole_number_between(1, most_sentences), "Beam search: the number of beams (default 4)")
        .type_name("N");
    take("--length-penalty", o.length_penalty, number_in({.least = 0}),
         "Beam search: log P is divided by ((5 + length) / 6) to this power (default 0.6)")
        .type_name("A");
    command.add_flag("--no-early-stopping", o.no_early_stopping, "Beam search: search until no sentence can still become better")
        .group("How");
    take("--temperature", o.temperature, number_in({.least = 0}),
         "Sampling: the temperature, which divides the logits (default 1; 0 is greedy)")
        .type_name("T");
    take("--top-k", o.top_k, whole_number(0), "Sampling: draw from only the N likeliest tokens (default 0: all)").type_name("K");
    take("--top-p", o.top_p, number_in({.above = 0, .most = 1}),
         "Sampling: of these, draw from the fewest with at least this total probability (default 1: all)")
        .type_name("P");
    take("--seed", o.seed, whole_number(0), "The seed for sampling and for the parameters of --config (default 1)").type_name("N");
    command.add_option("--begin", o.begin, "The token that a sentence begins with, as text or id (default: the model's own)")
        .type_name("WORD")
        .group("How");
    take("--max-new-tokens", o.max_new_tokens, whole_number(1),
         "The largest number of new tokens, including the end (default: the length of the source plus 50)")
        .type_name("N");
    take("--n-best", o.n_best, whole_number_between(1, most_sentences),
         "How many sentences to return: the best of a beam search, or as many samples (default 1)")
        .type_name("N");
    command.add_flag("--no-cache", o.no_cache, "Run the whole decoder for every token, without a KV cache").group("How");
}

std::int32_t begin_of(const GenerateOptions& o, const Vocabulary& vocabulary, Size size) {
    if (!o.begin) return no_token;
    if (const auto word = vocabulary.id(*o.begin)) return *word;
    std::int32_t id = 0;
    if (read_number(*o.begin, id).empty() && id >= 0 && id < size) return id;
    throw Error(fmt::format("--begin {}: the target vocabulary of {} tokens has no such token, and no such id{}",
                            in_quotes(*o.begin), size, did_you_mean(*o.begin, similar(*o.begin, vocabulary.words()))));
}

DecodeOptions decode_options(const GenerateOptions& o) {
    DecodeOptions options;
    options.strategy = strategy_of(o);
    options.max_new_tokens = o.max_new_tokens.value_or(options.max_new_tokens);
    options.sampling = {.temperature = o.temperature.value_or(1), .top_k = o.top_k.value_or(0), .top_p = o.top_p.value_or(1)};
    options.seed = o.seed;
    options.beams = o.beams.value_or(options.beams);
    options.length_penalty = o.length_penalty.value_or(options.length_penalty);
    options.early_stopping = !o.no_early_stopping;
    options.n_best = o.n_best.value_or(1);
    options.cache = o.no_cache ? CacheUse::none : CacheUse::where_valid;
    check_count(options);
    return options;
}

}  // namespace vitrine
