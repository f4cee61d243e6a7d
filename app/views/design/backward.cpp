#include "app/views/design/backward.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/compare/commands.h"
#include "app/compare/state.h"
#include "app/run/make_run.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/design/parts.h"
#include "app/views/design/places.h"
#include "app/views/design/runs.h"
#include "app/views/design/state.h"
#include "app/widgets/number.h"
#include "core/explain/gradient_flow.h"

namespace vitrine {

namespace {

constexpr std::string_view nothing_arrives = "The gradient that arrives there is 0: there is nothing to divide by.";

/// What the first self-attention divides its products q·k by. The gradient of the scores is divided by the same on its way there.
double divisor_of_first_scores(const Run& run) {
    const AttentionDescription& of = described(run, first_self_attention(run));
    return 1 / of.divisor.factor(of.head_width);
}

Measured reaches_first_products(const Run& run) {
    const auto passage = softmax_passage(run.trace, run.gradients->trace, path_of(first_self_attention(run)));
    return passage ? Measured{.value = *passage / divisor_of_first_scores(run)} : Measured{.why_none = nothing_arrives};
}

Measured leaves_first_stack(const Run& run) {
    const auto ends = stack_ends(gradient_flow(run.gradients->trace), first_side(run));
    if (!ends) return {.why_none = "No gradient passes through the layers."};
    return ends->enters.norm == 0 ? Measured{.why_none = nothing_arrives} : Measured{.value = ends->ratio()};
}

const BackwardClaim claims[] = {
    {.choice = "unscaled_scores",
     .shown = DesignTensor::first_scores,
     .tensor = "∂scores of the first {encoder }layer",
     .name = "gradient at q·k ÷ at the weights",
     .definition =
         "In the backward pass of the first {encoder }layer: √Σ ∂(q·k)² ÷ √Σ ∂weights², over all pairs that the mask allows. "
         "∂(q·k) is ∂scores divided by what the run divides q·k by; queries and keys learn from it.",
     .falls = "Without the division, less of the gradient reaches the products q·k here.",
     .rises = "Without the division, more of the gradient reaches the products q·k here.",
     .of = reaches_first_products},
    {.choice = "no_residuals",
     .shown = DesignTensor::input,
     .tensor = "∂ of the first {encoder }layer's input",
     .name = "gradient at the embedding ÷ gradient at the last layer",
     .definition =
         "Norms over all numbers, at the input of the first {encoder }layer and at the output of the last one. Below 1 it "
         "fades on the way.",
     .falls = "Without residual connections, less of the gradient reaches the embedding here.",
     .rises = "Without residual connections, more of the gradient reaches the embedding here.",
     .of = leaves_first_stack},
};

struct BackwardReadings {
    std::map<BackwardQuestion, BackwardNumbers> known;
};

BackwardQuestion question_of(const BackwardClaim& claim, const RunPair& runs) {
    return {std::string(claim.choice), runs.first->generation, runs.second->generation};
}

Measured measured_in(const BackwardClaim& claim, const Run& run) {
    const auto differentiated = run.gradients ? nullptr : with_gradients(run);
    return claim.of(differentiated ? *differentiated : run);
}

/// Why the gradients of a run are not computed for a measurement; empty if they can be.
std::string refusal(const Run& run) {
    if (!run.has_loss()) return "These sentences have no labels: without a loss there is no gradient.";
    const bool is_kept = !are_fetched(*run.activations);
    return is_kept ? "" : "The scores of these sentences are not kept: gradients would take a pass that keeps them.";
}

BackwardNumbers measured_in(const BackwardClaim& claim, const RunPair& runs) {
    for (const auto& run : {runs.first, runs.second}) {
        if (std::string why = refusal(*run); !why.empty()) return {{}, {}, std::move(why)};
    }
    const Measured first = measured_in(claim, *runs.first), second = runs.differ() ? measured_in(claim, *runs.second) : first;
    for (const Measured& one : {first, second}) {
        if (!one.value) return {{}, {}, std::string(one.why_none)};
        if (!std::isfinite(*one.value)) return {{}, {}, "The gradient is NaN or infinite there."};
    }
    return {first.value, second.value, {}};
}

}  // namespace

const BackwardClaim* backward_claim(const Run& run, std::string_view choice) {
    const auto found = std::ranges::find(claims, choice, &BackwardClaim::choice);
    if (found == std::end(claims)) return nullptr;
    // A model that does not have this choice has nothing to switch off.
    Design design;
    find_design_choice(choice)->make(design, true);
    return vitrine::refusal(design, run.model->configuration).empty() ? found : nullptr;
}

const BackwardNumbers* backward_numbers(const State& state) {
    const BackwardClaim* claim = backward_claim(run_b_or_self(*state.run), explained_choice(state).name);
    if (!claim) return nullptr;
    const RunPair runs = run_pair(state);
    const auto& known = runs.second->of<BackwardReadings>().known;
    const auto found = known.find(question_of(*claim, runs));
    return found == known.end() ? nullptr : &found->second;
}

std::string_view backward_outcome(const BackwardClaim& claim, const BackwardNumbers& numbers) {
    if (!numbers.first || !numbers.second || std::isnan(*numbers.first) || std::isnan(*numbers.second)) return "";
    if (plain_number(*numbers.first) == plain_number(*numbers.second)) return "Here it makes no difference to this number.";
    return *numbers.second < *numbers.first ? claim.falls : claim.rises;
}

void do_command(State&, const ShowBackwardNumbers& command) {
    command.second->of<BackwardReadings>().known.insert_or_assign(command.question, command.numbers);
}

std::optional<MissingResult> missing_backward_numbers(const State& state) {
    if (!state.run || state.view != View::design) return std::nullopt;
    const BackwardClaim* claim = backward_claim(run_b_or_self(*state.run), explained_choice(state).name);
    if (!claim || backward_numbers(state)) return std::nullopt;
    const RunPair runs = run_pair(state);
    const BackwardQuestion question = question_of(*claim, runs);
    Job job = job_of(
        [claim, runs, question](Work&) {
            return ShowBackwardNumbers{question, runs.second, measured_in(*claim, runs)};
        },
        [question, runs](std::string why) -> Command {
            return ShowBackwardNumbers{question, runs.second, {{}, {}, std::move(why)}};
        });
    job.no_memory = "The gradients of both runs need more memory than there is.";
    job.question = question;
    return MissingResult{std::move(job)};
}

void draw_design_backward(Ui& ui, Column& column, const State& state, Commands& commands) {
    const BackwardClaim* claim = backward_claim(run_b_or_self(*state.run), explained_choice(state).name);
    if (!claim) return;
    const RunPair runs = run_pair(state);
    const BackwardNumbers* numbers = backward_numbers(state);
    column.rule(18);
    column.heading("In the backward pass", text_for(*runs.second, claim->tensor));
    if (!numbers || !numbers->why_none.empty()) {
        column.paragraph(Font::note, ui.theme.dim, numbers ? numbers->why_none : "The gradients are being computed.", 18);
        return;
    }
    const float top = column.y;
    const Rect line = column.row(26);
    const Rect name = ui.text({line.min.x, line.centre().y}, Font::body, ui.theme.text, claim->name,
                              {.max_width = line.width() * 0.7f, .vertical = VerticalAlign::middle});
    const std::string second = plain_number(*numbers->second);
    ui.text({name.max.x + 14, line.centre().y}, Font::title, runs.differ() ? backward_colour(ui.theme) : ui.theme.text,
            runs.differ() ? plain_number(*numbers->first) + " → " + second : second,
            {.max_width = line.max.x - name.max.x - 14, .vertical = VerticalAlign::middle});
    column.paragraph(Font::note, ui.theme.dim, text_for(*runs.second, claim->definition));
    if (const std::string_view words = backward_outcome(*claim, *numbers); !words.empty() && runs.differ() && !runs.are_a_and_b)
        column.paragraph(Font::note_strong, ui.theme.text, words);
    ui.place("design/backward-number", column.since(top));
    column.gap(10);
    const Rect row = column.row(30, 18), see = rect_at(row.min, 148, 30);
    // The model without alterations can stand beside the shown run; a run that is only tried cannot.
    const bool pins = runs.differ() && !runs.are_a_and_b && runs.second == state.run && state.run->untouched == runs.first;
    if (button(ui, "design/backward", see, {.label = "See the gradients", .icon = Icon::chevron_right})) {
        if (pins && !state.of<ComparisonView>().pinned) commands.push_back(PinRun{runs.first});
        for (const Command& command :
             Commands{SetView{View::tensors}, SelectTensor{path_in(*state.run, claim->shown)}, SetAspect{Aspect::gradient}})
            commands.push_back(command);
    }
    ui.text({see.max.x + 14, row.centre().y}, Font::note, ui.theme.dim,
            pins || runs.are_a_and_b ? "of both runs, and how they differ" : "of the run as it is now",
            {.max_width = row.max.x - see.max.x - 14, .vertical = VerticalAlign::middle});
}

}  // namespace vitrine
