#pragma once
/// The time of a training: its kept moments, each of which can be shown in every view, and notable ones among them.

#include <memory>
#include <optional>
#include <vector>

#include "app/base/job.h"
#include "app/base/module.h"
#include "app/run/make_run.h"
#include "core/history/events.h"
#include "core/io/history_file.h"

namespace vitrine {

struct State;

/// A moment in the strip, with its run.
struct TimePicture {
    std::int64_t step = 0;
    std::shared_ptr<const Run> run;
};

struct TimeView {
    std::optional<std::int64_t> at;  ///< the step of the shown moment; nothing: the newest
    std::int64_t asked = 0;          ///< the step that was asked for: `at` is the kept one nearest to it
    std::shared_ptr<const Run> run;  ///< of the moment shown last
    std::int64_t run_step = -1;      ///< its step
    bool playing = false;
    double since = 0;  ///< seconds since the film last advanced

    std::vector<MomentReading> readings;     ///< of kept moments, oldest first
    std::vector<TrainingEvent> events;       ///< found in the readings
    const void* read_of = nullptr;           ///< the model of the source whose moments have been read
    std::optional<std::int64_t> read_until;  ///< while a training goes on: the moments up to this step are read
    double since_read = 0;                   ///< seconds since that step was set

    std::vector<TimePicture> strip;  ///< some moments side by side, oldest first
    const void* strip_of = nullptr;  ///< the model of the source to which these moments belong
    std::int64_t strip_until = -1;   ///< the last kept moment when they were chosen
    bool strip_slopes = false;       ///< their gradients have been computed, too

    std::shared_ptr<const TrainingHistory> opened;  ///< of the open model's folder; null: there is none, or it is not read yet
    std::filesystem::path opened_in;                ///< that folder, or the file of a sample
    std::optional<std::int64_t> steps_taken;        ///< of the training in `looked_in`, if it kept no history
    std::shared_ptr<const TrainedModel> opened_model;
    std::shared_ptr<const Run> opened_run;  ///< the open model itself
    std::filesystem::path looked_in;        ///< the last folder in which a history was looked for
};

/// Where moments come from: the training, or the history of the open model.
struct TimeSource {
    const Moments* moments = nullptr;
    const History* curves = nullptr;
    std::shared_ptr<const TrainedModel> model;
    std::int64_t now = 0;  ///< the step of the newest moment, which may not be kept
    bool is_training = false;

    explicit operator bool() const { return moments && !moments->empty(); }
};
TimeSource time_source(const State& state);

/// Where the history of this run's model is looked for: its folder, or the file beside a sample; empty: nowhere.
std::filesystem::path history_place(const Run& run);

/// The steps of the open model's training, if no history of it was kept. Nothing: there is a history, the model is not a training,
/// or another training has begun.
std::optional<std::int64_t> steps_without_history(const State& state);

/// Whether the readings include all kept moments, which is not so while a training goes on.
bool readings_are_current(const State& state);

/// Whether new moments are read every few seconds while a training goes on: the model is so small that this slows it down little.
bool reads_while_training(const TimeSource& source);

/// Why a training cannot go on from the moment after a step; empty: it can.
std::string going_on_refusal(const State& state, std::int64_t step);

/// Shows the kept moment nearest to a step in every view, with all edits and switches. A running training continues in the
/// background.
struct ShowMoment {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::int64_t step;
};
void do_command(State& state, const ShowMoment& command);

/// Shows the newest moment again.
struct ShowNow {
    static constexpr CommandTraits traits{.acts_on_b = true};
};
void do_command(State& state, const ShowNow& command);

/// Shows one moment after the other, up to the newest.
struct PlayTime {
    bool playing;
};
void do_command(State& state, const PlayTime& command);

/// Makes the shown moment run A of a comparison.
struct PinMoment {};
void do_command(State& state, const PinMoment& command);

/// A moment's run has been computed.
struct ShowMomentRun {
    static constexpr CommandTraits traits{.acts_on_b = true};
    std::int64_t step;
    std::shared_ptr<const Run> run;
    std::string why = {};  ///< why there is no run; empty: there is one
};
void do_command(State& state, const ShowMomentRun& command);

struct ShowReadings {
    const void* of;
    std::vector<MomentReading> readings;
    std::string why = {};  ///< why there are none; empty: there are some
};
void do_command(State& state, const ShowReadings& command);

struct ShowStrip {
    const void* of;
    std::int64_t until;
    bool slopes;
    std::vector<TimePicture> strip;
};
void do_command(State& state, const ShowStrip& command);

struct ShowHistory {
    std::filesystem::path folder;
    std::shared_ptr<const TrainingHistory> opened;  ///< null: there is none, or it could not be read
    std::string why = {};
    std::optional<std::int64_t> steps = {};  ///< of a training without a history; nothing: the folder is not a training
};
void do_command(State& state, const ShowHistory& command);

/// The functions of the module: what is missing may be a history, a moment's run, or the readings of moments.
std::optional<MissingResult> missing_time(const State& state);
void follow_time(State& state, const Change& change);
void pass_time_of_training(State& state, double seconds);

extern const Module time_module;

}  // namespace vitrine
