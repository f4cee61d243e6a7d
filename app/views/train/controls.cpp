#include "app/widgets/controls.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/opening/commands.h"
#include "app/panel/fold.h"
#include "app/run/request.h"
#include "app/state/learning.h"
#include "app/state/recent.h"
#include "app/state/selection_commands.h"
#include "app/training/moment_run.h"
#include "app/views/train/beginning.h"
#include "app/views/train/commands.h"
#include "app/views/train/parts.h"
#include "app/views/train/time.h"
#include "app/views/train/words.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The number of choices that only take effect in a new training.
int pending(const TrainingView& training) { return training.started ? differences(training.settings, *training.started) : 0; }

std::string start_over_label(const TrainingView& training) {
    const int changes = pending(training);
    return changes == 0 ? "Start over" : "Start over (" + counted(changes, "change") + ")";
}

/// Draws a large number below its name.
void draw_number(Ui& ui, ImVec2 at, float width, std::string_view label, std::string_view number, Colour colour) {
    ui.text(at, Font::label, ui.theme.dim, label);
    ui.text({at.x, at.y + 15}, Font::value, colour, number, {.max_width = width});
}

/// "Back to translation", naming the model that was open before; empty if there was none.
std::string back_label(const State& state) {
    return state.of<Learning>().shown && names_model(state.request) ? "Back to " + place_of(state.request) : "";
}

/// Draws buttons for the four parts of the next step.
void draw_step_parts(Ui& ui, Column& column, const TrainScene& scene) {
    struct PartButton {
        StepPart part;
        const char *name, *label, *tip;
    };
    static constexpr PartButton parts[] = {
        {StepPart::forward, "train/part/forward", "forward",
         "the forward pass on the batch of the next step, or on the first of several, shown in every view"},
        {StepPart::loss, "train/part/loss", "loss", "how surprised the model is by the correct tokens"},
        {StepPart::backward, "train/part/backward", "backward", "the gradient of the loss with respect to every parameter"},
        {StepPart::update, "train/part/update", "update", "the optimiser updates the parameters, which completes the step"}};
    const TrainingView& training = scene.training();
    const FoldTitle title{.part = folded_step_parts, .title = "A STEP IN FOUR PARTS", .needed = training.part != StepPart::none};
    if (!draw_fold_title(ui, column, title, 8, scene.state, scene.commands)) return;
    // Each button is as wide as its word plus an equal share of the rest. If the rest is too small, there are two rows.
    constexpr float gap = 4, least = 12;
    const float count = static_cast<float>(std::size(parts));
    const Rect row = column.row(28);
    float left = row.min.x, spare = row.width() - gap * (count - 1);
    for (const PartButton& part : parts) spare -= ui.width_of(Font::body_strong, part.label);
    const bool beside = spare >= least * count;
    const Rect second = beside ? row : column.row(28 + gap);
    column.gap(8);
    for (std::size_t i = 0; i < std::size(parts); ++i) {
        const float width = ui.width_of(Font::body_strong, parts[i].label) + spare / count;
        const Rect pair = i < 2 ? row : Rect{{second.min.x, second.min.y + gap}, second.max};
        const Rect area = beside ? rect_at({left, row.min.y}, width, row.height()) : pair.part(i % 2, 2, gap);
        left += width + gap;
        const bool done = training.part >= parts[i].part;
        const bool able = can_take(training, parts[i].part);
        const bool early = !able && parts[i].part > training.part && training.part != StepPart::update;
        const ButtonFace face{
            .label = parts[i].label, .tip = early ? "take the forward pass first" : parts[i].tip, .enabled = able};
        if (button(ui, parts[i].name, area, face)) scene.commands.push_back(TakeStepPart{parts[i].part});
        if (done) ui.fill({{area.min.x + 6, area.max.y - 3}, {area.max.x - 6, area.max.y - 1}}, ui.theme.accent, 1);
    }
}

