#include "app/views/design/way_back.h"

#include <algorithm>
#include <map>
#include <span>
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

std::optional<double> passes_first_softmax(const Run& run) {
    return softmax_passage(run.trace, run.gradients->trace, path_of(first_self_attention(run)));
}

std::optional<double> leaves_first_stack(const Run& run) {
    const auto ends = stack_ends(gradient_flow(run.gradients->trace), first_side(run));
    return ends && ends->enters.norm > 0 ? std::optional(ends->ratio()) : std::nullopt;
}

const WayBackClaim claims[] = {
    {.choice = "unscaled_scores",
     .path = "encoder.layers.0.self_attn.scores",
     .tensor = "∂scores of the first encoder layer",
     .name = "gradient that passes softmax ÷ that arrives",
     .definition = "On the way back, in the first encoder layer: √Σ ∂scores² ÷ √Σ ∂weights², over all pairs that the mask allows. "
                   "Queries and keys learn by what passes.",
     .of = passes_first_softmax},
    {.choice = "no_residuals",
     .path = "src.sum",
     .tensor = "∂ of the first layer's input, where the gradient leaves the encoder",
     .name = "gradient at the embedding ÷ at the last layer",
     .definition =
         "Norms over all numbers, where the gradient leaves the encoder and where it enters. Below 1 it fades on its way.",
     .of = leaves_first_stack},
};

/// The claims for a model with one stack.
const WayBackClaim claims_alone[] = {
    {.choice = "unscaled_scores",
     .path = "encoder.layers.0.self_attn.scores",
     .tensor = "∂scores of the first layer",
     .name = "gradient that passes softmax ÷ that arrives",
     .definition = "On the way back, in the first layer: √Σ ∂scores² ÷ √Σ ∂weights², over all pairs that the mask allows. Queries "
                   "and keys learn by what passes.",
     .of = passes_first_softmax},
    {.choice = "no_residuals",
     .path = "src.sum",
     .tensor = "∂x, where the gradient leaves the layers",
     .name = "gradient at the embedding ÷ at the last layer",
     .definition = "Norms over all numbers, where the gradient leaves the layers and where it enters. Below 1 it fades on its way.",
     .of = leaves_first_stack},
};

struct WayBackReadings {
    std::map<WayBackQuestion, WayBackNumbers> known;
};

struct SharedPair {
    std::shared_ptr<const Run> before, now;
};

/// The runs of run_pair(), for a job to keep.
SharedPair shared_pair(const State& state) {
    const RunDifference* difference = state.run->difference.get();
    if (difference && run_pair(*state.run).are_a_and_b) return {difference->a, difference->b};
    const std::shared_ptr<const Run> now = difference ? difference->b : state.run;
    return {now->untouched ? now->untouched : now, now};
}

WayBackQuestion question_of(const WayBackClaim& claim, const RunPair& runs) {
    return {std::string(claim.choice), runs.before.generation, runs.now.generation};
}

std::optional<double> measured_in(const WayBackClaim& claim, const Run& run) {
    const auto differentiated = run.gradients ? nullptr : with_gradients(run);
    return claim.of(differentiated ? *differentiated : run);
}

/// Why the gradients of a run are not computed for a measurement; empty if they can be.
std::string refusal(const Run& run) {
    if (!run.has_loss()) return "These sentences have no labels: without a loss there is no gradient.";
    return rests_on_device(run) ? "The attentions are computed by a device: gradients would take a pass without it." : "";
}

WayBackNumbers measured_in(const WayBackClaim& claim, const SharedPair& runs) {
    for (const auto& run : {runs.before, runs.now}) {
        if (std::string why = refusal(*run); !why.empty()) return {{}, {}, std::move(why)};
    }
    WayBackNumbers numbers{.before = measured_in(claim, *runs.before), .now = {}, .why_none = {}};
    numbers.now = runs.now == runs.before ? numbers.before : measured_in(claim, *runs.now);
    if (!numbers.before || !numbers.now) numbers.why_none = "No gradient arrives there.";
    return numbers;
}

}  // namespace

