#include "app/words/glossary.h"

#include <algorithm>
#include <utility>

#include "core/text/plain_text.h"

namespace vitrine {

const Term* find_term(std::string_view name) {
    const auto found = std::ranges::find(glossary(), name, &Term::name);
    return found == glossary().end() ? nullptr : &*found;
}

namespace {

std::string_view term_name(Operation operation, const Configuration& c) {
    switch (operation) {
        case Operation::embedding:
        case Operation::projection_of_embedding:
        case Operation::scaling:
            return "embedding";
        case Operation::positions:  // if nothing is added, the step says why
            return c.is_rotary()                           ? "rotary positions"
                   : c.positions == PositionKind::relative ? "relative positions"
                                                           : "positional encoding";
        case Operation::rotation:
            return "rotary positions";
        case Operation::position_bias:
            return "relative positions";
        case Operation::layer_norm:
        case Operation::head_norm:
            return c.norm_name();
        case Operation::inputs:
        case Operation::projections:
            return "query";
        case Operation::scores:
        case Operation::scores_cap:
            return "scores";
        case Operation::mask:
            return "mask";
        case Operation::softmax:
            return "softmax";
        case Operation::context:
            return "context";
        case Operation::merge:
            return "merge";
        case Operation::dropout:
            return "dropout";
        case Operation::residual:
            return "residual";
        case Operation::linear1:
        case Operation::gate:
        case Operation::gating:
        case Operation::linear2:
            return "feed-forward";
        case Operation::activation:
            return "activation";
        case Operation::memory:
            return "memory";
        case Operation::head_linear:
        case Operation::output_scaling:
        case Operation::projection_of_output:
        case Operation::class_linear:
        case Operation::class_scores:
        case Operation::logits:
        case Operation::logits_cap:
            return "logits";
        case Operation::probabilities:
        case Operation::class_probabilities:
            return "softmax";
        case Operation::predictions:
            return "probabilities";
        case Operation::loss:
            return "loss";
    }
    return {};
}

}  // namespace

const Term* term_of(Operation operation, const Configuration& c) { return find_term(term_name(operation, c)); }

const Term* term_of_tensor(std::string_view path, const Configuration& c) {
    static constexpr std::pair<std::string_view, std::string_view> other_names[] = {{"tokens", "token"},
                                                                                    {"positions", "positional encoding"},
                                                                                    {"key_transposed", "key"},
                                                                                    {"masked_scores", "mask"},
                                                                                    {"residual1", "residual"},
                                                                                    {"residual2", "residual"},
                                                                                    {"residual3", "residual"},
                                                                                    {"rotated_query", "rotary positions"},
                                                                                    {"rotated_key", "rotary positions"},
                                                                                    {"position_bias", "relative positions"},
                                                                                    {"biased_scores", "relative positions"},
                                                                                    {"scores_capped", "scores"},
                                                                                    {"uncapped", "logits"},
                                                                                    {"gate", "feed-forward"},
                                                                                    {"gated", "feed-forward"},
                                                                                    {"gate_activation", "activation"},
                                                                                    {"labels", "label"},
                                                                                    {"linear1", "feed-forward"},
                                                                                    {"linear2", "feed-forward"},
                                                                                    {"activation", "activation"},
                                                                                    {"predictions", "probabilities"},
                                                                                    {"token_loss", "loss"},
                                                                                    {"merged", "merge"}};
    const std::string_view leaf = path.substr(path.rfind('.') + 1);  // npos + 1 is 0: the whole path
    if (leaf.starts_with("norm") || leaf.ends_with("_norm")) return find_term(name(layer_at(path, c).layer_norm));
    for (const auto& [name, term] : other_names) {
        if (name == leaf) return find_term(term);
    }
    return find_term(leaf);
}

std::vector<std::string> term_note(const Term& term) {
    constexpr std::size_t columns = 64;
    std::vector<std::string> lines{std::string(term.name)};
    std::string row;
    for (std::string_view rest = term.text; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const std::string_view word = rest.substr(0, end);
        if (!row.empty() && text_width(row) + 1 + text_width(word) > columns) lines.push_back(std::exchange(row, ""));
        row += (row.empty() ? "" : " ") + std::string(word);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    lines.push_back(row);
    if (!term.section.empty()) lines.push_back("the paper, " + std::string(term.section));
    return lines;
}

}  // namespace vitrine
