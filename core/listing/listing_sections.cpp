#include "core/listing/listing_sections.h"

#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "core/listing/listing_texts.h"
#include "core/model/description.h"
#include "core/tensor/fields.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::string ListingSection::title_of(const std::string& path) const {
    for (const auto& [titled, its_title] : titles) {
        if (titled == path) return its_title;
    }
    return "";
}

namespace {

/// "2-2." in a stack of one layer, "2-2.1." in the first of several.
std::string number(const char* section, Size layer, Size layers) {
    return layers == 1 ? fmt::format("{}.", section) : fmt::format("{}.{}.", section, layer + 1);
}

/// The run as the titles describe it. A sublayer's section includes the norm before it. If the run has dropout, which the
/// original listing does not mention, the titles say where it comes in.
struct ListedRun {
    const Outline& outline;
    const Configuration& c;

    explicit ListedRun(const Outline& of) : outline(of), c(of.model.configuration) {}

    /// Whether dropout is applied to this tensor of a block before it is read.
    bool drops(const std::string& block, std::string_view tensor) const {
        return outline.find(fmt::format("{}.dropped_{}", block, tensor)) != nullptr;
    }
    static std::string dropped(const std::string& x, bool drops) { return drops ? "dropout(" + x + ')' : x; }
};

ListingSection embedding(const char* section, const char* side, const std::string& path, const Configuration& c) {
    const std::string title = fmt::format("{} batch embedding + positional encoding ({}_embed)", side, path);
    ListingSection found{.title = fmt::format("{}. {}", section, title), .prefixes = {path}, .titles = {{path + ".sum", title}}};
    if (!c.embedding_norm) return found;
    found.titles.front().second = fmt::format("{} batch embedding + positional encoding", side);
    found.titles.emplace_back(path + ".normalized", fmt::format("LayerNorm of that ({}_embed)", path));
    return found;
}

/// The words of one attention's section: the names of queries and keys in the listing.
struct AttentionWords {
    std::string number, x, memory, mask, result;  ///< memory: empty if keys and values are of x, too
};

ListingSection attention(const ListedRun& run, const AttentionWords& words, const std::string& layer, const char* attention_path,
                         int sublayer) {
    const std::string path = layer + attention_path, residual = fmt::format("{}.residual{}", layer, sublayer);
    const StackKind stack = below(path, "encoder") ? StackKind::encoder : StackKind::decoder;
    const std::string &query = words.x, &memory = words.memory.empty() ? query : words.memory;
    const std::string weights = "softmax(Q * K^T)";
    return {.title = fmt::format("{} MultiHeadedAttention({} (query), {} (key), {} (value), {})", words.number, query, memory,
                                 memory, words.mask),
            .prefixes = {path, residual, fmt::format("{}.norm{}", layer, sublayer)},
            .titles = {
                {path + ".query", "Q"},
                {path + ".key_transposed", "K^T"},
                {path + ".scores", fmt::format("Q * K^T (already divided by √{})", run.c.head_width(stack))},
                {path + ".mask", "mask"},
                {path + ".weights", weights + " with masking"},
                {path + ".value", "V"},
                {path + ".context", run.dropped(weights, run.drops(path, "weights")) + " * V"},
                {residual, fmt::format("Merge, take a linear map{} and add to {}{}", run.drops(path, "output") ? ", drop out" : "",
                                       words.x == "X" ? "X" : "the " + words.x, words.result)}}};
}

ListingSection feed_forward(const ListedRun& run, const std::string& number, const std::string& layer, int sublayer) {
    const std::string residual = fmt::format("{}.residual{}", layer, sublayer);
    const std::string title = "X = X + " + run.dropped("FF(X)", run.drops(layer + ".ffn", "output"));
    return {.title = number + ' ' + title,
            .prefixes = {layer + ".ffn", residual, fmt::format("{}.norm{}", layer, sublayer)},
            .titles = {{residual, title}}};
}

void add_encoder(const ListedRun& run, std::vector<ListingSection>& sections) {
    const Size layers = run.c.num_encoder_layers;
    sections.push_back(embedding("2-1", "Source", "src", run.c));
    for (Size i = 0; i < layers; ++i) {
        const std::string layer = fmt::format("encoder.layers.{}", i), x = i == 0 ? "src_embed" : "X";
        sections.push_back(attention(run, {number("2-2", i, layers), x, "", "src_mask", ""}, layer, ".self_attn", 1));
        sections.push_back(feed_forward(run, number("2-3", i, layers), layer, 2));
    }
}

void add_decoder(const ListedRun& run, std::vector<ListingSection>& sections) {
    const Size layers = run.c.num_decoder_layers;
    sections.push_back(embedding("3-1", "Target", "tgt", run.c));
    sections.push_back({.title = "3-2. Output from encoder (memory)",
                        .prefixes = {"encoder.norm", "memory"},
                        .titles = {{"memory", "Output from encoder (memory)"}}});
    for (Size i = 0; i < layers; ++i) {
        const std::string layer = fmt::format("decoder.layers.{}", i), x = i == 0 ? "tgt_embed" : "X", attended = x + "_attn";
        sections.push_back(
            attention(run, {number("3-3", i, layers), x, "", "tgt_mask", " (" + attended + ")"}, layer, ".self_attn", 1));
        sections.push_back(attention(run, {number("3-4", i, layers), attended, "memory", "src_mask", ""}, layer, ".cross_attn", 2));
        sections.push_back(feed_forward(run, number("3-5", i, layers), layer, 3));
    }
    sections.back().prefixes.push_back("decoder.norm");
    sections.back().titles.emplace_back("decoder.norm", "out");
}

/// "target vocabulary: ['a', "t'aime"]", or "softmax(linear map)" if the words are unknown or too many.
std::string vocabulary_title(const Vocabulary& vocabulary) {
    if (vocabulary.empty() || vocabulary.words().size() > most_words_listed) return "softmax(linear map)";
    std::string text = "target vocabulary: [";
    for (std::size_t i = 0; i < vocabulary.words().size(); ++i) {
        const std::string word = printable(vocabulary.words()[i]);
        const char quote = word.find('\'') == std::string::npos ? '\'' : '"';
        text += (i ? ", " : "") + (quote + word) + quote;
    }
    return text + ']';
}

void add_output(const Vocabulary& target_vocabulary, std::vector<ListingSection>& sections) {
    sections.push_back({.title = "4-1. Calculate probability (linear map + softmax)",
                        .prefixes = {"logits", "probabilities"},
                        .titles = {{"probabilities", vocabulary_title(target_vocabulary)}}});
    sections.push_back({.title = "4-2. Predict based on the probability",
                        .prefixes = {"predictions"},
                        .titles = {{"predictions", "argmax"}},
                        .text = SectionText::predicted_words});
    sections.push_back({.title = "4-3. Compare with the true output",
                        .prefixes = {"labels", "token_loss", "loss"},
                        .titles = {},
                        .text = SectionText::comparison});
    sections.push_back({.title = "5. Further tensors", .prefixes = {""}});
}

/// Finds the section of each path: the first section with a prefix that is the path or that the path begins with.
class Sections {
public:
    explicit Sections(const std::vector<ListingSection>& sections) {
        for (std::size_t i = 0; i < sections.size(); ++i)
            for (const std::string& prefix : sections[i].prefixes) first_of_.emplace(prefix, i);
    }

