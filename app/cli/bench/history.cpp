/// Measures keeping the history of a training, opening it, and moving through it.

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "app/cli/bench/benchmarks.h"
#include "app/render/offscreen.h"
#include "app/shell/loop/application.h"
#include "app/state/window_commands.h"
#include "app/views/train/commands.h"
#include "app/views/train/time.h"
#include "core/files/file.h"
#include "core/io/history_file.h"
#include "core/io/model_folder.h"
#include "core/tensor/error.h"
#include "core/train/recipe.h"
#include "core/train/trainer.h"

namespace vitrine {

namespace {

constexpr std::int64_t all_steps = 2400;
constexpr const char* long_task = "english-french";

/// A training of the task, set up as by the command line.
struct TrainedExercise {
    Configuration configuration;
    std::unique_ptr<Trainer> trainer;
    double step_ms = 0;  ///< average time of a step
};

std::shared_ptr<TrainedExercise> trained_exercise() {
    const Task task = make_task(long_task);
    const Recipe& recipe = recipe_for(long_task);
    auto made = std::make_shared<TrainedExercise>();
    Configuration& c = made->configuration;
    apply_task(task, c);
    c.d_model = recipe.d_model, c.nhead = recipe.heads, c.dim_feedforward = recipe.d_ff, c.dropout = recipe.dropout;
    c.num_encoder_layers = c.num_decoder_layers = recipe.layers;
    made->trainer = std::make_unique<Trainer>(c, initialise(c, {}), BatchSource(task, recipe.batch_size, 1), TrainerOptions{});
    constexpr int some = 40;
    for (int i = 0; i < 5; ++i) made->trainer->step();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < some; ++i) made->trainer->step();
    made->step_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / some;
    return made;
}

/// Keeps the moments that are due within some number of steps. All of them have the numbers of one state.
Moments keep_all(const TrainedExercise& of, TrainingState& state) {
    Moments moments;
    for (state.steps = 0; state.steps <= all_steps; ++state.steps) {
        if (moments.is_due(state.steps)) moments.keep(of.configuration, of.trainer->options().schedule, state);
    }
    return moments;
}

std::shared_ptr<TrainingState> state_of(const TrainedExercise& of) {
    auto state = std::make_shared<TrainingState>(of.configuration);
    state->assign(of.trainer->state());
    return state;
}

Workload keeping_history() {
    const auto shared = std::make_shared<std::shared_ptr<TrainedExercise>>();
    const auto prepare = [shared]() -> Body {
        const std::shared_ptr<TrainedExercise> made = *shared = trained_exercise();
        const auto state = state_of(*made);
        return [made, state] { keep_all(*made, *state); };
    };
    const auto tell = [shared](double milliseconds, bool json) {
        const double share = milliseconds / (static_cast<double>(all_steps) * (*shared)->step_ms);
        return json ? fmt::format(",\"share_of_training\":{:.5f}", share)
                    : fmt::format("  {:.2f} % of a training of {} steps", 100 * share, all_steps);
    };
    return {.name = "history",
            .text = "keeping the moments of 2400 steps of english-french, at the default schedule and budget",
            .repetitions = 7,
            .seconds = 0.05,
            .prepare = prepare,
            .figures = tell};
}

/// A folder that is removed when this object is destroyed.
struct HistoryFolder {
    std::filesystem::path path;
    HistoryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "vitrine-history-XXXXXX").string();
        if (mkdtemp(name.data())) path = name;
    }
    HistoryFolder(const HistoryFolder&) = delete;
    HistoryFolder& operator=(const HistoryFolder&) = delete;
    ~HistoryFolder() {
        std::error_code ignored;
        if (!path.empty()) std::filesystem::remove_all(path, ignored);
    }
};

Workload opening_history() {
    const auto prepare = []() -> Body {
        const std::shared_ptr<TrainedExercise> made = trained_exercise();
        const auto folder = std::make_shared<HistoryFolder>();
        const auto state = state_of(*made);
        History curves;
        for (std::int64_t step = 1; step <= all_steps; ++step) curves.add({.step = step, .loss = 1});
        OutputFile file(folder->path / model_folder::history);
        write_history(file, {made->configuration, curves, keep_all(*made, *state)});
        file.commit();
        return [folder] { read_history(folder->path); };
    };
    return {.name = "history-open",
            .text = "opening the history of 2400 steps of english-french",
            .repetitions = 7,
            .seconds = 0.05,
            .prepare = prepare};
}

/// The program on an invisible screen, with a training whose time is dragged.
struct TimeScreen {
    OffscreenContext context;
    Application application;
    Input input;
    int frames = 0;
    std::int64_t step = 0;

    explicit TimeScreen(const std::string& task) {
        application.command(SetView{View::train});
        application.command(SetTrainingStart{TrainingStart::new_model});
        application.command(SetTask{task});
        application.command(StepTraining{60});
        constexpr int patience = 3000;
        frame();
        for (int i = 0; i < patience && !application.settled(); ++i) {
            application.finish_work();
            frame();
        }
    }

    void frame() {
        input.width = 1600;
        input.height = 1000;
        input.time = ++frames / 60.0;
        application.frame(input);
    }

    /// Drags to another moment and waits until its pictures are drawn.
    void drag() {
        step = step == 10 ? 50 : 10;
        application.command(ShowMoment{step});
        frame();
        application.finish_work();
        frame();
        if (const TimeView& time = application.state().of<TimeView>(); !time.at || time.run_step != *time.at)
            throw Error("the training has no moments to be shown");
    }
};

Workload dragging_time(const std::string& task) {
    const auto prepare = [task]() -> Body {
        const auto screen = std::make_shared<TimeScreen>(task);
        return [screen] { screen->drag(); };
    };
    return {.name = "history-drag-" + task,
            .text = "from one moment of " + task + " to another: its pass and two frames, with what is made for them",
            .repetitions = 15,
            .seconds = 0.1,
            .prepare = prepare};
}

}  // namespace

std::vector<Workload> history_workloads() {
    return {keeping_history(), opening_history(), dragging_time("navigation"), dragging_time(long_task)};
}

}  // namespace vitrine
