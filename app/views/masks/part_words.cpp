/// Texts about a single mask: in the list, in the equation, and about a row of numbers that it changes.

#include <algorithm>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/views/masks/words.h"

namespace vitrine {

namespace {

/// Whether the model has no padding that the mask could hide.
bool lacks_padding(const Run& run, MaskKind thing) {
    const Configuration& c = run.model->configuration;
    return thing != MaskKind::causal && (thing == MaskKind::source_padding ? c.pad_src : c.pad_tgt) == no_token;
}

/// Whether the run was made without this mask.
bool is_left_out(const Run& run, MaskKind thing) {
    const Design& design = run.regime.design;
    if (lacks_padding(run, thing)) return thing == MaskKind::target && !design.causal_mask;
    if (thing == MaskKind::causal) return !design.causal_mask;
    if (thing == MaskKind::target) return !design.causal_mask && !design.padding_mask;
    return !design.padding_mask;
}

/// A mask's label in a model that reads a single sentence.
const char* label_alone(MaskKind thing, const Design& design) {
    if (thing != MaskKind::target) return "Padding";
    if (design.causal_mask && design.padding_mask) return "Both together";
    return design.causal_mask ? "Causal alone" : design.padding_mask ? "Padding alone" : "No mask";
}

/// A mask's title. The target mask combines both masks only if both are in place.
std::string thing_title(const Run& run, MaskKind thing, const AttentionPlace& place) {
    if (thing == MaskKind::causal) return causal_title(window_of(run, place));
    Design design = run.regime.design;
    if (lacks_padding(run, thing)) design.padding_mask = false;
    if (!run.has_both_stacks()) return label_alone(thing, design);
    if (thing != MaskKind::target || (design.causal_mask && design.padding_mask)) return std::string(mask_info(thing).label);
    return design.causal_mask ? "Target: causal" : design.padding_mask ? "Target: padding" : "Target: no mask";
}

/// Says what a mask of a run is, or what the run leaves out of it.
std::string thing_text(const Run& run, MaskKind thing) {
    const Design& design = run.regime.design;
    if (lacks_padding(run, thing))
        return is_left_out(run, thing) ? "left out, and the model has no padding" : "the model has no padding";
    if (is_left_out(run, thing)) return thing == MaskKind::target ? "both are left out" : "left out";
    const bool wrong_axis = design.padding_on_queries && thing != MaskKind::causal;
    if (thing != MaskKind::target && wrong_axis) return "on the wrong axis: it hides everything from queries that are padding";
    if (thing == MaskKind::target_padding && !run.has_both_stacks()) thing = MaskKind::source_padding;  // it says the same
    if (thing != MaskKind::target) return std::string(mask_info(thing).text);
    const bool both = design.causal_mask && design.padding_mask;
    return (both ? std::string(mask_info(thing).text) : "the other mask is left out") +
           (wrong_axis ? ", padding on the wrong axis" : "");
}

}  // namespace

MaskThingWords mask_thing_words(const Run& run, MaskKind thing, const MaskCell& place, Size hidden, Size all) {
    const bool recorded = thing == MaskKind::target, left_out = is_left_out(run, thing);
    MaskThingWords words{thing_title(run, thing, place.place), "", {}};
    words.card = left_out && !(recorded && hidden > 0) ? "left out"
                 : hidden == 0                         ? "hides nothing"
                                                       : fmt::format("hides {} of {}", hidden, all);
    words.note = {words.title, thing_text(run, thing)};
    if (!recorded && left_out) {
        words.note.push_back(fmt::format("it would hide {} of {} cells", hidden, all));
    } else if (!left_out || hidden > 0) {
        words.note.push_back(fmt::format("{} of {} cells hidden", hidden, all));
    }
    const Size by_hand = recorded ? mask_equation(run, place.place, place.sentence).set_by_hand : 0;
    if (by_hand > 0) words.note.push_back(set_by_hand_text(by_hand));
    return words;
}

namespace {

/// The word of a key or query, in quotes.
std::string word_of(const Run& run, Side side, Size sentence, Size position) {
    const Vocabulary& words = side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary;
    return quoted(words.word(tokens_read(run, side).at({sentence, position})));
}

constexpr const char* left_out_words = "left out: it hides nothing";

std::vector<std::string> causal_note(const std::string& query, const std::string& key, const MaskCell& cell,
                                     const std::optional<Size>& window, bool left_out) {
    if (window && cell.key <= cell.query - *window) {
        std::vector<std::string> lines{
            fmt::format("{} is before the window of {}", key, query),
            fmt::format("position {} ≤ {} − {}{}", cell.key, cell.query, *window, left_out ? "" : ": hidden")};
        if (left_out) lines.emplace_back(left_out_words);
        return lines;
    }
    if (cell.key <= cell.query) {
        return {fmt::format("{} does not come after {}", key, query),
                fmt::format("position {} ≤ {}: this mask does not hide it", cell.key, cell.query)};
    }
    std::vector<std::string> lines{fmt::format("{} comes after {}", key, query),
                                   fmt::format("position {} > {}{}", cell.key, cell.query, left_out ? "" : ": hidden")};
    if (left_out) lines.emplace_back(left_out_words);
    return lines;
}

}  // namespace

std::vector<std::string> mask_part_note(const Run& run, MaskKind part, const MaskCell& cell) {
    const Design& design = run.regime.design;
    const AttentionKind kind = cell.place.kind;
    const std::string query = word_of(run, side_of_queries(kind), cell.sentence, cell.query);
    const std::string key = word_of(run, side_of_keys(kind), cell.sentence, cell.key);
    if (part == MaskKind::causal) return causal_note(query, key, cell, window_of(run, cell.place), !design.causal_mask);
    const MaskTensor& padding = run.of<MaskReadings>().parts(run).padding(kind);
    const bool hidden = padding.at({cell.sentence, 0, padding.size(2) > 1 ? cell.query : 0, cell.key}) == 0;
    if (design.padding_on_queries) {
        return {query + (hidden ? ", the query, is padding" : ", the query, is not padding"),
                hidden ? "so it may attend to no token" : "this mask hides nothing from it, not even padding",
                fmt::format("position {}", cell.query)};
    }
    return {key + (hidden ? " is padding" : " is not padding"),
            hidden && !design.padding_mask ? left_out_words
            : hidden                       ? "no query may attend to it"
                                           : "the padding mask does not hide it",
            fmt::format("position {}", cell.key)};
}

std::string row_words(const Run& run, const std::string& path, const Index& row, const std::string& made) {
    const auto written = run.written.find(path);
    if (written == run.written.end()) return made;
    std::vector<Index> cells = written->second;
    std::erase_if(cells, [&](const Index& cell) { return cell[0] != row[0] || cell[1] != row[1] || cell[2] != row[2]; });
    std::ranges::sort(cells);
    const auto count = std::unique(cells.begin(), cells.end()) - cells.begin();
    return count == 0 ? made : fmt::format("{} set by hand", count);
}

}  // namespace vitrine