/// Says which training is waiting, and how to go on with it; empty if none is.
std::string waiting_words(const State& state) {
    const TrainingView &training = state.of<TrainingView>(), &own = own_training(state);
    if (&own != &training && own.steps() > 0)
        return fmt::format("Your own training waits after {}{}", counted(own.steps(), "step"),
                           state.of<TrainingAside>().left ? ". Back to the previous training, in the menu Run, returns to it."
                                                          : ", until you close the lesson.");
    if (!training.started || !training.model || state.of<Learning>().shown) return "";
    return fmt::format("The training of {} waits here after {}. Train continues it, whatever model is open.",
                       training.model->model->name, counted(training.steps(), "step"));
}

/// The earlier moment of a training that is shown while the training stands still.
std::optional<std::int64_t> step_of_earlier(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    const bool stands = training.started && !state.of<Learning>().playing && !training.broken_down();
    return stands ? state.of<TimeView>().at : std::nullopt;
}

/// What becomes of the saved training that is shown when Train is pressed.
std::string saved_words(const State& state) {
    if (const auto kept = step_to_go_on_from(state)) return fmt::format("saved; Train continues from step {}", grouped(*kept));
    const std::int64_t step = state.of<TimeView>().at.value_or(time_source(state).now);
    return going_on_refusal(state, step).empty() ? "saved; with other choices Train begins at step 0"
                                                 : "saved, but not to be continued: Train begins a new one";
}

/// Two ways back to step 0: to train from there at once, or to wait there.
void draw_beginnings(Ui& ui, const Rect& row, const TrainScene& scene) {
    constexpr float gap = 8, padding = 28;
    const float reset = row.max.x - ui.width_of(Font::body_strong, "Reset") - padding;
    if (button(ui, "train/over", {row.min, {reset - gap, row.max.y}},
               {.label = start_over_label(scene.training()), .tip = "a new training with the current choices"}))
        scene.commands.push_back(StartTrainingOver{});
    if (button(ui, "train/reset", {{reset, row.min.y}, row.max},
               {.label = "Reset", .tip = "back to step 0 with the current choices, without training yet"}))
        scene.commands.push_back(ResetTraining{});
}

}  // namespace

void draw_train_buttons(Ui& ui, Column& column, const TrainScene& scene) {
    const TrainingView& training = scene.training();
    const Learning& learning = scene.state.of<Learning>();
    const bool able = !training.broken_down();
    if (const std::string waits = waiting_words(scene.state); !waits.empty())
        ui.place("train/waits", column.paragraph(Font::note, ui.theme.dim, waits, 8));
    // While an earlier moment is shown, the buttons name the step from which the training goes on, in two rows.
    const bool earlier = step_of_earlier(scene.state).has_value();
    const std::string newest = grouped(training.steps());
    const Rect row = column.row(44, 8), second = earlier ? column.row(36, 8) : row;
    if (button(ui, "train/play", earlier ? row : row.part(0, 2, 8),
               {.label = learning.playing ? "Pause"
                         : earlier        ? "Resume at step " + newest
                                          : "Train",
                .icon = learning.playing ? Icon::pause : Icon::play,
                .look = ButtonLook::primary,
                .tip = learning.playing ? "pause (Space)" : "one step after another (Space)",
                .large = true,
                .enabled = able})) {
        scene.commands.push_back(learning.playing ? Command(PauseTraining{}) : Command(PlayTraining{}));
    }
    if (button(ui, "train/step", earlier ? second : row.part(1, 2, 8),
               {.label = earlier ? "One step from " + newest : "One step",
                .tip = "one step: forward pass, backward pass, update (S)",
                .large = true,
                .enabled = able})) {
        scene.commands.push_back(StepTraining{});
    }
    draw_step_parts(ui, column, scene);
    if (training.started) draw_beginnings(ui, column.row(36, 6), scene);
    const std::string back = back_label(scene.state);
    if (!back.empty() &&
        button(ui, "train/back", column.row(30, 4),
               {.label = back, .look = ButtonLook::ghost, .tip = "the opened model with your changes; the training waits here"})) {
        scene.commands.push_back(OpenModel{scene.state.request});
    }
    column.gap(2);
    const Rect keys = column.row(14, train_gap);
    ui.text({keys.centre().x, keys.min.y}, Font::label, ui.theme.faint, "Space: train or pause    S: one step",
            {.max_width = keys.width(), .align = Align::centre});
}

