#include "app/words/masks.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "core/model/masks.h"

namespace vitrine {

namespace {

std::string mask_path(const MaskCell& cell) { return path_of(cell.place) + ".mask"; }

/// The index of the cell; all heads have the same mask.
Index mask_index(const MaskCell& cell) { return {cell.sentence, 0, cell.query, cell.key}; }

std::int32_t token_at(const Run& run, Side side, Size sentence, Size position) {
    return tokens_read(run, side).at({sentence, position});
}

MaskedWord word_at(const Run& run, Side side, Size sentence, Size position) {
    const Vocabulary& words = side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary;
    const Labels tokens(tokens_read(run, side).size(1),
                        [&](Size place) { return words.word(token_at(run, side, sentence, place)); });
    return {tokens[position], position, brief_token_name(tokens, position)};
}

std::string padding_words(const MaskExplanation& mask, bool holds) {
    return briefly_quoted(mask.key.word) + (holds ? " is not padding" : " is padding");
}

/// For a mask on the wrong axis: whether the query is padding.
std::string asking_words(const MaskExplanation& mask, bool holds) {
    return briefly_quoted(mask.query.word) + (holds ? ", the query, is not padding" : ", the query, is padding");
}

std::string order_words(const MaskExplanation& mask, bool holds) {
    const MaskedWord &query = mask.query, &key = mask.key;
    if (key.position == query.position) return fmt::format("{} is at the query's own position", briefly_quoted(key.word));
    return fmt::format("{} {} {} (position {} {} {})", briefly_quoted(key.word), holds ? "comes before" : "comes after",
                       briefly_quoted(query.word), key.position, holds ? "<" : ">", query.position);
}

std::string window_words(const MaskExplanation& mask, bool holds) {
    const Size back = mask.query.position - mask.key.position;
    if (back <= 0) return briefly_quoted(mask.key.word) + " is not before the query";
    return fmt::format("{} is {} token{} back, {} the window", briefly_quoted(mask.key.word), back, back == 1 ? "" : "s",
                       holds ? "within" : "beyond");
}

/// The masks that would hide the key if the run had them: it may have been made without some.
std::vector<std::string> missing_masks(const Run& run, const MaskCell& cell, const MaskExplanation& mask) {
    std::vector<std::string> lines;
    const Configuration& c = run.model->configuration;
    const Side side = side_of_keys(cell.place.kind);
    const std::int32_t pad = side == Side::source ? c.pad_src : c.pad_tgt;
    if (!run.regime.design.padding_mask && token_at(run, side, cell.sentence, cell.key) == pad)
        lines.push_back(padding_words(mask, false) + ", but the padding mask is left out");
    if (run.regime.design.padding_on_queries && token_at(run, side, cell.sentence, cell.key) == pad)
        lines.push_back(padding_words(mask, false) + ", but the mask is on the wrong axis");
    if (!run.regime.design.causal_mask && cell.place.kind == AttentionKind::decoder_self && cell.key > cell.query)
        lines.emplace_back("it comes later, but the causal mask is left out");
    return lines;
}

}  // namespace

std::optional<MaskCell> mask_cell(const Run& run, const TensorInfo& info, const Index& cell) {
    const auto place = attention_at(info.path);
    const bool is_mask = info.path.ends_with(".mask") && info.dependence && run.find(info.path).type == ElementType::mask;
    if (!place || !is_mask) return std::nullopt;
    return MaskCell{*place, cell[0], cell[2], cell[3]};
}

bool may_see(const Run& run, const MaskCell& cell) { return run.find(mask_path(cell)).at(mask_index(cell)) != 0; }

MaskExplanation explain_mask(const Run& run, const MaskCell& cell) {
    const AttentionKind kind = cell.place.kind;
    MaskExplanation mask{.query = word_at(run, side_of_queries(kind), cell.sentence, cell.query),
                         .key = word_at(run, side_of_keys(kind), cell.sentence, cell.key)};
    for (const IntermediateValue& condition : run.anatomy->explain(mask_path(cell), mask_index(cell)).intermediate_values) {
        const bool holds = condition.value != 0;
        if (condition.label == key_condition) {
            mask.conditions.push_back({holds, padding_words(mask, holds), "padding mask"});
        } else if (condition.label == query_condition) {
            mask.conditions.push_back({holds, asking_words(mask, holds), "padding mask, on the wrong axis,"});
        } else if (condition.label == window_condition) {
            mask.conditions.push_back({holds, window_words(mask, holds), "window"});
        } else {
            mask.conditions.push_back({holds, order_words(mask, holds), "causal mask"});
        }
    }
    return mask;
}

std::string hidden_text(const Run& run, const MaskCell& cell) {
    const MaskExplanation mask = explain_mask(run, cell);
    std::string text;
    for (const MaskCondition& condition : mask.conditions) {
        if (!condition.holds) text += (text.empty() ? "" : " and ") + condition.words;
    }
    return text.empty() ? briefly_quoted(mask.key.word) + " is hidden by hand" : text;
}

std::vector<std::string> mask_note(const Run& run, const MaskCell& cell) {
    const MaskExplanation mask = explain_mask(run, cell);
    const bool sees = may_see(run, cell), by_rule = std::ranges::all_of(mask.conditions, &MaskCondition::holds);
    std::vector<std::string> lines{mask.query.name + (sees ? " may attend to " : " may not attend to ") + mask.key.name};
    if (sees != by_rule) lines.emplace_back("set by hand, against the rules of the mask");
    for (const MaskCondition& condition : mask.conditions) {
        if (!condition.holds) lines.push_back(condition.words + ": the " + condition.mask + " hides it");
        if (condition.holds && sees && by_rule) lines.push_back(condition.words);
    }
    for (std::string& line : missing_masks(run, cell, mask)) lines.push_back(std::move(line));
    return lines;
}

}  // namespace vitrine