    std::size_t of(std::string_view path) const {
        std::size_t first = first_of_.at("");
        for (;; path = path.substr(0, path.rfind('.'))) {
            if (const auto found = first_of_.find(path); found != first_of_.end()) first = std::min(first, found->second);
            if (path.find('.') == std::string_view::npos) return first;
        }
    }

private:
    std::map<std::string, std::size_t, std::less<>> first_of_;
};

/// Moves V right after the weights that it is multiplied by.
void move_value(const Outline& outline, std::vector<int>& tensors) {
    const auto ending = [&](const char* end) {
        return std::find_if(tensors.begin(), tensors.end(),
                            [&](int slot) { return outline.tensors[static_cast<std::size_t>(slot)].path.ends_with(end); });
    };
    const auto value = ending(".value"), weights = ending(".weights");
    if (value < weights && weights != tensors.end()) std::rotate(value, value + 1, weights + 1);
}

/// The sections of one attention alone, which has no vocabularies and no sentences.
std::vector<ListingSection> lone_sections(const ListedRun& run) {
    const std::string path = "attention", inputs = path + ".query_input";
    std::vector<ListingSection> sections{
        {.title = "1. Inputs",
         .prefixes = {inputs, path + ".key_input", path + ".value_input"},
         .titles = {{inputs, "query"}, {path + ".key_input", "key"}, {path + ".value_input", "value"}}},
        attention(run, {"2.", "query", "", "", ""}, path, "", 0),
    };
    sections[1].title = "2. MultiHeadedAttention(query, key, value)";
    sections[1].prefixes = {path};
    sections[1].titles.back() = {path + ".merged", "Merge"};
    sections.push_back({.title = "3. Further tensors", .prefixes = {""}});
    return sections;
}

/// Whether the listing's own titles, which are those of the paper's model, say what this model computes.
bool is_of_the_paper(const Configuration& c) {
    const bool positions = c.positions == PositionKind::sinusoidal || c.positions == PositionKind::learned;
    bool layers = true;
    for_each_layer(describe(c), [&](const LayerDescription& layer) { layers &= !layer.is_parallel(); });
    for_each_sublayer(describe(c), [&](const SublayerDescription& one) {
        const bool paper_norm = one.norm.options.kind != LayerNormKind::rms &&
                                (one.norm_placement == NormPlacement::after || one.norm_placement == NormPlacement::before);
        const AttentionDescription& attention = one.attention;
        const bool paper_attention = attention.divisor.root_of_width && attention.divisor.layer == 1 && !attention.divisor.width &&
                                     attention.query_key_norm == QueryKeyNorm::none && !attention.scores_cap &&
                                     !attention.mask.window;
        layers &= paper_norm && (one.kind == SublayerKind::feed_forward ? !one.feed_forward.gated : paper_attention);
    });
    return c.architecture == Architecture::transformer && positions && layers && !c.output_transform && !c.scale_output &&
           !c.project_output && !c.logits_cap && c.segment_kinds == 0 && c.logits;
}

/// The sections of any other model: one for each box of its figure. If the words are known, the batch comes first, as text.
std::vector<ListingSection> sections_by_block(const Outline& outline, bool has_words) {
    std::vector<ListingSection> sections;
    if (has_words) sections.push_back({.title = "1. Batch (text)", .text = SectionText::batch_words});
    for (const Block& block : outline.blocks) {
        const bool predicts = std::ranges::find(block.tensors, "predictions") != block.tensors.end();
        sections.push_back({.title = fmt::format("{}. {}: {}", sections.size() + 1, block.section, block.title),
                            .prefixes = block.tensors,
                            .titles = {},
                            .text = has_words && predicts ? SectionText::predicted_words : SectionText::none});
    }
    sections.push_back({.title = fmt::format("{}. Further tensors", sections.size() + 1), .prefixes = {""}});
    return sections;
}

std::vector<ListingSection> transformer_sections(const ListedRun& run, const Vocabulary& target_vocabulary) {
    std::vector<ListingSection> sections{
        {.title = "0. Vocabulary", .text = SectionText::vocabularies},
        {.title = "1-1. Batch (text)", .text = SectionText::batch_words},
        {.title = "1-2. Batch (number)",
         .prefixes = {"src.tokens", "tgt.tokens"},
         .titles = {{"src.tokens", "source batch (number)"}, {"tgt.tokens", "target batch (number)"}}},
        {.title = "1-3. Mask", .text = SectionText::masks},
    };
    add_encoder(run, sections);
    add_decoder(run, sections);
    add_output(target_vocabulary, sections);
    return sections;
}

}  // namespace

std::vector<ListingSection> listing_sections(const Outline& outline, const Vocabulary& output_words) {
    const ListedRun run(outline);
    std::vector<ListingSection> sections = !run.c.is_transformer()  ? lone_sections(run)
                                           : is_of_the_paper(run.c) ? transformer_sections(run, output_words)
                                                                    : sections_by_block(outline, !output_words.empty());
    const Sections places(sections);
    for (std::size_t slot = 0; slot < outline.tensors.size(); ++slot)
        sections[places.of(outline.tensors[slot].path)].tensors.push_back(static_cast<int>(slot));
    for (ListingSection& section : sections) move_value(outline, section.tensors);
    return sections;
}

}  // namespace vitrine
