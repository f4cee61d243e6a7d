#include "app/views/train/keeping.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/base/job.h"
#include "app/run/request.h"
#include "app/session/data.h"
#include "app/state/learning.h"
#include "app/state/leaving.h"
#include "app/state/notice.h"
#include "app/state/saved_fields.h"
#include "app/state/window_commands.h"
#include "app/views/train/aside.h"
#include "app/views/train/beginning.h"
#include "app/views/train/state.h"
#include "core/io/checkpoint.h"
#include "core/tensor/error.h"
#include "core/tensor/parallel.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// The folder for the training before the current one.
fs::path folder_before(const TrainingKeeping& keeping) {
    fs::path folder = *keeping.folder;
    folder += "-before";
    return folder;
}

/// A training, and the folder for it.
struct KeptPlace {
    const TrainingUnderWay* training;  ///< null: there is none
    fs::path folder;

    /// The training as it stands, or stood a short time ago; null if it cannot be saved.
    std::shared_ptr<const KeptMoment> standing() const {
        return training && training->started && training->snapshot && training->model ? training->snapshot->standing : nullptr;
    }
    bool is_kept() const { return training->kept_in == folder && training->kept == standing(); }
};

/// Requires: there is a folder.
std::array<KeptPlace, 2> kept_places(const State& state) {
    const TrainingKeeping& keeping = state.of<TrainingKeeping>();
    const TrainingView& training = own_training(state);
    return {KeptPlace{&training, *keeping.folder}, KeptPlace{training.before.get(), folder_before(keeping)}};
}

/// What has to be kept next; nothing: everything is kept, or cannot be.
std::optional<KeptPlace> unkept(const State& state) {
    const TrainingKeeping& keeping = state.of<TrainingKeeping>();
    if (!keeping.folder || state.of<Learning>().awaited || own_training(state).preparing) return std::nullopt;
    for (const KeptPlace& place : kept_places(state)) {
        const auto moment = place.standing();
        if (moment && moment != place.training->not_kept && !place.is_kept()) return place;
    }
    return std::nullopt;
}

bool stands_still(const State& state) {
    const TrainingView& training = own_training(state);
    if (&training != &state.of<TrainingView>()) return !training.course || training.obeyed == training.orders_given;
    return !state.of<Learning>().playing && !state.of<Learning>().moves;
}

}  // namespace

bool has_unsaved_steps(const State& state) {
    const TrainingView& training = own_training(state);
    if (!training.started || training.steps() == 0) return false;
    if (!training.snapshot) return training.kept_in.empty();  // it is being read
    const auto moment = training.snapshot->standing;
    return !stands_still(state) || !moment || moment->step != training.steps() || !state.of<TrainingKeeping>().folder ||
           !kept_places(state).front().is_kept();
}