void draw_train_numbers(Ui& ui, Column& column, const TrainScene& scene) {
    const TrainingView& training = scene.training();
    const TimeSource source = time_source(scene.state);
    const bool opened = !training.started && source;  // the history of a saved training
    const std::optional<std::int64_t> without_history = steps_without_history(scene.state);
    const std::int64_t steps =
        opened ? scene.state.of<TimeView>().at.value_or(source.now) : without_history.value_or(training.steps());
    const auto loss = opened ? loss_after(*source.curves, steps) : last_loss(training);
    const Rect numbers = column.row(48);
    const float half = numbers.width() / 2;
    ui.place("train/numbers", numbers);
    const auto earlier = step_of_earlier(scene.state);
    draw_number(ui, numbers.min, half - 8, earlier ? "newest step" : "step", grouped(steps), ui.theme.text);
    draw_number(ui, {numbers.min.x + half, numbers.min.y}, half, "loss", loss ? brief_number(*loss) : "–", ui.theme.accent);
    column.paragraph(Font::note, ui.theme.dim,
                     opened            ? saved_words(scene.state)
                     : earlier         ? fmt::format("paused; step {} is shown", grouped(*earlier))
                     : without_history ? "trained, but no history was kept"
                                       : pace_text(training, scene.state.of<Learning>().playing),
                     2);
    if (const std::string held_out = held_out_text(training); !held_out.empty())
        column.paragraph(Font::note, ui.theme.dim, held_out);
    column.gap(train_gap);
}

namespace {

constexpr std::string_view slope_prefix = "∂loss/∂";

/// The path of the tensor in which a breakdown was found, or of the tensor to which the gradient belongs.
std::string tensor_of(const Breakdown& breakdown) {
    return breakdown.tensor.starts_with(slope_prefix) ? breakdown.tensor.substr(slope_prefix.size()) : breakdown.tensor;
}

void show_tensor(const Breakdown& breakdown, Commands& commands) {
    commands.push_back(SelectTensor{tensor_of(breakdown)});
    if (breakdown.tensor.starts_with(slope_prefix)) commands.push_back(SetAspect{Aspect::gradient});
}

}  // namespace

void draw_train_breakdown(Ui& ui, Column& column, const TrainScene& scene) {
    const TrainingView& training = scene.training();
    if (!training.broken_down() || !training.snapshot->breakdown) return;
    const Breakdown& breakdown = *training.snapshot->breakdown;
    constexpr float padding = 12, button_height = 32, button_gap = 6;
    Column inner = column.inset(padding);
    inner.gap(padding);
    const std::string text = breakdown_text(*training.snapshot);
    const float said = paragraph_height(ui.fonts, Font::note, text, {.width = inner.width()});
    const bool can_show = training.run->trace.find(tensor_of(breakdown)).present();  // false for a weight
    const float where = names_tensor(breakdown) ? 26 : 8;
    const float buttons = static_cast<float>(training.snapshot->last_good.has_value() + can_show) * (button_height + button_gap);
    const Rect card = column.row(padding + 20 + said + where + buttons + padding - button_gap, train_gap);
    ui.fill(card, ui.theme.raised, metrics::card_radius);
    ui.frame(card, ui.theme.error, metrics::card_radius);
    ui.place("train/breakdown", card);
    inner.line(20, Font::body_strong, ui.theme.error, fmt::format("Stopped at step {}", breakdown.step));
    inner.paragraph(Font::note, ui.theme.text, text);
    const Rect name = inner.row(where);
    if (names_tensor(breakdown))
        ui.text({name.min.x, name.min.y + 4}, Font::mono_small, ui.theme.text, breakdown.tensor, {.max_width = name.width()});
    if (training.snapshot->last_good) {
        const std::string label = fmt::format("Back to step {}", *training.snapshot->last_good);
        const ButtonFace face{.label = label, .look = ButtonLook::primary};
        if (button(ui, "train/last-good", inner.row(button_height, button_gap), face)) scene.commands.push_back(ReturnToLastGood{});
    }
    if (can_show && button(ui, "train/show-tensor", inner.row(button_height), {.label = "Show this tensor"}))
        show_tensor(breakdown, scene.commands);
}

}  // namespace vitrine
