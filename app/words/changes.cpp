#include "app/words/changes.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/run/recorded.h"
#include "app/words/alterations.h"
#include "core/listing/cell_text.h"

namespace vitrine {

namespace {

/// "1, 2 and 3".
std::string listed(const std::vector<std::string>& phrases, std::size_t most) {
    std::string text;
    const std::size_t shown = std::min(phrases.size(), most);
    for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : i + 1 < phrases.size() ? ", " : " and ") + phrases[i];
    if (shown < phrases.size()) text += fmt::format(" and {} more", phrases.size() - shown);
    return text;
}

/// "translation", "config.json, seed 3", "copy, after 400 steps".
std::string name_of(const Run& run) {
    const std::size_t after = run.title.rfind(", after ");
    const bool trained = !run.request.sample && !run.request.folder && !run.request.configuration && after != std::string::npos;
    if (trained) return run.model->name + run.title.substr(after);
    if (run.request.configuration) return fmt::format("{}, seed {}", run.model->name, run.request.initialisation.seed);
    return run.model->name;
}

void add_tokens(std::vector<std::string>& words, const IndexTensor& from, const IndexTensor& to, const Vocabulary& vocabulary) {
    for (Size i = 0; i < to.count(); ++i) {
        const Index cell = index_of(to.layout(), i);
        if (from.at(cell) == to.at(cell)) continue;
        words.push_back(fmt::format("{} → {} in sentence {}", quoted(vocabulary.word(from.at(cell))),
                                    quoted(vocabulary.word(to.at(cell))), cell[0] + 1));
    }
}

std::string sizes(const Batch& batch) {
    const char* plural = batch.sentences() == 1 ? "" : "s";
    if (batch.src.empty() || batch.tgt.empty())
        return fmt::format("{} sentence{} of {} tokens", batch.sentences(), plural,
                           std::max(batch.source_length(), batch.target_length()));
    return fmt::format("{} sentence{} of {} and {} tokens", batch.sentences(), plural, batch.source_length(),
                       batch.target_length());
}

}  // namespace

std::vector<std::string> batch_words(const Run& from, const Run& to) {
    const Batch &before = *from.batch, &now = *to.batch;
    if (!before.has_shapes_of(now)) return {sizes(before) + " → " + sizes(now)};
    std::vector<std::string> words;
    add_tokens(words, before.src, now.src, to.model->source_vocabulary);
    add_tokens(words, before.tgt, now.tgt, to.model->target_vocabulary);
    if (words.empty() && !(before == now))
        words.emplace_back(!before.query.empty()   ? "other vectors"
                           : before.labels.empty() ? "labels"
                           : now.labels.empty()    ? "no labels"
                                                   : "other labels");
    return words;
}

std::string run_words(const Run& run) {
    if (run.recorded) return std::filesystem::path(run.recorded->file).filename().string() + ", recorded by another program";
    const std::string altered = alterations_text(run);
    std::string done = run.opened ? listed(batch_words(*run.opened, run), altered.empty() ? 3 : 2) : "";
    if (!altered.empty()) done += (done.empty() ? "" : "; ") + altered;
    if (!done.empty()) return name_of(run) + ": " + done;
    return run.edits.empty() && name_of(run) == run.model->name ? name_of(run) + ", as opened" : name_of(run);
}

std::string fit_words(const TensorChange& change) {
    switch (change.fit) {
        case Fit::only_in_a:
            return "it is only in A";
        case Fit::only_in_b:
            return "it is only in B";
        case Fit::other_shape:
            return size_words(change.a) + " in A, " + size_words(change.b) + " in B";
        case Fit::not_recorded:
            return "A was recorded without it";
        default:
            return "it is in both";
    }
}

std::string share_words(double share) {
    if (std::isinf(share)) return "∞";
    if (share == 0) return "0 %";
    if (share >= 1e6) return fmt::format("× {:.1e}", share);
    if (share >= 999.5) return fmt::format("× {:.0f}", share);
    if (share >= 9.995) return fmt::format("× {:.3g}", share);
    return share >= 1e-6 ? fmt::format("{:.3g} %", 100 * share) : fmt::format("{:.1e} %", 100 * share);
}