namespace {

std::string lost_words(const State& state, const std::string& why) {
    return fmt::format(
        "The training of {} cannot be saved: {}. It would be lost when the window closes. With Save, in the menu File, you can "
        "save the model and its training in another folder.",
        counted(own_training(state).steps(), "step"), why);
}

/// Names a job that keeps a training, by what it saves where.
struct KeepingQuestion {
    std::shared_ptr<const KeptMoment> moment;
    fs::path folder;
    bool operator==(const KeepingQuestion&) const = default;
};

/// A training has been kept.
struct TrainingKept {
    std::shared_ptr<const TrainingCourse> course;  ///< of the training
    std::shared_ptr<const KeptMoment> moment;
    fs::path folder;
    std::string aside;  ///< where previous content of the folder has been moved; empty: there was none
};

void do_command(State& state, const TrainingKept& command) {
    TrainingKeeping& keeping = state.of<TrainingKeeping>();
    TrainingView& view = own_training(state);
    keeping.in_the_way.erase(command.folder);
    keeping.problem.clear();
    for (TrainingUnderWay* training : {static_cast<TrainingUnderWay*>(&view), view.before.get()}) {
        if (!training) continue;
        if (training->kept_in == command.folder) training->kept_in.clear(), training->kept.reset();
        if (training->course == command.course) training->kept_in = command.folder, training->kept = command.moment;
    }
    if (!command.aside.empty()) notify(state, "The training that was saved there before is in " + command.aside);
}

struct TrainingNotKept {
    std::shared_ptr<const TrainingCourse> course;
    std::shared_ptr<const KeptMoment> moment;
    std::string why;
};

void do_command(State& state, const TrainingNotKept& command) {
    TrainingKeeping& keeping = state.of<TrainingKeeping>();
    TrainingView& view = own_training(state);
    for (TrainingUnderWay* training : {static_cast<TrainingUnderWay*>(&view), view.before.get()}) {
        if (training && training->course == command.course) training->not_kept = command.moment;
    }
    const bool known = std::exchange(keeping.problem, command.why) == command.why;
    if (!state.quits && !known) do_command(state, ShowMessage{"the training cannot be saved: " + command.why});
}

TrainingInWindow known_of(const TrainingUnderWay& training) {
    const Model& model = *training.model->model;
    TrainingInWindow known{.settings = *training.started, .name = model.name, .title = model.title};
    if (training.open && names_model(training.open->request)) known.open = training.open->request;
    return known;
}

Job keeping_job(const State& state, const KeptPlace& place) {
    const TrainingUnderWay& training = *place.training;
    const TrainingKept kept{training.course, place.standing(), place.folder, {}};
    const bool aside = state.of<TrainingKeeping>().in_the_way.contains(place.folder);
    Job job = job_of(
        [kept, aside, known = known_of(training), saved = TrainingToSave{training.snapshot, training.model}](Work&) {
            TrainingKept done = kept;
            if (aside && holds_checkpoint(kept.folder)) done.aside = put_training_aside(kept.folder).string();
            keep_training(kept.folder, saved, known);
            return done;
        },
        [kept](std::string why) -> Command {
            return TrainingNotKept{kept.course, kept.moment, std::move(why)};
        });
    job.question = KeepingQuestion{kept.moment, kept.folder};
    return job;
}

/// The trainings that were kept, to go on with.
struct TakeUpTrainings {
    std::shared_ptr<const KeptForWindow> now, before;  ///< null: none was kept, or it cannot be read
    std::vector<std::string> problems;                 ///< about trainings that cannot be read
    std::vector<std::string> lost_histories = {};      ///< why histories of continued trainings cannot be read
    std::set<fs::path> in_the_way;                     ///< folders with files that cannot be read
};

void do_command(State& state, const TakeUpTrainings& command) {
    TrainingView& training = own_training(state);
    state.of<Learning>().awaited = false;
    state.of<TrainingKeeping>().in_the_way = command.in_the_way;
    for (const std::string& problem : command.problems)
        do_command(state, ShowMessage{"a saved training cannot be continued: " + problem});
    for (const std::string& lost : command.lost_histories)
        do_command(state, ShowMessage{"a saved training is continued, but its history is lost: " + lost});
    if (command.before) training.before = std::make_shared<TrainingUnderWay>(training_of(*command.before));
    if (!command.now) return void(state.of<Learning>().playing = false);
    if (TrainingAside& aside = state.of<TrainingAside>(); aside.own) {
        static_cast<TrainingUnderWay&>(*aside.own) = training_of(*command.now);
        aside.was_shown = state.of<TrainingKeeping>().was_shown;
    } else {
        take_up(state, *command.now, state.of<TrainingKeeping>().was_shown);
    }
    const int threads_before = command.now->going_on.history->plan->threads;
    const std::string digits = threads_before == threads()
                                   ? ""
                                   : fmt::format(" So far it was trained on {}, now on {}: the last digits can differ.",
                                                 counted(threads_before, "thread"), threads());
    notify(state, fmt::format("The training is where you left it, after {}.{}", counted(training.steps(), "step"), digits));
}

std::shared_ptr<const KeptForWindow> read_if_there(const fs::path& folder, TakeUpTrainings& read) {
    if (!holds_checkpoint(folder)) return nullptr;
    try {
        auto kept = std::make_shared<const KeptForWindow>(read_kept_training(folder));
        if (!kept->lost_history.empty()) {
            read.lost_histories.push_back(kept->lost_history);
            read.in_the_way.insert(folder);  // so that the damaged file is not overwritten
        }
        return kept;
    } catch (const Error& error) {
        read.problems.emplace_back(error.what());
        read.in_the_way.insert(folder);
        return nullptr;
    }
}

Job reading_job(const TrainingKeeping& keeping) {
    Job job = job_of(
        [now = *keeping.folder, before = folder_before(keeping)](Work&) {
            TakeUpTrainings read;
            read.now = read_if_there(now, read);
            read.before = read_if_there(before, read);
            return read;
        },
        [now = *keeping.folder, before = folder_before(keeping)](std::string why) -> Command {
            return TakeUpTrainings{.now = {}, .before = {}, .problems = {std::move(why)}, .in_the_way = {now, before}};
        });
    job.question = KeepingQuestion{nullptr, *keeping.folder};
    return job;
}

/// How long a training must stand still before it is kept, in seconds. A user who takes single steps usually takes several.
constexpr double calm_enough = 1.5;

std::optional<MissingResult> missing_keeping(const State& state) {
    const TrainingKeeping& keeping = state.of<TrainingKeeping>();
    if (!keeping.folder) return std::nullopt;
    if (state.of<Learning>().awaited) {
        if (state.opening || state.of<PendingSession>().session) return std::nullopt;  // these determine whether it is shown
        return MissingResult{.job = reading_job(keeping), .tag = "keeping"};
    }
    if (stands_still(state) && !state.quits && keeping.calm < calm_enough) return std::nullopt;
    const auto place = unkept(state);
    return place ? std::optional(MissingResult{.job = keeping_job(state, *place), .tag = "keeping"}) : std::nullopt;
}

bool waits_to_keep(const State& state) { return stands_still(state) && unkept(state); }

/// When the window is being closed, stops and keeps the training. If that is impossible, asks the user.
void follow_leaving(State& state) {
    TrainingKeeping& keeping = state.of<TrainingKeeping>();
    TrainingView& training = own_training(state);
    if (!std::exchange(keeping.leaves, state.quits) && state.quits) training.not_kept.reset();  // tries once more
    if (!state.quits || state.of<Leaving>().anyway || !has_unsaved_steps(state)) return;
    if (!keeping.folder) return do_command(state, AskToLeave{lost_words(state, keeping.refusal)});
    state.of<Learning>().playing = false;
    if (!stands_still(state)) return;
    const auto moment = kept_places(state).front().standing();
    if (!moment || moment->step != training.steps())
        return do_command(state, AskToLeave{lost_words(state, "it cannot continue from here")});
    if (moment == training.not_kept) return do_command(state, AskToLeave{lost_words(state, keeping.problem)});
    notify(state, fmt::format("Saving the training of {} …", counted(moment->step, "step")));
}

void follow_keeping(State& state, const Change&) {
    TrainingKeeping& keeping = state.of<TrainingKeeping>();
    TrainingView& training = own_training(state);
    const TrainingAside& aside = state.of<TrainingAside>();
    if (training.started && !training.preparing) keeping.was_shown = aside.own ? aside.was_shown : state.of<Learning>().shown;
    const KeptMoment* moment = training.snapshot ? training.snapshot->standing.get() : nullptr;
    // The first moment of a resumed training is what its folder contains.
    if (moment && !training.kept_in.empty() && !training.kept) training.kept = training.snapshot->standing;
    if (std::exchange(keeping.calm_at, moment) != moment) keeping.calm = 0;
    follow_leaving(state);
}

struct KeepingFields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("training_shown", state.template of<TrainingKeeping>().was_shown);
    }
};

