#include "app/words/design.h"

#include <fmt/format.h>

#include "core/model/design_choices.h"

namespace vitrine {

std::vector<std::string> design_phrases(const Design& design) {
    std::vector<std::string> phrases;
    for (const DesignChoice& choice : design_choices()) {
        if (choice.is_made(design)) phrases.emplace_back(choice.departure_phrase);
    }
    return phrases;
}

std::string variant_words(const Variant& variant) {
    if (variant.is_own()) return "";
    std::string words;
    const auto add = [&](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
    if (variant.norm_placement) add(*variant.norm_placement == NormPlacement::after ? "post-norm" : "pre-norm");
    if (variant.heads) add(*variant.heads == 1 ? "one head" : fmt::format("{} heads", *variant.heads));
    if (variant.positions) add(*variant.positions == PositionKind::learned ? "learned positions" : "sinusoidal positions");
    return words + fmt::format(", all weights drawn from seed {}", variant.seed);
}

std::string with_any_norm(std::string_view words) {
    constexpr std::string_view layer_norm = "LayerNorm";
    const std::size_t at = words.find(layer_norm);
    return at == std::string_view::npos ? std::string(words) : std::string(words).replace(at, layer_norm.size(), "Norm");
}

std::string with_norm_of(const Configuration& configuration, std::string_view words) {
    constexpr std::string_view layer_norm = "LayerNorm";
    std::string said(words);
    const std::string norm = configuration.norm_name();
    if (norm == layer_norm) return said;
    for (std::size_t at = said.find(layer_norm); at != std::string::npos; at = said.find(layer_norm, at + norm.size()))
        said.replace(at, layer_norm.size(), norm);
    return said;
}

}  // namespace vitrine
