#include "app/views/generate/state.h"

#include <algorithm>

#include "app/state/state.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

std::span<const StrategyInfo> strategies() {
    static constexpr StrategyInfo list[] = {
        {"greedy", "Greedy", "the likeliest token every time"},
        {"sample", "Sample", "a token drawn by its probability"},
        {"beam", "Beam", "several sentences at once, of which the best are continued"},
    };
    return list;
}

namespace {

const Generation& shown_generation(const State& state) { return state.of<GenerateView>().decoded->generation; }

const WordNode& node_of(const Generation& generation, int node) { return generation.nodes[static_cast<std::size_t>(node)]; }

const std::vector<int>& words_of_step(const Generation& generation, int step) {
    return generation.steps[static_cast<std::size_t>(step - 1)].considered;
}

}  // namespace

int shown_steps(const State& state) {
    const auto steps = static_cast<int>(shown_generation(state).steps.size());
    return state.of<GenerateView>().grown ? std::clamp(static_cast<int>(*state.of<GenerateView>().grown), 0, steps) : steps;
}

int shown_node(const State& state) {
    const Generation& generation = shown_generation(state);
    const int best = generation.hypotheses.empty() ? 0 : generation.hypotheses.front().node;
    int node = state.of<GenerateView>().node.value_or(best);
    while (node_of(generation, node).step > shown_steps(state)) node = node_of(generation, node).parent;
    return std::max(node, last_given(generation));
}

int asking_node(const State& state) {
    const Generation& generation = shown_generation(state);
    return std::max(last_given(generation), node_of(generation, shown_node(state)).parent);
}

SamplingOptions shown_sampling(const State& state) {
    const DecodeOptions &now = state.of<GenerateView>().options, &decoded = shown_generation(state).options;
    // Until another strategy has an answer, the words of the last answer are shown.
    return sampling_of(now.strategy == decoded.strategy ? now : decoded);
}

namespace {

/// The candidates, with sums that are needed in every frame.
Decoded::Candidates counted_candidates(const StepRow* row, const SamplingOptions& sampling) {
    Decoded::Candidates listed{.row = row, .sampling = sampling};
    if (row) listed.all = candidates_of(row->logits, sampling, row->forbidden);
    const std::size_t count = listed.all.size();
    listed.place_of.resize(count);
    listed.share_from.resize(count + 1);
    listed.drawable_from.resize(count + 1);
    for (std::size_t place = count; place-- > 0;) {
        const Candidate& candidate = listed.all[place];
        listed.place_of[static_cast<std::size_t>(candidate.token)] = place;
        listed.share_from[place] = listed.share_from[place + 1] + candidate.probability;
        listed.drawable_from[place] = listed.drawable_from[place + 1] + (candidate.filtered > 0);
        if (candidate.filtered > 0 && listed.drawable_end == 0) listed.drawable_end = place + 1;
    }
    return listed;
}

}  // namespace

const Decoded::Candidates& listed_candidates(const State& state) {
    const StepRow* row = row_after(shown_generation(state), asking_node(state));
    const SamplingOptions sampling = shown_sampling(state);
    Decoded::Candidates& shown = state.of<GenerateView>().decoded->shown;
    if (shown.row != row || !(shown.sampling == sampling)) shown = counted_candidates(row, sampling);
    return shown;
}

const std::vector<Candidate>& shown_candidates(const State& state) { return listed_candidates(state).all; }

int shown_layer(const State& state) {
    const int last = static_cast<int>(state.of<GenerateView>().decoded->question.model->configuration.num_decoder_layers) - 1;
    return state.of<GenerateView>().layer < 0 ? last : std::min(state.of<GenerateView>().layer, last);
}

std::string words_to(const State& state, int node) {
    const Generation& generation = shown_generation(state);
    const Sentence tokens = tokens_to(generation, node);
    const std::ptrdiff_t given = std::min<std::ptrdiff_t>(last_given(generation) + 1, std::ssize(tokens));
    return joined_words(*state.of<GenerateView>().decoded->question.model, Sentence(tokens.begin() + given, tokens.end()));
}

bool ends_sentences(const Model& model, std::int32_t token) {
    const std::vector<std::int32_t>& ends = model.rules.ends;
    return ends.empty() ? token == model.configuration.eos : std::ranges::find(ends, token) != ends.end();
}

std::string joined_words(const Model& model, const Sentence& tokens) {
    if (model.tokenizer) {
        const bool ends = !tokens.empty() && ends_sentences(model, tokens.back());
        std::string text = model.tokenizer->text(Sentence(tokens.begin(), tokens.end() - ends), StrayBytes::named);
        if (ends) text += (text.empty() ? "" : " ") + model.target_vocabulary.word(tokens.back());
        return text;
    }
    std::string words;
    for (const std::int32_t token : tokens) words += (words.empty() ? "" : " ") + model.target_vocabulary.word(token);
    return words;
}

namespace {

/// The next word: the best of the words taken or, if none was, the most probable one.
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

/// The word `by` places further down in the same step; the word itself if there is none.
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
            return std::max(last_given(generation), node_of(generation, node).parent);
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

int node_in_answer(const Generation& generation, const Sentence& tokens) {
    const int best = generation.hypotheses.empty() ? 0 : generation.hypotheses.front().node;
    const std::optional<int> found = find_node(generation, tokens);
    const auto goes_through = [&](const Hypothesis& sentence) {
        const std::vector<int> path = path_to(generation, sentence.node);
        return std::ranges::find(path, *found) != path.end();
    };
    return found && std::ranges::any_of(generation.hypotheses, goes_through) ? *found : best;
}

}  // namespace vitrine