namespace {

/// Why an input does not change by itself; empty for tensors that a run computes.
std::string given_words(const std::string& path) {
    if (path == "labels") return "Labels come with the sentences and are not computed: they change only with the sentences.";
    if (path == "src.tokens" || path == "tgt.tokens")
        return "Token ids are given, not computed: they change only when you change tokens.";
    return "";
}

/// "0.0001".
std::string tolerance_words(const TensorChange& change) { return fmt::format("{:g}", change.tolerance); }

std::string equal_words(const TensorChange& change) {
    if (change.tolerance > 0)
        return fmt::format("No compared number differs by more than {}, measured as |A − B| ÷ max(1, |B|).",
                           tolerance_words(change));
    const std::string given = given_words(change.path);
    return (change.cells == 1 ? "The number is the same in both runs."
                              : fmt::format("All {} numbers are the same in both runs.", change.cells)) +
           (given.empty() ? "" : " " + given);
}

}  // namespace

std::string change_summary(const TensorChange& change) {
    if (change.fit == Fit::only_in_a) return "only in A";
    if (change.fit == Fit::only_in_b) return "only in B";
    if (change.fit == Fit::other_shape) return "other shape";
    if (change.fit == Fit::not_recorded) return "not recorded";
    if (change.changed == 0 && change.tolerance > 0) return "agrees";
    if (change.changed == 0) return given_words(change.path).empty() ? "same" : "same, given";
    if (change.ids) return fmt::format("{} of {}", change.changed, change.cells);
    if (change.nan_cells > 0) return "NaN";
    if (change.infinite_cells > 0) return "±∞";
    if (std::isinf(change.relative)) return change.left_out > 0 ? "else 0 in A" : "all 0 in A";
    return share_words(change.relative);
}

namespace {

/// "3 of them to or from NaN": changes without a size.
std::string sizeless_words(const TensorChange& change) {
    std::string words;
    if (change.nan_cells > 0) words = fmt::format("{} of them to or from NaN", change.nan_cells);
    if (change.infinite_cells > 0)
        words += fmt::format("{}{} of them to or from ±∞", words.empty() ? "" : " and ", change.infinite_cells);
    return words.empty() ? "no finite size" : words;
}

}  // namespace

std::string change_sentence(const TensorChange& change) {
    if (change.fit != Fit::same_shape) return "It cannot be compared cell by cell: " + fit_words(change) + '.';
    if (change.changed == 0) return equal_words(change);
    if (change.ids) return fmt::format("{} of {} ids differ.", change.changed, change.cells);
    const std::string place = index_text(change.b, change.largest_at);
    const std::string counted = change.tolerance > 0 ? fmt::format("{} of {} numbers differ by more than {}", change.changed,
                                                                   change.cells, tolerance_words(change))
                                : change.cells == 1  ? "the only number changed"
                                                     : fmt::format("{} of {} numbers changed", change.changed, change.cells);
    if (std::isinf(change.largest))
        return fmt::format("{}, {}, the first at {}: the change has no finite size.", counted, sizeless_words(change), place);
    const std::string largest = fmt::format("The largest change is {:.4g}, at {}. ", change.largest, place);
    if (change.tolerance > 0)
        return fmt::format("{}, measured as |A − B| ÷ max(1, |B|). The largest |B − A| is {:.4g}, at {}.", counted, change.largest,
                           place);
    if (std::isinf(change.relative))
        return counted + ". " + largest + (change.left_out > 0 ? "In A all finite numbers are 0." : "In A all numbers are 0.");
    return counted + ". " + largest +
           fmt::format("‖B − A‖ ÷ ‖A‖ over all {}cells: {}.", change.left_out > 0 ? "finite " : "", share_words(change.relative));
}