constexpr std::string_view of_this_machine[] = {"training_shown"};

void describe_keeping(const State& state, nlohmann::ordered_json& json) {
    const TrainingView& training = own_training(state);
    json["keeping"] = {
        {"before", training.before ? nlohmann::ordered_json(training.before->steps()) : nlohmann::ordered_json()},
        {"aside", state.of<TrainingAside>().own ? nlohmann::ordered_json(training.steps()) : nlohmann::ordered_json()},
        {"may_close", may_close(state)}};
}

}  // namespace

void do_command(State& state, const KeepTraining& command) {
    TrainingKeeping& keeping = state.of<TrainingKeeping>();
    keeping.folder = command.folder;
    keeping.refusal = command.refusal;
    state.of<Learning>().awaited =
        command.folder && (holds_checkpoint(*command.folder) || holds_checkpoint(folder_before(keeping)));
}

fs::path training_folder(const fs::path& session) {
    fs::path folder = session;
    folder += ".training";
    return folder;
}

bool may_close(const State& state) {
    return state.quits && (state.of<Leaving>().anyway || (!has_unsaved_steps(state) && !unkept(state)));
}

const Module keeping_module{
    .name = "keeping",
    .follow = follow_keeping,
    .pass_time = [](State& state, double seconds) { state.of<TrainingKeeping>().calm += seconds; },
    .moving = waits_to_keep,
    .missing = missing_keeping,
    .saved = saved_fields<KeepingFields>(of_this_machine),
    .describe = describe_keeping,
};

}  // namespace vitrine