const WayBackClaim* way_back_claim(const Run& run, std::string_view choice) {
    const std::span<const WayBackClaim> all = run.has_both_stacks() ? std::span(claims) : std::span(claims_alone);
    const auto found = std::ranges::find(all, choice, &WayBackClaim::choice);
    if (found == all.end()) return nullptr;
    // A choice that the model does not have in the first place cannot be taken back, so there is no claim about it.
    Design design;
    find_design_choice(choice)->make(design, true);
    return vitrine::refusal(design, run.model->configuration).empty() ? &*found : nullptr;
}

const WayBackNumbers* way_back_numbers(const State& state) {
    const WayBackClaim* claim = way_back_claim(run_b_or_self(*state.run), explained_choice(state).name);
    if (!claim) return nullptr;
    const RunPair runs = run_pair(*state.run);
    const auto& known = runs.now.of<WayBackReadings>().known;
    const auto found = known.find(question_of(*claim, runs));
    return found == known.end() ? nullptr : &found->second;
}

void do_command(State&, const ShowWayBack& command) {
    command.now->of<WayBackReadings>().known.insert_or_assign(command.question, command.numbers);
}

std::optional<MissingResult> missing_way_back(const State& state) {
    if (!state.run || state.view != View::design) return std::nullopt;
    const WayBackClaim* claim = way_back_claim(run_b_or_self(*state.run), explained_choice(state).name);
    if (!claim || way_back_numbers(state)) return std::nullopt;
    const SharedPair runs = shared_pair(state);
    const WayBackQuestion question = question_of(*claim, run_pair(*state.run));
    Job job = job_of(
        [claim, runs, question](Work&) {
            return ShowWayBack{question, runs.now, measured_in(*claim, runs)};
        },
        [question, runs](std::string why) -> Command {
            return ShowWayBack{question, runs.now, {{}, {}, std::move(why)}};
        });
    job.no_memory = "The gradients of both runs need more memory than there is.";
    job.question = question;
    return MissingResult{std::move(job)};
}

void draw_design_way_back(Ui& ui, Column& column, const State& state, Commands& commands) {
    const WayBackClaim* claim = way_back_claim(run_b_or_self(*state.run), explained_choice(state).name);
    if (!claim) return;
    const RunPair runs = run_pair(*state.run);
    const WayBackNumbers* numbers = way_back_numbers(state);
    column.rule(18);
    column.heading("On the way back", claim->tensor);
    if (!numbers || !numbers->why_none.empty()) {
        column.paragraph(Font::note, ui.theme.dim, numbers ? numbers->why_none : "The gradients are being computed.", 18);
        return;
    }
    const float top = column.y;
    const Rect line = column.row(26);
    const Rect name = ui.text({line.min.x, line.centre().y}, Font::body, ui.theme.text, claim->name,
                              {.max_width = line.width() * 0.7f, .vertical = VerticalAlign::middle});
    const std::string now = plain_number(*numbers->now);
    ui.text({name.max.x + 14, line.centre().y}, Font::title, runs.differ() ? way_back_colour(ui.theme) : ui.theme.text,
            runs.differ() ? plain_number(*numbers->before) + " → " + now : now,
            {.max_width = line.max.x - name.max.x - 14, .vertical = VerticalAlign::middle});
    column.paragraph(Font::note, ui.theme.dim, claim->definition);
    ui.place("design/way-back-number", column.since(top));
    column.gap(10);
    const Rect row = column.row(30, 18), see = rect_at(row.min, 148, 30);
    if (button(ui, "design/way-back", see, {.label = "See the gradients", .icon = Icon::chevron_right})) {
        if (runs.differ() && !state.of<ComparisonView>().pinned) commands.push_back(PinRun{shared_pair(state).before});
        for (const Command& command :
             Commands{SetView{View::tensors}, SelectTensor{tensor_in(*state.run, claim->path)}, SetAspect{Aspect::gradient}})
            commands.push_back(command);
    }
    ui.text({see.max.x + 14, row.centre().y}, Font::note, ui.theme.dim,
            runs.differ() ? "of both runs, and how they differ" : "of the model as it is; take the choice back to compare",
            {.max_width = row.max.x - see.max.x - 14, .vertical = VerticalAlign::middle});
}

}  // namespace vitrine
