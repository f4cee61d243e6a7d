#include "core/decode/generation.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/decode/candidates.h"

namespace vitrine {

namespace {

const WordNode& node_of(const Generation& generation, int node) { return generation.nodes[static_cast<std::size_t>(node)]; }

/// A rank from 0 as words: "the best", "second best", "4th best".
std::string placed(int rank) {
    if (rank == 0) return "the best";
    if (rank == 1) return "second best";
    if (rank == 2) return "third best";
    const int number = rank + 1, last = number % 10;
    const bool teen = number % 100 / 10 == 1;
    const char* ending = teen || last > 3 || last == 0 ? "th" : last == 1 ? "st" : last == 2 ? "nd" : "rd";
    return fmt::format("{}{} best", number, ending);
}

/// The interval that the drawn number fell into.
std::string drawn_words(const WordNode& word) {
    return fmt::format("drawn: the random number {:.4f} falls into its interval, {:.4f} to {:.4f}", *word.drawn, word.share_from,
                       word.share_to);
}

/// Whether some token of the same step was chosen for this reason: by hand, or by a rule.
bool is_set_aside(const Generation& generation, const WordNode& word, Reason reason) {
    const std::vector<int>& considered = generation.steps[static_cast<std::size_t>(word.step - 1)].considered;
    return std::ranges::any_of(considered, [&](int node) { return node_of(generation, node).reason == reason; });
}

/// The words for a token that a rule of the model's folder demands.
std::string required_words(const Generation& generation, const WordNode& word) {
    const bool first = word.step == 1 && generation.options.rules.forced_first == word.token;
    return first ? "the model's configuration requires it as the first token (forced_bos_token_id)"
                 : "the model's configuration requires it as the last possible token (forced_eos_token_id)";
}

std::string beam_words(const Generation& generation, const WordNode& word) {
    const std::size_t considered = generation.steps[static_cast<std::size_t>(word.step - 1)].considered.size();
    const Size beams = generation.options.beams;
    const std::string place = fmt::format("{} of the {} considered", placed(word.rank), considered);
    if (word.fate == Fate::finished) return place + ": ends a sentence";
    if (word.fate != Fate::pruned) return place + ": stays in the beam";
    if (word.ends) return place + fmt::format(": a sentence can end only among the {} best", beams);
    return place + fmt::format(": the beam has room for {}", beams);
}

/// Whether another word of the same step and the same sentence is exactly as likely.
bool has_equal(const Generation& generation, const WordNode& word) {
    const std::vector<int>& considered = generation.steps[static_cast<std::size_t>(word.step - 1)].considered;
    return std::ranges::count_if(considered, [&](int node) {
               const WordNode& other = node_of(generation, node);
               return other.parent == word.parent && other.log_probability == word.log_probability;
           }) > 1;
}

/// The words for a token that greedy decoding did not take: of equally likely tokens it takes the one with the smallest id.
std::string left_words(const Generation& generation, const WordNode& word) {
    const std::vector<int>& considered = generation.steps[static_cast<std::size_t>(word.step - 1)].considered;
    const bool as_likely = std::ranges::any_of(considered, [&](int node) {
        const WordNode& other = node_of(generation, node);
        return other.fate != Fate::pruned && other.log_probability == word.log_probability;
    });
    return as_likely ? "not taken: another token is equally likely and comes first in the vocabulary"
                     : "not taken: another token is likelier";
}

std::string taken_words(const Generation& generation, const WordNode& word) {
    switch (word.reason) {
        case Reason::beginning:
            return word.parent < 0 && last_given(generation) == 0 ? "every sentence begins with it" : "a token of the prompt";
        case Reason::likeliest:
            return has_equal(generation, word)
                       ? "no token is likelier, and of the equally likely ones it comes first in the vocabulary"
                       : "the likeliest of all tokens";
        case Reason::drawn:
            return drawn_words(word);
        case Reason::forced:
            return static_cast<std::size_t>(word.step) < generation.options.forced.size()
                       ? "precedes the token that was chosen by hand"
                       : "chosen by hand";
        case Reason::required:
            return required_words(generation, word);
        case Reason::in_beam:
            return beam_words(generation, word);
        case Reason::none:
            break;
    }
    if (is_set_aside(generation, word, Reason::forced)) return "not taken: another token was chosen by hand";
    if (is_set_aside(generation, word, Reason::required)) return "not taken: the model's configuration requires another token here";
    if (forbidding_rule(generation, word.parent, word.token)) return "not taken: the model's configuration forbids it here";
    switch (generation.options.strategy) {
        case Strategy::greedy:
            return left_words(generation, word);
        case Strategy::sample:
            return "not drawn";
        case Strategy::beam:
            break;
    }
    return beam_words(generation, word);
}

}  // namespace

std::vector<int> path_to(const Generation& generation, int node) {
    std::vector<int> path;
    for (; node >= 0; node = node_of(generation, node).parent) path.push_back(node);
    std::ranges::reverse(path);
    return path;
}

Sentence tokens_to(const Generation& generation, int node) {
    Sentence tokens;
    for (const int word : path_to(generation, node)) tokens.push_back(node_of(generation, word).token);
    return tokens;
}

std::optional<int> better_unfinished(const Generation& generation) {
    if (generation.hypotheses.empty() || !generation.hypotheses.front().finished) return std::nullopt;
    double best = generation.hypotheses.front().score;
    std::optional<int> better;
    for (std::size_t i = 0; i < generation.nodes.size(); ++i) {
        const WordNode& word = generation.nodes[i];
        if (word.fate != Fate::cut_off || word.score <= best) continue;
        best = word.score, better = static_cast<int>(i);
    }
    return better;
}

int last_given(const Generation& generation) {
    const auto chosen = std::ranges::find_if(generation.nodes, [](const WordNode& node) { return node.step > 0; });
    return static_cast<int>(chosen - generation.nodes.begin()) - 1;
}

bool is_completed_by_last(const Sentence& tokens, const Sentence& rule) {
    if (rule.empty() || rule.size() > tokens.size()) return false;
    return std::equal(rule.begin(), rule.end() - 1, tokens.end() - (std::ssize(rule) - 1));
}

const Sentence* forbidding_rule(const Generation& generation, int node, std::int32_t token) {
    const std::vector<Sentence>& rules = generation.options.rules.forbidden;
    if (rules.empty()) return nullptr;
    const Sentence tokens = tokens_to(generation, node);
    const auto found = std::ranges::find_if(
        rules, [&](const Sentence& rule) { return is_completed_by_last(tokens, rule) && rule.back() == token; });
    return found == rules.end() ? nullptr : &*found;
}

Size ended_sentences(const Generation& generation) { return std::ranges::count(generation.nodes, Fate::finished, &WordNode::fate); }

StepWork multiplications_of(const Generation& generation) {
    StepWork sum;
    for (const DecodeStep& step : generation.steps) {
        sum.with_cache += step.multiplications.with_cache;
        sum.without_cache += step.multiplications.without_cache;
    }
    return sum;
}

double microseconds_of(const Generation& generation) {
    double sum = 0;
    for (const DecodeStep& step : generation.steps) sum += step.microseconds;
    return sum;
}

const StepRow* row_after(const Generation& generation, int node) {
    const auto step = static_cast<std::size_t>(node_of(generation, node).step);
    if (step >= generation.steps.size()) return nullptr;
    const std::vector<StepRow>& rows = generation.steps[step].rows;
    const auto found = std::ranges::find(rows, node, &StepRow::node);
    return found == rows.end() ? nullptr : &*found;
}

std::string why(const Generation& generation, int node) {
    const WordNode& word = node_of(generation, node);
    std::string text = taken_words(generation, word);
    if (word.fate != Fate::cut_off) return text;
    const bool full = word.step >= generation.most_new_tokens;
    return text + (full ? ", and the maximum number of tokens is reached" : ", but enough sentences had ended");
}

}  // namespace vitrine
