#include "app/views/generate/cache_size.h"

#include <fmt/format.h>

#include "core/text/plain_text.h"

namespace vitrine {

CacheBytes cache_bytes(const Decoded& decoded, int asking) {
    const Configuration& c = decoded.question.model->configuration;
    if (!decoded.generation.cached) return {};
    const auto words = static_cast<double>(path_to(decoded.generation, asking).size());
    const double width = static_cast<double>(c.head_width(StackKind::decoder) * static_cast<Size>(sizeof(Scalar)));
    const double of_head = 2 * static_cast<double>(c.num_decoder_layers) * width;  // a key and a value in every layer
    const auto key_heads = static_cast<double>(c.key_heads(StackKind::decoder));
    const auto source = c.has_encoder() ? static_cast<double>(decoded.generation.source.size()) : 0.0;
    return {.kept = words * key_heads * of_head,
            .ungrouped = words * static_cast<double>(c.heads(StackKind::decoder)) * of_head,
            .source = source * key_heads * of_head};
}

std::string bytes_text(double bytes) {
    constexpr double thousand = 1000;
    if (bytes < thousand) return fmt::format("{:.0f} bytes", bytes);
    for (const char* unit : {"kB", "MB"}) {
        bytes /= thousand;
        if (bytes < 999.5) return fmt::format("{:.3g} {}", bytes, unit);
    }
    return fmt::format("{:.3g} GB", bytes / thousand);
}

std::vector<std::string> cache_size_words(const GenerateScene& scene) {
    const Model& model = *scene.decoded.question.model;
    const Configuration& c = model.configuration;
    const Size heads = c.heads(StackKind::decoder), key_heads = c.key_heads(StackKind::decoder);
    const bool of_paper = c.has_encoder() && model.family.empty() && heads == key_heads;
    const CacheBytes bytes = cache_bytes(scene.decoded, scene.asking);
    if (of_paper || bytes.kept == 0) return {};
    std::vector<std::string> lines{fmt::format("{} for this sentence: {} × a key and a value × {} × {} × {} of {} bytes.",
                                               bytes_text(bytes.kept), counted(c.num_decoder_layers, "layer"),
                                               counted(static_cast<Size>(scene.path.size()), "word"),
                                               counted(key_heads, key_heads < heads ? "key head" : "head"),
                                               counted(c.head_width(StackKind::decoder), "dimension"), sizeof(Scalar))};
    if (key_heads < heads)
        lines.push_back(fmt::format("{} heads share {}. With a key head for every head it would be {}, {:g} times as much.", heads,
                                    counted(key_heads, "key head"), bytes_text(bytes.ungrouped), bytes.ungrouped / bytes.kept));
    if (bytes.source > 0)
        lines.push_back(
            fmt::format("The keys and values of the source, for the cross-attentions, take {} more.", bytes_text(bytes.source)));
    return lines;
}

}  // namespace vitrine
