#include "app/state/generate_view.h"

#include <algorithm>
#include <cmath>

#include "app/state/comparing.h"
#include "app/state/editing.h"
#include "core/model/batch_edit.h"
#include "core/model/work.h"

namespace vitrine {

std::span<const StrategyInfo> strategies() {
    static constexpr StrategyInfo list[] = {
        {"greedy", "Greedy", "the likeliest word each time"},
        {"sample", "Sample", "a word drawn by its probability"},
        {"beam", "Beam", "several sentences at once, of which the best go on"},
    };
    return list;
}

bool operator==(const DecodingQuestion& a, const DecodingQuestion& b) {
    const bool same_variant = a.variant == b.variant || (a.variant.is_own() && b.variant.is_own());
    return a.opened == b.opened && a.opened_parameters == b.opened_parameters && same_variant && a.design == b.design &&
           a.interventions == b.interventions && a.source == b.source && a.options == b.options;
}

namespace {

/// The words of the sentence that is looked at, in B where two runs are compared. There is a run.
Sentence source_of(const State& state) {
    const Run& run = *working_run(state);
    const Batch& batch = state.edits.batch ? *state.edits.batch : *opened(working_run(state))->batch;
    const Size sentence = std::min(state.selection.sentence, batch.sentences() - 1);
    const std::int32_t* first = batch.src.data() + sentence * batch.source_length();
    return {first, first + sentence_length(batch, run.model->configuration, BatchSide::source, sentence)};
}

/// What is written into recorded tensors belongs to that run alone.
Interventions taking_part(const Run& run) {
    Interventions interventions = run.edits.interventions;
    std::erase_if(interventions.overwrites,
                  [&](const Overwrite& overwrite) { return run.outline().find(overwrite.path) != nullptr; });
    return interventions;
}

/// The number within its limits; of what is no number, the lower one.
double within(double number, double least, double most) { return number >= least ? std::min(number, most) : least; }

void drop_what_does_not_fit(Sentence& forced, const Configuration& c, Size most) {
    const auto unknown = std::ranges::find_if(forced, [&](std::int32_t id) { return id < 0 || id >= c.tgt_vocab_size; });
    forced.erase(unknown, forced.end());
    if (static_cast<Size>(forced.size()) > most) forced.resize(static_cast<std::size_t>(most));
}

}  // namespace

DecodeOptions clamped(DecodeOptions options, const Configuration& c, Size source_length) {
    constexpr Size most_beams = 10;
    constexpr double most_penalty = 2, hottest = 2, least_share = 0.01;
    const Size most_words = std::max<Size>(1, most_new_tokens({}, c, source_length));
    options.beams = std::clamp<Size>(options.beams, 1, most_beams);
    options.length_penalty = within(options.length_penalty, 0, most_penalty);
    options.sampling.temperature = within(options.sampling.temperature, 0, hottest);
    options.sampling.top_k = std::clamp<Size>(options.sampling.top_k, 0, c.tgt_vocab_size);
    options.sampling.top_p = within(options.sampling.top_p, least_share, 1);
    options.max_new_tokens = std::clamp<Size>(options.max_new_tokens, 1, most_words);
    options.n_best = options.strategy == Strategy::beam ? options.beams : 1;
    drop_what_does_not_fit(options.forced, c, options.max_new_tokens);
    return options;
}

std::optional<DecodingQuestion> decoding_question(const State& state) {
    const std::shared_ptr<const Run>& run = working_run(state);
    if (!run) return std::nullopt;
    const std::shared_ptr<const Run> origin = opened(run);
    DecodingQuestion question{.model = run->model,
                              .parameters = run->parameters,
                              .opened = origin->model,
                              .opened_parameters = origin->parameters,
                              .variant = run->edits.variant,
                              .design = run->regime.design,
                              .interventions = taking_part(*run),
                              .source = source_of(state)};
    question.options = clamped(state.generate.options, run->model->configuration, static_cast<Size>(question.source.size()));
    const DecodeOptions unused;
    DecodeOptions& options = question.options;
    if (options.strategy != Strategy::sample) options.sampling = unused.sampling, options.seed = unused.seed;
    if (options.strategy != Strategy::beam) options.beams = unused.beams, options.early_stopping = unused.early_stopping;
    return question;
}

bool lacks_decoding(const State& state) {
    if (state.view != View::generate || !state.run) return false;
    const auto question = decoding_question(state);
    const GenerateView& view = state.generate;
    if ((view.decoded && view.decoded->question == *question) || view.refused == question) return false;
    return !(state.training.shown && state.training.playing) || decodes_at_once(*question);
}

bool decodes_at_once(const DecodingQuestion& question) {
    constexpr double most_operations = 1e7;  // within some milliseconds, measured several times over
    const Configuration& c = question.model->configuration;
    const DecodeOptions& options = question.options;
    const Size sentences = options.strategy == Strategy::beam ? options.beams : 1;
    const Size words = most_new_tokens(options, c, static_cast<Size>(question.source.size()));
    Batch longest;
    longest.src.resize({sentences, std::max<Size>(1, static_cast<Size>(question.source.size()))});
    longest.tgt.resize({sentences, words});
    // Without the cache the decoder reads one word, then two, and so on.
    return product_operations(c, longest) * static_cast<double>(words) / 2 <= most_operations;
}

const Decoded* decoded_of(const State& state) {
    const std::shared_ptr<const Run>& run = working_run(state);
    const auto& decoded = state.generate.decoded;
    return run && decoded && decoded->question.opened == opened(run)->model ? decoded.get() : nullptr;
}

bool is_of_this_sentence(const State& state) {
    const Decoded* decoded = decoded_of(state);
    return decoded && decoded->question.source == source_of(state);
}

bool can_compare_forced(const State& state) {
    const GenerateView& view = state.generate;
    if (!view.unforced || !is_of_this_sentence(state) || view.decoded->question.options.forced.empty()) return false;
    return !view.unforced->generation.hypotheses.empty() && !view.decoded->generation.hypotheses.empty();
}

namespace {

const Generation& shown_generation(const State& state) { return state.generate.decoded->generation; }

const WordNode& node_of(const Generation& generation, int node) { return generation.nodes[static_cast<std::size_t>(node)]; }

const std::vector<int>& words_of_step(const Generation& generation, int step) {
    return generation.steps[static_cast<std::size_t>(step - 1)].considered;
}

}  // namespace

int shown_steps(const State& state) {
    const auto steps = static_cast<int>(shown_generation(state).steps.size());
    return state.generate.grown ? std::clamp(static_cast<int>(*state.generate.grown), 0, steps) : steps;
}

int shown_node(const State& state) {
    const Generation& generation = shown_generation(state);
    const int best = generation.hypotheses.empty() ? 0 : generation.hypotheses.front().node;
    int node = state.generate.node.value_or(best);
    while (node_of(generation, node).step > shown_steps(state)) node = node_of(generation, node).parent;
    return node;
}

int asking_node(const State& state) {
    return std::max(0, node_of(shown_generation(state), shown_node(state)).parent);
}

std::vector<Candidate> shown_candidates(const State& state) {
    const StepRow* row = row_after(shown_generation(state), asking_node(state));
    if (!row) return {};
    const DecodeOptions& options = state.generate.options;
    return candidates_of(row->logits, cuts_of(options));
}

int shown_layer(const State& state) {
    const int last = static_cast<int>(state.generate.decoded->question.model->configuration.num_decoder_layers) - 1;
    return state.generate.layer < 0 ? last : std::min(state.generate.layer, last);
}

std::string words_to(const State& state, int node) {
    const Vocabulary& vocabulary = state.generate.decoded->question.model->target_vocabulary;
    const Sentence tokens = tokens_to(shown_generation(state), node);
    std::string words;
    for (std::size_t i = 1; i < tokens.size(); ++i) words += (i > 1 ? " " : "") + vocabulary.word(tokens[i]);
    return words;
}

namespace {

/// The word that comes next: of those that were taken the best, else the best of all.
int next_node(const Generation& generation, int node) {
    int best = node;
    for (const int next : words_of_step(generation, node_of(generation, node).step + 1)) {
        const WordNode& word = node_of(generation, next);
        if (word.parent != node) continue;
        if (word.fate != Fate::pruned) return next;
        if (best == node) best = next;
    }
    return best;
}

/// The word by so many places further down among those of its step.
int neighbour(const Generation& generation, int node, int by) {
    const std::vector<int>& considered = words_of_step(generation, node_of(generation, node).step);
    const auto here = std::ranges::find(considered, node) - considered.begin();
    const auto there = here + by;
    const bool exists = there >= 0 && there < static_cast<std::ptrdiff_t>(considered.size());
    return exists ? considered[static_cast<std::size_t>(there)] : node;
}

}  // namespace

int node_after(const State& state, TreeMove move) {
    const Generation& generation = shown_generation(state);
    const int node = shown_node(state), step = node_of(generation, node).step;
    switch (move) {
        case TreeMove::before:
            return std::max(0, node_of(generation, node).parent);
        case TreeMove::after:
            return step < shown_steps(state) ? next_node(generation, node) : node;
        default:
            return step > 0 ? neighbour(generation, node, move == TreeMove::up ? -1 : 1) : node;
    }
}

std::optional<int> find_node(const Generation& generation, const Sentence& tokens) {
    if (tokens.empty() || generation.nodes.empty() || tokens.front() != generation.nodes.front().token) return std::nullopt;
    int node = 0;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const auto continues = [&](const WordNode& word) { return word.parent == node && word.token == tokens[i]; };
        const auto found = std::ranges::find_if(generation.nodes, continues);
        if (found == generation.nodes.end()) return std::nullopt;
        node = static_cast<int>(found - generation.nodes.begin());
    }
    return node;
}

}  // namespace vitrine
