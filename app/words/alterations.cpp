#include "app/words/alterations.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/run/cell_values.h"
#include "app/words/design.h"
#include "core/listing/cell_text.h"
#include "core/trace/comparison.h"

namespace vitrine {

Alteration alteration_of(const Run& run, const std::string& path) {
    if (run.written.contains(path)) return Alteration::by_hand;  // also a parameter
    const auto slot = run.outline().slots.find(path);
    if (run.alterations.empty() || slot == run.outline().slots.end()) return Alteration::none;
    return run.alterations[static_cast<std::size_t>(slot->second)];
}

Alteration alteration_of(const Run& run, const Step& step) {
    Alteration most = Alteration::none;
    for (const std::string& path : step.outputs) {
        const Alteration of_tensor = alteration_of(run, path);
        if (of_tensor == Alteration::by_hand || most == Alteration::none) most = of_tensor;
    }
    return most;
}

namespace {

std::string lower(std::string words) {
    if (!words.empty() && words[0] >= 'A' && words[0] <= 'Z') words[0] = static_cast<char>(words[0] - 'A' + 'a');
    return words;
}

}  // namespace

std::string sublayer_words(const Run& run, const std::string& sublayer) {
    const auto& blocks = run.outline().blocks;
    const auto block = std::ranges::find(blocks, sublayer, &Block::id);
    if (block == blocks.end()) return sublayer;
    if (block->title == block->section) return "the " + lower(block->title);  // the block of one attention alone
    return lower(block->title) + " in " + lower(block->section);
}

namespace {

std::vector<std::string> sentences(const Run& run) {
    const Interventions& done = run.edits.interventions;
    std::vector<std::string> list = design_phrases(run.edits.design);
    for (std::string& phrase : list) phrase = with_norm_of(run.model->configuration, phrase);
    if (!run.edits.variant.is_own()) list.insert(list.begin(), "another model (" + variant_words(run.edits.variant) + ")");
    for (const Overwrite& overwrite : done.overwrites) {
        const TensorView tensor = run.trace.find(overwrite.path);
        const Layout layout = tensor.present() ? tensor.layout : find_parameter(run, overwrite.path).layout;
        list.push_back(fmt::format("{}{} is set to {}{}", overwrite.path, index_text(layout, overwrite.index),
                                   value_words(run, overwrite.path, overwrite.value), without_effect_words(done, overwrite)));
    }
    for (const SilencedHead& silenced : done.silenced)
        list.push_back(fmt::format("head {} of {} is silenced", silenced.head + 1, sublayer_words(run, silenced.attention)));
    for (const std::string& sublayer : done.skipped_sublayers) list.push_back(sublayer_words(run, sublayer) + " is switched off");
    for (const std::string& sublayer : done.skipped_residuals)
        list.push_back("the residual connection around " + sublayer_words(run, sublayer) + " is switched off");
    return list;
}

}  // namespace

std::string alterations_text(const Run& run) {
    const std::vector<std::string> list = sentences(run);
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i) text += (i == 0 ? "" : "; ") + list[i];
    return text;
}

std::string alterations_summary(const Run& run) {
    const std::vector<std::string> list = sentences(run);
    return list.size() == 1 ? list.front() : fmt::format("{} alterations", list.size());
}

std::string without_effect_words(const Interventions& done, const Overwrite& overwrite) {
    const bool silenced = std::ranges::any_of(done.silenced, [&](const SilencedHead& head) {
        return overwrite.path == head.attention + ".context" && overwrite.index[1] == head.head;
    });
    return silenced ? ", without effect while the head is silenced" : "";
}

bool is_written(const Run& run, const std::string& path, const Index& cell) {
    const auto written = run.written.find(path);
    return written != run.written.end() && std::ranges::count(written->second, cell) > 0;
}

std::string by_hand_words(const Run& run, const std::string& path, const Index& cell) {
    // A silenced head stays silent, whatever was written into it.
    for (const SilencedHead& silenced : run.edits.interventions.silenced) {
        if (path == silenced.attention + ".context" && cell[1] == silenced.head)
            return fmt::format("head {} is silenced", silenced.head + 1);
    }
    return is_written(run, path, cell) ? "set by hand" : "";
}

bool is_changed(const Run& run, const std::string& path, const Index& cell) {
    if (alteration_of(run, path) == Alteration::none) return false;
    const TensorView was = run.untouched->find(path), is = run.find(path);
    // In another model's tensor of another shape, the same indices are other cells.
    if (!was.present() || was.layout.shape != is.layout.shape) return false;
    return !same_number(was.at(cell), is.at(cell));
}

}  // namespace vitrine
