#include "app/views/train/training.h"

#include <utility>

#include <fmt/format.h>

#include "app/state/learning.h"
#include "app/training/plan.h"
#include "app/views/train/news.h"
#include "app/views/train/state.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

TrainingCourse::TrainingCourse(const TrainingSettings& settings, std::shared_ptr<const Run> open,
                               std::optional<TrainingToGoOn> kept)
    : settings_(settings), open_(std::move(open)), kept_(std::move(kept)) {
    done_.rate = settings.rate;
}

Turn TrainingCourse::turn(const TrainingOrders& orders, std::uint64_t number, Work& work) {
    if (!session_) {
        prepare();
        return Turn::unfinished;
    }
    obey(orders);
    if (session_->is_going_back()) return Turn::unfinished;
    if (done_.steps < orders.steps) {
        if (session_->is_snapshot_due()) show(work, std::nullopt);
        return Turn::unfinished;
    }
    if (!session_->is_running()) {
        show(work, number);
        return Turn::finished;
    }
    if (session_->has_news() || session_->is_snapshot_due()) show(work, std::nullopt);
    return Turn::endless;
}

namespace {

/// Whether it trains on the sentences that its model opens with, which are saved with the model.
bool is_on_own_sentences(const SessionPlan& plan) {
    return plan.batches.size() == 1 && plan.probe && plan.batches.front() == *plan.probe;
}

}  // namespace

void TrainingCourse::prepare() {
    SessionPlan plan = kept_ ? plan_to_go_on(*kept_, *open_) : make_plan(settings_, open_.get());
    const std::optional<TrainingPlan> to_save = is_on_own_sentences(plan) ? std::nullopt
                                                : kept_                   ? kept_->history->plan
                                                                          : plan_to_save(settings_, plan.options);
    const auto kept = std::exchange(kept_, std::nullopt);
    auto model = std::make_shared<Model>();
    const bool is_new = settings_.from == TrainingStart::new_model;
    model->name = is_new ? plan.task.name : open_->model->name;
    model->title = is_new                                        ? plan.task.text
                   : settings_.from == TrainingStart::open_model ? open_->model->title + ", trained further"
                                                                 : open_->model->name + " with new weights";
    if (kept && !kept->name.empty()) model->name = kept->name, model->title = kept->title;
    if (open_ && (!is_new || kept)) model->tokenizer = open_->model->tokenizer;
    model->configuration = plan.configuration;
    if (plan.configuration.has_encoder()) model->source_vocabulary = plan.task.source_vocabulary;
    if (plan.configuration.has_decoder()) model->target_vocabulary = plan.task.target_vocabulary;
    auto session = std::make_unique<Session>(std::move(plan));
    model->batch = session->probe();
    const Regime regime = session->probe_regime();
    auto outline = std::make_shared<const Outline>(make_outline(session->plan().configuration, regime));
    model_ = std::make_shared<const TrainedModel>(
        TrainedModel{std::move(model), std::move(outline), regime, session->plan().options, to_save});
    const Regime of_step = regime_of_step(session->plan().options, session->plan().configuration);
    ahead_ = std::make_shared<const TrainedModel>(TrainedModel{
        model_->model, std::make_shared<const Outline>(make_outline(session->plan().configuration, of_step)), of_step});
    uses_ = uses_of_sentences(session->plan(), session->probe());
    session_ = std::move(session);
}

/// Carries out orders. Requested single steps come before continuous training, and no step follows a breakdown.
void TrainingCourse::obey(const TrainingOrders& orders) {
    Session& session = *session_;
    if (std::exchange(done_.rate, orders.rate) != orders.rate) session.set_learning_rate(orders.rate);
    if (std::exchange(done_.returns, orders.returns) != orders.returns) session.return_to_last_good();
    if (std::exchange(done_.back, orders.back) != orders.back) session.go_back(orders.back.step);
    if (std::exchange(done_.ahead, orders.ahead) != orders.ahead) session.show_next_batch(orders.ahead);
    if (session.is_going_back()) return session.advance();  // it has to arrive there first
    const bool steps = done_.steps < orders.steps, plays = orders.playing && !steps;
    if (std::exchange(done_.playing, plays) != plays) return plays ? session.run() : session.pause();
    if (!steps) return session.advance();
    session.step_once();
    done_.steps = session.status() == SessionStatus::broken_down ? orders.steps : done_.steps + 1;
}

namespace {

TrainedMoment moment_of(const Snapshot& snapshot, const Model& model) {
    return {.title = fmt::format("{}, after {} step{}", model.title, grouped(snapshot.steps), snapshot.steps == 1 ? "" : "s"),
            .parameters = snapshot.parameters,
            .batch = snapshot.batch,
            .activations = snapshot.activations,
            .gradients = snapshot.gradients,
            .parameter_gradients = snapshot.parameter_gradients,
            .update = snapshot.update};
}

}  // namespace

void TrainingCourse::show(Work& work, std::optional<std::uint64_t> obeyed) {
    auto snapshot = session_->snapshot();
    if (!snapshot->activations) throw Error(snapshot->breakdown ? snapshot->breakdown->problem : "nothing was computed");
    auto run = make_run(snapshot->batch ? *ahead_ : *model_, moment_of(*snapshot, *model_->model));
    std::vector<SentenceUse> uses = snapshot->batch ? uses_of_sentences(session_->plan(), *snapshot->batch) : uses_;
    work.show(ShowSnapshot{this, std::move(snapshot), std::move(run), obeyed, std::move(uses), model_});
}

TrainingOrders training_orders(const State& state) {
    const TrainingView& training = state.of<TrainingView>();
    return {.start = training.starts,
            .playing = state.of<Learning>().playing,
            .rate = training.started ? training.started->rate : training.settings.rate,
            .steps = training.steps_asked,
            .returns = training.returns_asked,
            .back = training.back_asked,
            .ahead = training.part != StepPart::none && training.part != StepPart::update};
}

namespace {

/// A training, and the number of its next orders.
struct TrainingQuestion {
    std::shared_ptr<TrainingCourse> course;
    std::uint64_t number;

    bool operator==(const TrainingQuestion&) const = default;
};

Job training_job(const TrainingQuestion& question, const TrainingOrders& orders) {
    return {.turn = [question, orders](Work& work) { return question.course->turn(orders, question.number, work); },
            .failed = [question](std::string why) -> Command {
                return TrainingFailed{question.course.get(), std::move(why)};
            },
            .no_memory = "training this model needs more memory than there is",
            .question = question};
}

}  // namespace

std::optional<MissingResult> missing_training(const State& state) {
    // The one set aside comes first, since it has to pause.
    for (const TrainingView* training : {&own_training(state), &state.of<TrainingView>()}) {
        if (!training->course || training->obeyed == training->orders_given) continue;
        return MissingResult{.job = training_job({training->course, training->orders_given}, training->orders), .tag = "training"};
    }
    return std::nullopt;
}

}  // namespace vitrine
