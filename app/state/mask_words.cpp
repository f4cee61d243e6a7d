#include "app/state/mask_words.h"

#include <fmt/format.h>

namespace vitrine {

std::string quoted(const std::string& word) { return "“" + word + "”"; }

std::string briefly_quoted(const std::string& word) {
    constexpr std::size_t most = 20, kept = 9;
    std::vector<std::size_t> starts;  // of its characters
    for (std::size_t i = 0; i < word.size(); ++i) {
        if ((static_cast<unsigned char>(word[i]) & 0xC0) != 0x80) starts.push_back(i);
    }
    if (starts.size() <= most) return quoted(word);
    return quoted(word.substr(0, starts[kept]) + "…" + word.substr(starts[starts.size() - kept]));
}

namespace {

std::int32_t token_at(const Run& run, Side side, Size sentence, Size position) {
    return (side == Side::source ? run.activations->src : run.activations->tgt).tokens.at({sentence, position});
}

std::string word_at(const Run& run, Side side, Size sentence, Size position) {
    const Vocabulary& words = side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary;
    return words.word(token_at(run, side, sentence, position));
}

bool answers_padding(const Run& run, const MaskCell& cell) {
    const Configuration& c = run.model->configuration;
    const Side side = answering_side(cell.place.kind);
    return token_at(run, side, cell.sentence, cell.key) == (side == Side::source ? c.pad_src : c.pad_tgt);
}

}  // namespace

bool may_see(const Run& run, const MaskCell& cell) {
    return attention_of(*run.activations, cell.place).mask.at({cell.sentence, 0, cell.query, cell.key}) != 0;
}

std::string asking_word(const Run& run, const MaskCell& cell) {
    return word_at(run, asking_side(cell.place.kind), cell.sentence, cell.query);
}

std::string answering_word(const Run& run, const MaskCell& cell) {
    return word_at(run, answering_side(cell.place.kind), cell.sentence, cell.key);
}

std::vector<HiddenReason> hidden_reasons(const Run& run, const MaskCell& cell) {
    const std::string key = briefly_quoted(answering_word(run, cell));
    std::vector<HiddenReason> reasons;
    if (cell.place.kind == AttentionKind::decoder_self && run.regime.causal_mask && cell.key > cell.query) {
        reasons.push_back(
            {fmt::format("{} comes after {} (position {} > {})", key, briefly_quoted(asking_word(run, cell)), cell.key, cell.query),
             "causal mask"});
    }
    if (run.regime.padding_mask && answers_padding(run, cell)) reasons.push_back({key + " is padding", "padding mask"});
    return reasons;
}

std::string hidden_text(const Run& run, const MaskCell& cell) {
    std::string text;
    for (const HiddenReason& reason : hidden_reasons(run, cell)) text += (text.empty() ? "" : " and ") + reason.clause;
    return text.empty() ? "no rule does so: it was set by hand" : text;
}

std::vector<std::string> mask_note(const Run& run, const MaskCell& cell) {
    const std::string query = briefly_quoted(asking_word(run, cell)), key = briefly_quoted(answering_word(run, cell));
    const bool sees = may_see(run, cell);
    std::vector<std::string> lines{query + (sees ? " may see " : " may not see ") + key};
    const std::vector<HiddenReason> reasons = hidden_reasons(run, cell);
    if (sees != reasons.empty()) {
        lines.emplace_back("set by hand, whatever the rules say");
    } else if (sees) {
        const bool later = cell.place.kind == AttentionKind::decoder_self && cell.key > cell.query;
        lines.push_back(key +
                        (answers_padding(run, cell) ? " is padding, and this training has no padding mask" : " is no padding"));
        if (later) {
            lines.emplace_back("it comes later, and this training has no causal mask");
        } else if (cell.place.kind == AttentionKind::decoder_self) {
            lines.push_back(fmt::format("and does not come later (position {} ≤ {})", cell.key, cell.query));
        }
    }
    for (const HiddenReason& reason : reasons) lines.push_back(reason.clause + ": the " + reason.mask + " hides it");
    return lines;
}

}  // namespace vitrine
