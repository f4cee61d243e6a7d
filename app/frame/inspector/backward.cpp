/// In the backward pass: the gradient's norm along the residual stream, as bars, and what was found in the gradients.

#include <cmath>

#include <fmt/format.h>

#include "app/frame/inspector/parts.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/words/gradient_findings.h"

namespace vitrine {

namespace {

/// The heights of bars: linear from 0 to the largest norm or, if the norms are of very different sizes, logarithmic.
class NormScale {
public:
    explicit NormScale(const std::vector<StreamPlace>& flow) {
        for (const StreamPlace& place : flow) {
            if (!(place.norm > 0) || !std::isfinite(place.norm)) continue;
            largest_ = std::max(largest_, place.norm);
            smallest_ = smallest_ == 0 ? place.norm : std::min(smallest_, place.norm);
        }
        constexpr double very_different = 30;
        in_decades_ = smallest_ > 0 && largest_ / smallest_ > very_different;
        top_ = std::ceil(std::log10(largest_)), bottom_ = std::floor(std::log10(smallest_)) - 0.5;
    }

    /// 0 … 1
    double height(double norm) const {
        if (!(norm > 0) || largest_ == 0) return 0;
        return in_decades_ ? (std::log10(norm) - bottom_) / (top_ - bottom_) : norm / largest_;
    }

