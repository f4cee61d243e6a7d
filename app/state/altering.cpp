#include "app/state/altering.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/model/rerun.h"
#include "core/model/work.h"
#include "core/trace/cell_text.h"

namespace vitrine {

std::shared_ptr<const Run> untouched(const std::shared_ptr<const Run>& run) { return run->untouched ? run->untouched : run; }

std::shared_ptr<const Run> with_interventions(const std::shared_ptr<const Run>& run, const Interventions& interventions) {
    const std::shared_ptr<const Run> origin = untouched(run);
    const Configuration& c = origin->model->configuration;
    const Batch& batch = origin->model->batch;
    check(interventions, {c, *origin->parameters, *origin->activations});
    auto altered = std::make_shared<Run>(*origin);
    auto activations = std::make_shared<Activations>();
    altered->generation = next_generation();
    altered->interventions = interventions;
    altered->untouched = origin;
    altered->parameters = std::make_shared<const Parameters>(altered_parameters(*origin->parameters, interventions));
    rerun({{c, *run->parameters, batch, {}, &run->interventions}, *run->activations},
          {c, *altered->parameters, batch, {}, &altered->interventions}, *activations);
    altered->trace = make_trace(origin->trace.outline, *activations);
    name_parameters(*altered);
    altered->attention = std::make_shared<AttentionReadings>();
    altered->positions = std::make_shared<PositionReadings>();
    altered->masks = std::make_shared<MaskReadings>();
    altered->readings = std::make_shared<TensorReadings>();
    altered->statistics = std::make_shared<TraceStatistics>(altered->trace);
    altered->alterations = find_alterations(interventions, origin->trace, altered->trace);
    altered->activations = std::move(activations);
    altered->gradients.reset();
    return altered;
}

bool alters_at_once(const Run& run) {
    constexpr double most_operations = 2e7;  // below a millisecond
    return product_operations(run.model->configuration, run.model->batch) <= most_operations;
}

bool can_alter(const State& state) { return state.run && !state.training.shown; }

bool lacks_alteration(const State& state) { return can_alter(state) && state.interventions != state.run->interventions; }

bool is_silenced(const State& state, const std::string& attention, Size head) {
    return std::ranges::count(state.interventions.silenced, SilencedHead{attention, head}) > 0;
}

Alteration alteration_of(const Run& run, const std::string& path) {
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

/// "self-attention in encoder layer 1" for "encoder.layers.0.self_attn".
std::string sublayer_words(const Run& run, const std::string& sublayer) {
    const auto& blocks = run.outline().blocks;
    const auto block = std::ranges::find(blocks, sublayer, &Block::id);
    return block == blocks.end() ? sublayer : lower(block->title) + " in " + lower(block->section);
}

std::vector<std::string> sentences(const Run& run) {
    const Interventions& done = run.interventions;
    std::vector<std::string> list;
    for (const Overwrite& overwrite : done.overwrites) {
        const TensorView tensor = run.trace.find(overwrite.path);
        const Layout layout = tensor.present() ? tensor.layout : find_parameter(run, overwrite.path).layout;
        list.push_back(fmt::format("{}{} is set to {:g}", overwrite.path, index_text(layout, overwrite.index), overwrite.value));
    }
    for (const SilencedHead& silenced : done.silenced)
        list.push_back(fmt::format("head {} of {} is silenced", silenced.head + 1, sublayer_words(run, silenced.attention)));
    for (const std::string& sublayer : done.skipped_sublayers) list.push_back(sublayer_words(run, sublayer) + " is skipped");
    for (const std::string& sublayer : done.skipped_residuals)
        list.push_back("the residual connection around " + sublayer_words(run, sublayer) + " is skipped");
    return list;
}

}  // namespace

std::string alterations_text(const Run& run) {
    const std::vector<std::string> list = sentences(run);
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i) text += (i == 0 ? "" : i + 1 < list.size() ? ", " : " and ") + list[i];
    return text;
}

std::string alterations_summary(const Run& run) {
    const std::vector<std::string> list = sentences(run);
    return list.size() == 1 ? list.front() : fmt::format("{} things are altered", list.size());
}

bool is_changed(const Run& run, const std::string& path, const Index& cell) {
    if (alteration_of(run, path) == Alteration::none) return false;
    return run.untouched->trace.find(path).at(cell) != run.trace.find(path).at(cell);
}

}  // namespace vitrine