std::string change_text(const Run& difference, const TensorInfo& info, const Index& cell) {
    const TensorView tensor = difference.find(info.path);
    const double value = tensor.at(cell);
    if (tensor.type == ElementType::index) return quoted(difference.difference->words[static_cast<std::size_t>(value)]);
    const TensorChange* change = difference.difference->find(info.path);
    if (!change || change->fit != Fit::same_shape) return "none";
    if (value == 0) return "0";
    return std::isfinite(value) ? fmt::format("{:+.4g}", value) : value > 0 ? "+∞" : value < 0 ? "−∞" : "NaN";
}

std::vector<PutAside> put_aside(const MatchedTrace& matched) {
    std::vector<PutAside> reasons;
    for (const auto& [name, why] : matched.left) {
        const auto known = std::ranges::find(reasons, why, &PutAside::why);
        (known == reasons.end() ? reasons.emplace_back(PutAside{why, {}}) : *known).names.push_back(name);
    }
    return reasons;
}

std::string put_aside_words(const MatchedTrace& matched) {
    std::string reasons;
    for (const auto& [why, names] : put_aside(matched))
        reasons += fmt::format("{}{} ({})", reasons.empty() ? "" : "; ", listed(names, names.size() == 2 ? 2 : 1), why);
    const std::size_t count = matched.left.size();
    return count == 0 ? "" : fmt::format("{} other{} not compared: {}", count, count == 1 ? " was" : "s were", reasons);
}

std::string recorded_count_words(const MatchedTrace& matched, const RecordedDeviations& deviations) {
    std::size_t held = 0, beyond = 0, gradients = 0, beyond_gradients = 0;
    std::set<std::string> ours;
    for (std::size_t i = 0; i < matched.pairs.size(); ++i) {
        const bool is_gradient = matched.pairs[i].kind == RecordedKind::gradient;
        ++(is_gradient ? gradients : held);
        if (deviations.is_beyond(i)) ++(is_gradient ? beyond_gradients : beyond);
        if (!is_gradient) ours.insert(matched.pairs[i].reference);
    }
    std::string words;
    if (held > 0)
        words = fmt::format("{} of {} tensor{} that {} recorded and matched {} off by more than {:g}", beyond, held,
                            held == 1 ? "" : "s", held == 1 ? "was" : "were", beyond == 1 ? "is" : "are", deviations.tolerance);
    if (gradients > 0)
        words += fmt::format("{}{} of {} gradients{}", held > 0 ? ", and " : "", beyond_gradients, gradients,
                             held > 0 ? "" : fmt::format(" are off by more than {:g}", deviations.tolerance));
    if (const std::size_t again = held - ours.size(); again > 0)
        words += fmt::format("; {} of them {} a second recording of the same tensor", again, again == 1 ? "is" : "are");
    return words;
}

std::string count_words(const RunDifference& difference) {
    if (difference.deviations) {
        const MatchedTrace& matched = difference.a->recorded->matched;
        const std::string aside = put_aside_words(matched);
        return recorded_count_words(matched, *difference.deviations) + (aside.empty() ? "." : ". " + aside + '.');
    }
    const auto count = std::ranges::count_if(difference.tensors, &TensorChange::differs);
    const auto parameters = std::ranges::count_if(difference.parameters, &TensorChange::differs);
    if (count + parameters == 0) return "All numbers of both runs are the same.";
    return fmt::format("{} of {} recorded tensors and {} of {} parameters differ.", count, difference.tensors.size(), parameters,
                       difference.parameters.size());
}

std::string short_path(const std::string& path) {
    static constexpr std::pair<std::string_view, std::string_view> shorter[] = {
        {"transformer.", ""},    {"encoder.layers.", "enc."}, {"decoder.layers.", "dec."}, {"self_attn", "self"},
        {"cross_attn", "cross"}, {"multihead_attn", "cross"}, {"dropped_", "drop_"},       {"dropout_mask", "drop_mask"}};
    std::string text = path;
    for (const auto& [whole, brief] : shorter) {
        if (const std::size_t at = text.find(whole); at != std::string::npos) text.replace(at, whole.size(), brief);
    }
    return text;
}

}  // namespace vitrine