    std::string words() const {
        if (largest_ == 0) return "all are 0";
        return in_decades_ ? fmt::format("{:.1g} to {:.1g}, log", smallest_, largest_) : fmt::format("0 to {:.2g}", largest_);
    }

private:
    double largest_ = 0, smallest_ = 0, top_ = 0, bottom_ = 0;
    bool in_decades_ = false;
};

/// "encoder", "decoder", "memory": the name under the bars.
const char* stretch_name(const StreamPlace& place) {
    return place.side == Side::none ? "memory" : place.side == Side::source ? "encoder" : "decoder";
}

/// The last point of the stream whose gradient is complete; −1: there is none yet.
int reached(const State& state, const std::vector<StreamPlace>& flow) {
    const Film& film = film_of(*state.run);
    int last = -1;
    for (std::size_t i = 0; i < flow.size(); ++i) {
        const auto place = film.place_of_gradient(flow[i].path);
        if (place && *place <= film_place(state)) last = static_cast<int>(i);
    }
    return last;
}

/// Writes each name at the beginning of its stretch, or after the name before it, if there is room.
void draw_stretch_names(Ui& ui, const Rect& area, const std::vector<StreamPlace>& flow, float pitch) {
    float free_from = area.min.x;
    for (std::size_t i = 0; i < flow.size();) {
        const std::string name = stretch_name(flow[i]);
        const float left = std::max(free_from, area.min.x + pitch * static_cast<float>(i));
        while (i < flow.size() && name == stretch_name(flow[i])) ++i;
        const float end = area.min.x + pitch * static_cast<float>(i);
        if (left >= end || left + ui.width_of(Font::label, name) > area.max.x) continue;
        free_from = ui.text({left, area.min.y}, Font::label, ui.theme.faint, name).max.x + 6;
    }
}

void draw_bar(Ui& ui, const Rect& slot, const StreamPlace& place, double height, bool passed, bool current) {
    const Colour green = backward_colour(ui.theme);
    constexpr float gap = 2, least = 1;
    const float room = slot.width() > 3 * gap ? slot.width() - gap : slot.width();
    if (!std::isfinite(place.norm)) {
        ui.fill(rect_at({slot.min.x, slot.min.y}, room, slot.height()), faded(ui.theme.mark, 0.7f), 2);
        return;
    }
    const float tall = std::max(least, slot.height() * static_cast<float>(height));
    ui.fill(rect_at({slot.min.x, slot.max.y - tall}, room, tall), current ? green : faded(green, passed ? 0.6f : 0.25f), 2);
}

/// GRADIENT NORM BY LAYER: a bar for each point of the residual stream, in the order of the backward pass.
void draw_flow(Ui& ui, Column& column, const InspectorScene& scene, const std::vector<StreamPlace>& flow) {
    const NormScale scale(flow);
    column.title("GRADIENT NORM BY LAYER", scale.words(), 8);
    constexpr float high = 44, names = 18;
    const Rect area = column.row(high, 4);
    const float pitch = std::min(28.0f, area.width() / static_cast<float>(flow.size()));
    const int last = reached(scene.state, flow);
    for (std::size_t i = 0; i < flow.size(); ++i) {
        const StreamPlace& place = flow[i];
        const Rect slot = rect_at({area.min.x + pitch * static_cast<float>(i), area.min.y}, pitch, high);
        const Interaction does = ui.control(fmt::format("flow/{}", place.path), slot);
        if (does.hovered) ui.fill(slot, ui.theme.raised, 2);
        draw_bar(ui, slot, place, scale.height(place.norm), static_cast<int>(i) <= last, static_cast<int>(i) == last);
        if (does.hovered) {
            const std::string symbol = gradient_symbol(scene.state.run->info(place.path)->symbol);
            ui.note({place.name, std::isfinite(place.norm) ? fmt::format("‖{}‖ = {:.4g}, over all sentences", symbol, place.norm)
                                                           : symbol + " has values that are not finite"},
                    slot);
        }
        if (does.clicked) lead_to(scene, SelectTensor{place.path});
    }
    ui.fill({{area.min.x, area.max.y}, {area.max.x, area.max.y + 1}}, ui.theme.line);
    draw_stretch_names(ui, column.row(names, part_gap), flow, pitch);
}

/// One finding in a line. Its sentence is below if it concerns the shown gradient, otherwise in a note.
void draw_finding(Ui& ui, Column& column, const InspectorScene& scene, const FoundGradient& found, std::size_t number) {
    const Run& run = *scene.state.run;
    const bool shown = scene.state.selection.tensor == found.path;
    const Rect line = column.row(20);
    const Interaction does = ui.control(fmt::format("finding/{}", number), line);
    if (does.hovered) ui.fill(line.inset(-3), ui.theme.raised, metrics::radius);
    ui.list.AddCircleFilled({line.min.x + 4, line.centre().y}, 3.5f, ui.theme.error, 16);
    ui.text({line.min.x + 16, line.centre().y}, Font::note, shown ? ui.theme.text : ui.theme.dim, finding_title(run, found),
            {.max_width = line.width() - 16, .vertical = VerticalAlign::middle});
    if (does.hovered && !shown) ui.note({finding_title(run, found), finding_words(run, found)}, line);
    if (does.clicked) {
        if (found.kind == GradientFinding::vanishing || found.kind == GradientFinding::exploding) {
            lead_to(scene, SelectTensor{found.path});
        } else {
            lead_to(scene, SelectCell{found.path, found.example});
        }
    }
    if (!shown) return;
    Column inner = column.from(column.left + 16);
    inner.paragraph(Font::note, ui.theme.dim, finding_words(run, found), 4);
    column.y = inner.y;
}

/// More would push the numbers of the selected gradient out of sight. The map marks all findings.
constexpr std::size_t most_findings = 5;

void draw_findings(Ui& ui, Column& column, const InspectorScene& scene, const std::vector<FoundGradient>& findings) {
    const bool more = findings.size() > most_findings;
    column.title("PROBLEMS WITH GRADIENTS", more ? fmt::format("{} of {}, all on the map", most_findings, findings.size()) : "", 6);
    for (std::size_t i = 0; i < std::min(most_findings, findings.size()); ++i) draw_finding(ui, column, scene, findings[i], i);
    column.gap(part_gap);
}

}  // namespace

void draw_backward_pass(Ui& ui, Column& column, const InspectorScene& scene) {
    if (!backward_step(scene.state)) return;
    const GradientReadings& readings = gradient_readings(*scene.state.run);
    if (!readings.flow.empty()) draw_flow(ui, column, scene, readings.flow);
    if (!readings.findings.empty()) draw_findings(ui, column, scene, readings.findings);
}

}  // namespace vitrine
