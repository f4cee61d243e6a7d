/// The notes for hovered blocks, layers and halves of the map; marks where the run is altered, and where its gradients have
/// findings.

#include <algorithm>

#include "app/edit/switching.h"
#include "app/run/parameter_totals.h"
#include "app/views/map/parts.h"
#include "app/words/alterations.h"

namespace vitrine {

namespace {

void add(std::vector<std::string>& lines, const ParameterTotal& total) {
    for (const std::string& line : parameter_lines(total)) lines.push_back(line);
}

constexpr const char* sublayer_off = "switched off: nothing is added to x";

/// What is switched off in a block, in words; empty if nothing is. The block is a sublayer, or the addition after it.
std::string off_words(const MapCanvas& canvas, const Block& block) {
    const Run& run = canvas.run();
    if (run.edits.interventions.skipped_sublayers.empty() && run.edits.interventions.skipped_residuals.empty()) return "";
    const std::string sublayer = sublayer_of(run, block.id);
    if (sublayer == block.id) return is_off(run, run.edits, {SwitchedPart::sublayer, sublayer}) ? sublayer_off : "";
    return !sublayer.empty() && is_off(run, run.edits, {SwitchedPart::residual, sublayer})
               ? "its residual connection is switched off"
               : "";
}

}  // namespace

namespace {

/// Why the loss of a batch without a counted label is NaN; otherwise empty.
std::string no_label_words(const Run& run) {
    const IndexTensor& labels = run.activations->labels;
    const std::int32_t pad = run.model->configuration.output_padding();
    const bool counts =
        std::any_of(labels.data(), labels.data() + labels.count(), [pad](std::int32_t label) { return label != pad; });
    return counts || run.difference ? "" : ": no label of this batch counts";
}

}  // namespace

void note_block(const MapCanvas& canvas, const Block& block) {
    std::vector<std::string> lines{name_of(block)};
    if (!block.subtitle.empty()) lines.push_back(block.subtitle);
    add(lines, parameters_of(canvas.run(), block));
    if (block.id == "loss" && !loss_text(canvas).empty())
        lines.push_back((canvas.run().difference ? "loss, B − A: " : "loss: ") + loss_text(canvas) + no_label_words(canvas.run()));
    if (const std::string off = off_words(canvas, block); !off.empty()) lines.push_back(off);
    if (is_altered(canvas, block)) lines.push_back("changed because " + alterations_summary(canvas.run()));
    for (const std::string& path : block.tensors) {
        if (const FoundGradient* found = shown_finding(canvas, path)) lines.push_back(finding_title(canvas.run(), *found));
    }
    canvas.ui.note(std::move(lines));
}

void note_layer(const MapCanvas& canvas, const MapLayer& layer) {
    std::vector<std::string> lines{std::string(layer.side == Side::source ? "Encoder" : "Decoder") + " layer " +
                                   std::to_string(layer.number + 1)};
    add(lines, parameters_of_layer(canvas.run(), layer.side, layer.number));
    canvas.ui.note(std::move(lines));
}

namespace {

/// The purpose of a stack in this model.
std::string stack_purpose(const Run& run, Side side) {
    const Configuration& c = run.model->configuration;
    if (side == Side::source) return c.has_decoder() ? "reads the whole source sentence at once" : "reads the whole text at once";
    if (c.has_encoder()) return "predicts the next token at every position of the target and attends to the memory";
    return c.logits ? "predicts the next token at every position of the text"
                    : "reads the text; each position sees only itself and those before it";
}

}  // namespace

void note_stack(const MapCanvas& canvas, Side side) {
    const bool source = side == Side::source;
    std::vector<std::string> lines{source ? "Encoder" : "Decoder", stack_purpose(canvas.run(), side)};
    add(lines, parameters_of_stack(canvas.run(), side));
    lines.push_back("the whole model has " + parameters_text(parameters_of_model(canvas.run())) +
                    (has_tied_parameters(canvas.run()) ? ", counting tied parameters once" : ""));
    canvas.ui.note(std::move(lines));
}

bool is_altered(const MapCanvas& canvas, const Block& block) {
    const Run& run = canvas.run();
    return !run.alterations.empty() && std::ranges::any_of(block.tensors, [&](const std::string& path) {
        return alteration_of(run, path) != Alteration::none;
    });
}

void draw_switched_off(const MapCanvas& canvas, const Rect& area, const Block& block) {
    const std::string words = off_words(canvas, block);
    if (words.empty()) return;
    Ui& ui = canvas.ui;
    if (words == sublayer_off) ui.fill(area, faded(ui.theme.canvas, 0.5f), metrics::card_radius);
    ui.list.AddLine({area.min.x, area.max.y}, {area.max.x, area.min.y}, faded(ui.theme.text, 0.75f), 1.5f);
}

void draw_altered_mark(const MapCanvas& canvas, ImVec2 centre, Role role, float opacity) {
    Ui& ui = canvas.ui;
    const Colour colour = faded(colour_of(role, ui.theme), opacity);
    ui.list.AddCircleFilled(centre, 7.5f, faded(ui.theme.canvas, opacity), 20);
    ui.list.AddCircleFilled(centre, 2.5f, colour, 12);
    ui.list.AddCircle(centre, 5.5f, colour, 20, 1.3f);
}

const FoundGradient* shown_finding(const MapCanvas& canvas, const std::string& path) {
    const bool gradients = canvas.backward() || !shows_values(canvas.state.aspect);
    return gradients ? finding_of(canvas.run(), path) : nullptr;
}

const FoundGradient* shown_finding(const MapCanvas& canvas, const Block& block) {
    for (const std::string& path : block.tensors) {
        if (const FoundGradient* found = shown_finding(canvas, path)) return found;
    }
    return nullptr;
}

/// Draws a warning sign.
void draw_finding_mark(const MapCanvas& canvas, ImVec2 centre, float opacity) {
    Ui& ui = canvas.ui;
    constexpr float half = 7;
    const auto triangle = [&](float out, Colour colour) {
        ui.list.AddTriangleFilled({centre.x, centre.y - half - out}, {centre.x + half + out, centre.y + half + out / 2},
                                  {centre.x - half - out, centre.y + half + out / 2}, colour);
    };
    triangle(3, faded(ui.theme.canvas, opacity));
    triangle(0, faded(ui.theme.error, opacity));
    const Colour sign = faded(ui.theme.canvas, opacity);
    ui.list.AddLine({centre.x, centre.y - 2.5f}, {centre.x, centre.y + 2.5f}, sign, 1.6f);
    ui.list.AddCircleFilled({centre.x, centre.y + 5}, 1, sign, 8);
}

}  // namespace vitrine
