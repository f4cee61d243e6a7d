#include "app/edit/switching.h"

#include <algorithm>
#include <utility>

#include "app/words/alterations.h"
#include "core/pass/interventions.h"

namespace vitrine {

std::string sublayer_of(const Run& run, const std::string& block) {
    if (!residual_of(block, run.model->configuration).empty() &&
        run.trace.find(residual_of(block, run.model->configuration)).present())
        return block;
    const auto& blocks = run.outline().blocks;
    const auto adds = std::ranges::find(blocks, block, &Block::id);
    if (adds == blocks.end()) return {};
    for (const std::string& sublayer : sublayers_of(run, layer_of(block))) {
        if (std::ranges::count(adds->tensors, residual_of(sublayer, run.model->configuration))) return sublayer;
    }
    return {};
}

std::string layer_of(const std::string& path) {
    const std::string layers = ".layers.";
    const std::size_t number = path.find(layers);
    if (number == std::string::npos) return {};
    return path.substr(0, path.find('.', number + layers.size()));
}

std::vector<std::string> sublayers_of(const Run& run, const std::string& layer) {
    std::vector<std::string> sublayers;
    for (const Block& block : run.outline().blocks) {
        const std::string residual = residual_of(block.id, run.model->configuration);
        if (!layer.empty() && layer_of(block.id) == layer && !residual.empty() && run.trace.find(residual).present())
            sublayers.push_back(block.id);
    }
    return sublayers;
}

bool has_switch(const Run& run, const Switch& which) {
    if (which.part == SwitchedPart::layer) return !sublayers_of(run, which.path).empty();
    const std::string residual = residual_of(which.path, run.model->configuration);
    return !residual.empty() && run.trace.find(residual).present();
}

namespace {

bool contains(const std::vector<std::string>& paths, const std::string& path) { return std::ranges::count(paths, path) > 0; }

void set(std::vector<std::string>& paths, const std::string& path, bool there) {
    if (there == contains(paths, path)) return;
    if (there) {
        paths.push_back(path);
    } else {
        std::erase(paths, path);
    }
}

}  // namespace

bool is_off(const Run& run, const Edits& edits, const Switch& which) {
    const Interventions& done = edits.interventions;
    if (which.part == SwitchedPart::sublayer) return contains(done.skipped_sublayers, which.path);
    if (which.part == SwitchedPart::residual) return contains(done.skipped_residuals, which.path);
    const auto sublayers = sublayers_of(run, which.path);
    return !sublayers.empty() &&
           std::ranges::all_of(sublayers, [&](const std::string& sublayer) { return contains(done.skipped_sublayers, sublayer); });
}

Edits switched(const Run& run, Edits edits, const Switch& which, bool off) {
    Interventions& done = edits.interventions;
    const auto sublayers = which.part == SwitchedPart::layer ? sublayers_of(run, which.path) : std::vector<std::string>{which.path};
    const bool residual = which.part == SwitchedPart::residual;
    for (const std::string& sublayer : sublayers) {
        set(residual ? done.skipped_residuals : done.skipped_sublayers, sublayer, off);
        if (off) set(residual ? done.skipped_sublayers : done.skipped_residuals, sublayer, false);
    }
    return edits;
}

std::string words_of(const Run& run, const Switch& which) {
    if (which.part == SwitchedPart::sublayer) return sublayer_words(run, which.path);
    if (which.part == SwitchedPart::residual) return "the residual connection around " + sublayer_words(run, which.path);
    const std::string number = which.path.substr(which.path.rfind('.') + 1);
    return (which.path.starts_with("encoder") ? "encoder layer " : "decoder layer ") + std::to_string(std::stoi(number) + 1);
}

}  // namespace vitrine
