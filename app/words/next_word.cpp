#include "app/words/next_word.h"

#include "app/run/prediction.h"
#include "app/run/run.h"

namespace vitrine {

namespace {

/// The id of a word, and whether it is the label.
struct NextId {
    std::int32_t word;
    bool given;
};

/// The next word in a single run.
std::optional<NextId> next_id(const Run& run, Size sentence, Size position) {
    const IndexTensor &tokens = run.activations->tgt.tokens, &labels = run.activations->labels;
    const std::int32_t pad = run.model->configuration.pad_tgt;
    if (sentence >= tokens.size(0) || position >= tokens.size(1) || tokens.at({sentence, position}) == pad) return std::nullopt;
    if (!labels.empty() && labels.at({sentence, position}) != pad) return NextId{labels.at({sentence, position}), true};
    if (run.activations->predictions.empty()) return std::nullopt;
    const Prediction said = said_at(run, sentence, position);
    return said.is_word() ? std::optional(NextId{said.word, false}) : std::nullopt;
}

std::optional<NextWord> next_in(const Run& run, Size sentence, Size position) {
    const auto next = next_id(run, sentence, position);
    return next ? std::optional(NextWord{run.model->target_vocabulary.word(next->word), next->given}) : std::nullopt;
}

}  // namespace

std::optional<NextWord> next_word(const Run& run, Size sentence, Size position) {
    if (!run.difference) return next_in(run, sentence, position);
    const auto before = next_in(*run.difference->a, sentence, position), now = next_in(*run.difference->b, sentence, position);
    return before == now ? now : std::nullopt;
}

std::string next_word_text(const NextWord& next) { return (next.given ? "next: " : "predicts ") + briefly_quoted(next.word); }

std::string next_word_behind(const Run& run, Size sentence, Size position) {
    const auto next = next_word(run, sentence, position);
    return next ? " (" + next_word_text(*next) + ")" : "";
}

bool goes_on_along(const Layout& layout, const TensorInfo& info, int axis) {
    if (axis < 0 || info.side != Side::target || layout.find(Axis::batch) < 0) return false;
    const Axis which = layout.axes[static_cast<std::size_t>(axis)];
    return which == Axis::query || which == Axis::position;
}

std::string next_of_cell(const Run& run, const TensorInfo& info, const Index& cell) {
    const Layout layout = run.find(info.path).layout;
    for (int axis = 0; axis < layout.rank; ++axis) {
        if (!goes_on_along(layout, info, axis)) continue;
        const Size sentence = cell[static_cast<std::size_t>(layout.find(Axis::batch))],
                   place = cell[static_cast<std::size_t>(axis)];
        const auto next = next_word(run, sentence, place);
        if (next) return brief_token_name(axis_labels(run, info, axis, sentence), place) + ", " + next_word_text(*next);
    }
    return "";
}

NextWordLabels next_word_labels(const Run& run, Size sentence) {
    const Run& shown = run_b_or_self(run);
    const Size count = shown.activations->tgt.tokens.size(1);
    NextWordLabels next;
    bool given = false, said = false;
    for (Size position = 0; position < count && !(given && said); ++position) {
        if (const auto one = next_id(shown, sentence, position)) (one->given ? given : said) = true;
    }
    if (!given && !said) return next;
    const bool mixed = given && said;  // then each word itself says which it is
    next.title = mixed ? "next ↓" : given ? "next ↓" : "predicts ↓";
    const IndexTensor& from = given ? shown.activations->labels : shown.activations->predictions;
    next.words = {LabelsIdentity{from.data() + sentence * count, run.generation, count}, [&run, sentence, mixed](Size position) {
                      const auto one = next_word(run, sentence, position);
                      if (!one) return std::string(" ");  // an empty label would be shown as its number
                      return mixed && !one->given ? "predicts " + one->word : one->word;
                  }};
    return next;
}

CellCaption cell_caption_with_next(const Run& run, const TensorInfo& info, const Index& cell) {
    const Layout layout = run.find(info.path).layout;
    return cell_caption(run, info, cell, [&](int axis) {
        if (!goes_on_along(layout, info, axis)) return std::string();
        return next_word_behind(run, cell[static_cast<std::size_t>(layout.find(Axis::batch))],
                                cell[static_cast<std::size_t>(axis)]);
    });
}

}  // namespace vitrine
