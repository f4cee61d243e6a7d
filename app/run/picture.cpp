#include "app/run/picture.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "app/run/recorded.h"
#include "core/text/utf8.h"

namespace vitrine {

Plane plane_of(const Layout& layout, Size sentence, Size head) {
    Plane plane;
    plane.column_axis = layout.rank - 1;
    plane.row_axis = layout.rank - 2;  // −1 for a single axis
    for (int axis = 0; axis + 2 < layout.rank; ++axis) {
        const auto place = static_cast<std::size_t>(axis);
        const Size wanted = layout.axes[place] == Axis::batch ? sentence : layout.axes[place] == Axis::head ? head : 0;
        plane.fixed[place] = std::clamp<Size>(wanted, 0, std::max<Size>(0, layout.shape[place] - 1));
    }
    return plane;
}

Plane plane_of(const Run& run, const TensorInfo& info, Size sentence, Size head) {
    return plane_of(run.find(info.path).layout, sentence, head_in(run, info, head));
}

std::vector<StackedProjection> projections_in(const Run& run, const TensorInfo& info) {
    return stacked_projections(run.outline(), info);
}

int projection_of(const Run& run, const TensorInfo& info, const Index& cell) {
    const std::vector<StackedProjection> parts = projections_in(run, info);
    const Size place = parts.empty() ? 0 : cell[static_cast<std::size_t>(run.find(info.path).layout.find(Axis::output))];
    for (std::size_t i = parts.size(); i-- > 0;) {
        if (place >= parts[i].first) return static_cast<int>(i);
    }
    return -1;
}

Reading reading_of(const TensorInfo& info, ElementType type) {
    if (type == ElementType::index) return Reading::ids;
    if (info.is_change) return Reading::signed_values;
    const bool shares =
        info.path.ends_with("probabilities") || info.path.ends_with(".weights") || info.path.ends_with(".unmasked_weights");
    if (shares || type == ElementType::mask) return Reading::shares;
    return info.path == "token_loss" || info.path == "loss" ? Reading::amounts : Reading::signed_values;
}

bool is_plain(const TensorInfo& info, ElementType type) {
    const Reading reading = reading_of(info, type);
    return type == ElementType::scalar && (reading == Reading::shares || reading == Reading::amounts);
}

bool reach_to_largest(const Layout& layout, ShareColours colours) {
    constexpr Size few = 24;
    if (colours == ShareColours::automatic) return layout.shape[static_cast<std::size_t>(layout.rank - 1)] > few;
    return colours == ShareColours::to_largest;
}

bool is_of_keys(const TensorInfo& info) {
    static constexpr std::string_view names[] = {"key", "value", "key_norm", "rotated_key", "key_transposed"};
    return std::ranges::find(names, std::string_view(info.path).substr(info.path.rfind('.') + 1)) != std::end(names);
}

std::string sharing_words(const Run& run, const TensorInfo& info, Size head) {
    const std::optional<AttentionPlace> attention = attention_at(info.path);
    const Layout layout = run.find(info.path).layout;
    const int axis = layout.find(Axis::head);
    if (!attention || !is_of_keys(info) || axis < 0) return "";
    const Size group = head_count(run, *attention) / layout.shape[static_cast<std::size_t>(axis)];
    if (group < 2) return "";
    const Size first = first_head_of(run, info, head_in(run, info, head)) + 1;
    return fmt::format("of heads {}–{}", first, first + group - 1);
}

namespace {

/// Hides every cell of any tensor.
TensorView hides_all() {
    static constexpr std::uint8_t hidden = 0;
    TensorView mask{.layout = {}, .type = ElementType::mask, .data = &hidden};
    mask.layout.rank = 1;
    mask.layout.axes[0] = Axis::item;
    mask.layout.shape[0] = 1;
    return mask;
}

}  // namespace

bool lacks_change(const Run& run, const TensorInfo& info) {
    if (!info.is_change) return false;
    const TensorChange* change = run.difference->find(info.path);
    return !change || change->fit != Fit::same_shape;
}

bool was_not_recorded(const Run& run, const TensorInfo& info) {
    return run.recorded && !run.recorded->find(info.path) && run.outline().find(info.path) &&
           run.find(info.path).type == ElementType::scalar;
}

std::optional<TensorView> mask_of(const Run& run, const TensorInfo& info) {
    if (was_not_recorded(run, info)) return hides_all();
    // In a difference, only cells without numbers are hidden.
    if (info.is_change) return lacks_change(run, info) ? std::optional(hides_all()) : std::nullopt;
    if (!info.path.ends_with(".masked_scores") && !info.path.ends_with(".weights") && !is_hidden_later(info)) return std::nullopt;
    const TensorView mask = run.find(info.path.substr(0, info.path.rfind('.')) + ".mask");
    if (!mask.present()) return std::nullopt;
    return mask;
}

bool is_hidden_later(const TensorInfo& info) {
    return !info.is_change && (info.path.ends_with(".scores") || info.path.ends_with(".unmasked_weights"));
}

double limit_of(const Run& run, const TensorInfo& info, Aspect aspect) {
    constexpr double least = 1e-30;
    if (!shows_values(aspect)) return std::max(run.gradients ? largest_of(run, info.path, aspect) : 0, least);
    if (!info.is_change && run.model->configuration.mask_value && info.path.ends_with(".masked_scores")) {
        // With a finite mask value of −10⁹, every score would have the colour of zero.
        const TensorInfo* scores = run.outline().find(info.path.substr(0, info.path.rfind('.')) + ".scores");
        return limit_of(run, *scores);
    }
    return std::max(largest_of(run, info.path, Aspect::value), least);
}

namespace {

/// Whether another position has the same label.
bool stands_again(const Labels& labels, Size position) {
    const std::string own = labels[position];
    for (Size other = 0; !own.empty() && other < labels.count(); ++other) {
        if (other != position && labels[other] == own) return true;
    }
    return false;
}

/// "head 2"; "key head 2" if several heads of queries share a head of keys; "all heads" for a mask.
std::string head_words(const Run& run, const TensorInfo& info, Size heads, Size place) {
    const std::optional<AttentionPlace> attention = attention_at(info.path);
    const bool of_keys = attention && is_of_keys(info) && head_count(run, *attention) > heads;
    if (of_keys) return "key head " + std::to_string(place + 1);
    return heads > 1 ? "head " + std::to_string(place + 1) : "all heads";
}

}  // namespace

std::string token_name(const Labels& tokens, Size position) {
    const std::string name = quoted(tokens[position]);
    return stands_again(tokens, position) ? fmt::format("{} (position {})", name, position) : name;
}

std::string brief_token_name(const Labels& tokens, Size position) {
    const std::string name = briefly_quoted(tokens[position]);
    return stands_again(tokens, position) ? fmt::format("{} (position {})", name, position) : name;
}

std::string name_with(const std::string& name, const std::string& in_brackets) {
    const bool both = name.ends_with(')') && in_brackets.starts_with(" (");
    return both ? name.substr(0, name.size() - 1) + ", " + in_brackets.substr(2) : name + in_brackets;
}

std::string place_words(const Run& run, const TensorInfo& info, const Index& cell, int axis) {
    const TensorView tensor = run.find(info.path);
    const auto at = static_cast<std::size_t>(axis);
    const Size place = cell[at];
    const int batch = tensor.layout.find(Axis::batch);
    const Size sentence = batch < 0 ? 0 : cell[static_cast<std::size_t>(batch)];
    switch (tensor.layout.axes[at]) {
        case Axis::batch:
            return all_share(info, axis) ? "all sentences" : "sentence " + std::to_string(place + 1);
        case Axis::head:
            return head_words(run, info, tensor.layout.shape[at], place);
        case Axis::category: {
            const auto& words = run.model->classes.words();
            return "class " + (words.empty() ? std::to_string(place) : quoted(words[static_cast<std::size_t>(place)]));
        }
        case Axis::vocabulary: {
            const auto& words = token_words(run, info);
            return "vocabulary " + (words.empty() ? std::to_string(place) : quoted(words[static_cast<std::size_t>(place)]));
        }
        case Axis::position:
        case Axis::query:
        case Axis::key: {
            const Labels words = axis_labels(run, info, axis, sentence);
            const std::string axis_name = axis_word(tensor.layout.axes[at]);
            if (words[place].empty()) return axis_name + " " + std::to_string(place);
            const bool says_position = tensor.layout.axes[at] == Axis::position && stands_again(words, place);
            return says_position ? fmt::format("{} {} {}", axis_name, place, quoted(words[place]))
                                 : axis_name + " " + token_name(words, place);
        }
        case Axis::output:
            if (const int stacked = projection_of(run, info, cell); stacked >= 0) {
                const StackedProjection part = projections_in(run, info)[static_cast<std::size_t>(stacked)];
                return fmt::format("output {} of {}", place - part.first, part.symbol);
            }
            [[fallthrough]];
        default:
            return axis_word(info, tensor.layout.axes[at]) + " " + std::to_string(place);
    }
}

std::string quoted(const std::string& word) { return "“" + word + "”"; }

std::string briefly_quoted(const std::string& word) {
    constexpr std::size_t most = 20, kept = 9;
    const std::vector<std::size_t> starts = character_starts(word);
    if (starts.size() <= most) return quoted(word);
    return quoted(word.substr(0, starts[kept]) + "…" + word.substr(starts[starts.size() - kept]));
}

std::string axis_word(Axis axis) {
    if (axis == Axis::feature) return "dimension";
    return axis == Axis::batch ? "sentence" : std::string(name(axis));
}

std::string axis_word(const TensorInfo& info, Axis axis) {
    if (axis == Axis::item && info.symbol == "distance table") return "bucket";
    return axis == Axis::item && info.symbol == "segment table" ? "segment" : axis_word(axis);
}

namespace {

struct Noun {
    const char *one, *many;
};

/// The number and name of entries along an axis: `positions` for positions of sentences, "6 positions" in a table that does not
/// belong to a sentence.
std::string axis_size_words(Axis axis, Size size, const std::optional<Noun>& positions) {
    static constexpr Noun nouns[] = {{"", ""},
                                     {"sentence", "sentences"},
                                     {"head", "heads"},
                                     {"query", "queries"},
                                     {"key", "keys"},
                                     {"position", "positions"},
                                     {"dimension", "dimensions"},
                                     {"hidden unit", "hidden units"},
                                     {"dimension", "dimensions"},
                                     {"vocabulary token", "vocabulary tokens"},
                                     {"output", "outputs"},
                                     {"input", "inputs"},
                                     {"item", "rows"},
                                     {"class", "classes"}};
    static_assert(std::size(nouns) == static_cast<std::size_t>(Axis::category) + 1);
    const Noun noun = axis == Axis::position && positions ? *positions : nouns[static_cast<std::size_t>(axis)];
    return fmt::format("{} {}", size, size == 1 ? noun.one : noun.many);
}

}  // namespace

namespace {

std::string axes_with(const Layout& layout, const Noun& positions_of_sentences) {
    std::optional<Noun> positions;
    if (layout.find(Axis::batch) >= 0) positions = positions_of_sentences;
    std::string words;
    for (int axis = 0; axis < layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        words += (axis ? " × " : "") + axis_size_words(layout.axes[at], layout.shape[at], positions);
    }
    return words;
}

}  // namespace

std::string axes_words(const Layout& layout) { return axes_with(layout, {"token", "tokens"}); }

std::string axes_words(const Run& run, const Layout& layout) {
    return run.is_transformer() ? axes_words(layout) : axes_with(layout, {"vector", "vectors"});
}

std::string cell_words(const Run& run, const TensorInfo& info, const Index& cell) {
    const Layout layout = run.find(info.path).layout;
    std::string words;
    for (int axis = 0; axis < layout.rank; ++axis) words += (axis ? ", " : "") + place_words(run, info, cell, axis);
    return words;
}

namespace {

/// A block of cells along one axis: "every key", "dimensions 3 to 5", or a single entry in words.
std::string stretch_words(const Run& run, const TensorInfo& info, const CellBox& cells, int axis) {
    const Layout layout = run.find(info.path).layout;
    const auto at = static_cast<std::size_t>(axis);
    const Axis which = layout.axes[at];
    const int batch = layout.find(Axis::batch);
    const bool one_sentence =
        batch < 0 || cells.first[static_cast<std::size_t>(batch)] == cells.last[static_cast<std::size_t>(batch)];
    const bool is_word = which == Axis::position || which == Axis::query || which == Axis::key;
    // Each sentence has another word at this position.
    if (cells.first[at] == cells.last[at] && is_word && !one_sentence)
        return fmt::format("{} {}", axis_word(which), cells.first[at]);
    if (cells.first[at] == cells.last[at]) return place_words(run, info, cells.first, axis);
    if (cells.last[at] - cells.first[at] + 1 == layout.shape[at]) {
        return which == Axis::vocabulary ? "every token of the vocabulary" : "every " + axis_word(info, which);
    }
    const Size counted = which == Axis::batch || which == Axis::head ? 1 : 0;  // from 1, as on screen
    return fmt::format("{}s {} to {}", axis_word(info, which), cells.first[at] + counted, cells.last[at] + counted);
}

/// “suis” instead of query “suis”: a word in quotes does not need the name of its axis. Short, so that there is room for two.
std::string without_axis(const Run& run, const TensorInfo& info, const CellBox& cells, int axis) {
    const Layout layout = run.find(info.path).layout;
    const auto at = static_cast<std::size_t>(axis);
    const Axis which = layout.axes[at];
    const bool is_word = which == Axis::position || which == Axis::query || which == Axis::key;
    const std::string words = stretch_words(run, info, cells, axis);
    constexpr std::size_t mark = std::char_traits<char>::length("“");
    const std::size_t quote = words.find("“");
    if (quote == std::string::npos) return words;
    if (!is_word) return briefly_quoted(words.substr(quote + mark, words.size() - quote - 2 * mark));
    const int batch = layout.find(Axis::batch);
    const Size sentence = batch < 0 ? 0 : cells.first[static_cast<std::size_t>(batch)];
    return brief_token_name(axis_labels(run, info, axis, sentence), cells.first[at]);
}

/// `next_behind` returns the text after a word along an axis.
template <class NextBehind>
CellCaption caption_of(const Run& run, const TensorInfo& info, const CellBox& cells, const NextBehind& next_behind) {
    const Layout layout = run.find(info.path).layout;
    const bool asks = layout.find(Axis::query) >= 0 && layout.find(Axis::key) >= 0;
    CellCaption caption;
    for (int axis = 0; axis < layout.rank; ++axis) {
        const Axis which = layout.axes[static_cast<std::size_t>(axis)];
        const bool facet = which == Axis::batch || which == Axis::head;
        std::string& part = facet ? caption.facet : caption.place;
        const std::string words = facet ? stretch_words(run, info, cells, axis) : without_axis(run, info, cells, axis);
        part += (part.empty() ? "" : !facet && asks ? " asks " : ", ") + name_with(words, next_behind(axis));
    }
    if (caption.place.empty()) std::swap(caption.place, caption.facet);
    return caption;
}

}  // namespace

CellCaption cells_caption(const Run& run, const TensorInfo& info, const CellBox& cells) {
    return caption_of(run, info, cells, [](int) { return ""; });
}

CellCaption cell_caption(const Run& run, const TensorInfo& info, const Index& cell, const std::function<std::string(int)>& behind) {
    return caption_of(run, info, {cell, cell}, behind);
}

CellCaption cell_caption(const Run& run, const TensorInfo& info, const Index& cell) {
    return cells_caption(run, info, {cell, cell});
}

std::string cells_words(const Run& run, const TensorInfo& info, const CellBox& cells) {
    std::string words;
    for (int axis = 0; axis < run.find(info.path).layout.rank; ++axis)
        words += (axis ? ", " : "") + stretch_words(run, info, cells, axis);
    return words;
}

std::string cells_text(const Layout& layout, const CellBox& cells) {
    std::string text = "[";
    for (int axis = 0; axis < layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        text += (axis ? ", " : "") + std::to_string(cells.first[at]);
        if (cells.last[at] != cells.first[at]) text += "…" + std::to_string(cells.last[at]);
    }
    return text + "]";
}

const std::vector<std::string>& token_words(const Run& run, const TensorInfo& info) {
    if (info.is_change) return run.difference->words;
    if (info.path == "labels") return run.model->label_words().words();
    return (info.side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary).words();
}

namespace {

Labels head_labels(const Run& run, const TensorInfo& info, Size heads) {
    return {heads, [&run, &info, heads](Size head) { return head_words(run, info, heads, head); }};
}

}  // namespace

Labels plane_labels(const Run& run, const TensorInfo& info, const Plane& plane, int axis) {
    const Layout layout = run.find(info.path).layout;
    const auto at = static_cast<std::size_t>(axis);
    const Axis which = layout.axes[at];
    if (which == Axis::head) return head_labels(run, info, layout.shape[at]);
    const int batch = layout.find(Axis::batch);
    const bool words = which == Axis::position || which == Axis::query || which == Axis::key;
    const bool sentences_vary = batch >= 0 && (batch == plane.row_axis || batch == plane.column_axis);
    if (words && sentences_vary) return Labels::numbers(layout.shape[at]);
    return axis_labels(run, info, axis, batch < 0 ? 0 : plane.fixed[static_cast<std::size_t>(batch)]);
}

}  // namespace vitrine
