#include "app/edit/batch_editing.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/run/edited.h"
#include "core/text/completions.h"
#include "core/text/split.h"

namespace vitrine {

const Batch& wanted_batch(const State& state) {
    const Edits& edits = shown_edits(state);
    return edits.batch ? *edits.batch : *opened(shown_run(state))->batch;
}

Size shown_sentence(const State& state) { return std::min(state.selection.sentence, wanted_batch(state).sentences() - 1); }

const IndexTensor& tokens_of(const Batch& batch, BatchSide side) { return side == BatchSide::source ? batch.src : batch.tgt; }

const Vocabulary& vocabulary_of(const Run& run, BatchSide side) {
    return side == BatchSide::source ? run.model->source_vocabulary : run.model->target_vocabulary;
}

std::int32_t padding_of(const Run& run, BatchSide side) {
    const Configuration& c = run.model->configuration;
    return side == BatchSide::source ? c.pad_src : c.pad_tgt;
}

namespace {

std::string_view name_of(BatchSide side) { return side == BatchSide::source ? "source" : "target"; }

/// The name of an edit in the history.
struct EditWords {
    const State& state;

    std::string word(BatchSide side, std::int32_t id) const { return "“" + vocabulary_of(*state.run, side).word(id) + "”"; }
    std::string word(const TokenPlace& place) const {
        const IndexTensor& tokens = tokens_of(wanted_batch(state), place.side);
        const Index index{place.sentence, place.position};
        return tokens.layout().contains(index) ? word(place.side, tokens.at(index)) : "";
    }

    std::string operator()(const ReplaceToken& edit) const {
        return fmt::format("replace {} by {}", word(edit.place), word(edit.place.side, edit.id));
    }
    std::string operator()(const InsertToken& edit) const { return "insert " + word(edit.place.side, edit.id); }
    std::string operator()(const EraseToken& edit) const { return "remove " + word(edit.place); }
    std::string operator()(const MoveToken& edit) const { return "move " + word(edit.place); }
    std::string operator()(const CopySentence& edit) const { return fmt::format("add a copy of sentence {}", edit.sentence + 1); }
    std::string operator()(const EraseSentence& edit) const { return fmt::format("remove sentence {}", edit.sentence + 1); }
    std::string operator()(const ReplaceTarget& edit) const { return fmt::format("replace target {}", edit.sentence + 1); }
    std::string operator()(const ReplaceSentence& edit) const { return fmt::format("replace sentence {}", edit.sentence + 1); }
};

/// How long an axis of a recorded tensor is with these sentences.
Size length_of(const TensorInfo& info, Axis axis, Size now, const Batch& batch) {
    const Side side = axis == Axis::key ? info.key_side : info.side;
    if (axis == Axis::batch) return batch.sentences();
    if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return now;
    return side == Side::none ? now : side == Side::source ? batch.source_length() : batch.target_length();
}

bool fits(const Run& run, const Overwrite& overwrite, const Batch& batch) {
    const TensorInfo* info = run.outline().find(overwrite.path);
    if (!info) return true;
    Layout layout = run.find(overwrite.path).layout;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(layout.rank); ++axis)
        layout.shape[axis] = length_of(*info, layout.axes[axis], layout.shape[axis], batch);
    return layout.contains(overwrite.index);
}

/// The words that a run's vocabulary offered last: a large vocabulary is not searched in every frame.
struct FoundChoices {
    std::optional<BatchSide> side;
    std::string typed;
    std::vector<std::int32_t> ids;
};

}  // namespace

std::string words_of(const State& state, const BatchEdit& edit) { return std::visit(EditWords{state}, edit); }

std::string chip_anchor(const TokenPlace& place) { return fmt::format("batch/{}/{}", name_of(place.side), place.position); }

std::string add_anchor(BatchSide side) { return fmt::format("batch/{}/add", name_of(side)); }

const std::vector<std::int32_t>& field_choices(const State& state) {
    const auto& token = std::get<TypedToken>(state.field->what);
    const BatchSide side = token.place.side;
    const std::string typed = token.typed ? state.field->text.text : "";
    auto& found = state.run->of<FoundChoices>();
    if (found.side != side || found.typed != typed)
        found = {side, typed, completions(vocabulary_of(*state.run, side), padding_of(*state.run, side), typed)};
    return found.ids;
}

TypedTokens typed_tokens(const State& state) {
    const auto& token = std::get<TypedToken>(state.field->what);
    const auto& choices = field_choices(state);
    const auto choice = static_cast<std::size_t>(token.choice);
    if (token.choice >= 0 && choice < choices.size()) return {{choices[choice]}};
    const Configuration& c = state.run->model->configuration;
    const auto size = static_cast<std::int32_t>(token.place.side == BatchSide::source ? c.src_vocab_size : c.tgt_vocab_size);
    const Vocabulary& vocabulary = vocabulary_of(*state.run, token.place.side);
    const std::string& text = state.field->text.text;
    std::vector<std::string_view> words = split_at_spaces(text);
    if (words.empty() || vocabulary.id(text)) words = {text};
    TypedTokens read;
    for (const std::string_view word : words) {
        const ReadToken one = read_token(vocabulary, size, word);
        if (!one.id) return {{}, one.remark};
        read.ids.push_back(*one.id);
        if (read.remark.find(one.remark) == std::string::npos) read.remark += (read.remark.empty() ? "" : " ") + one.remark;
    }
    return read;
}

std::string words_of(const State& state, const TypedToken& token, const std::vector<std::int32_t>& ids) {
    std::string words;
    for (const std::int32_t id : ids) words += (words.empty() ? "" : " ") + vocabulary_of(*state.run, token.place.side).word(id);
    return token.inserts ? "insert “" + words + "”" : fmt::format("replace {} by “{}”", EditWords{state}.word(token.place), words);
}

FittingEdits fitting(const Run& run, Edits edits) {
    const Batch& batch = edits.batch ? *edits.batch : run.model->batch;
    const auto outside = [&](const Overwrite& overwrite) { return !fits(run, overwrite, batch); };
    const auto dropped = std::erase_if(edits.interventions.overwrites, outside);
    return {std::move(edits), static_cast<int>(dropped)};
}

}  // namespace vitrine
