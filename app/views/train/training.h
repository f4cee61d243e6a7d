#pragma once
/// Carries out on a session, away from the drawing thread, what the state says about training.

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/base/command.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/train/settings.h"

namespace vitrine {

/// One training at a time. A newer one replaces another, and one that has yet to be prepared.
class Training {
public:
    Training();
    ~Training();  ///< within one step

    /// Does its part of a command that has just been carried out. Never waits.
    void follow(const State& state);

    /// What is new: ShowSnapshot with the newest one, or TrainingFailed. Nothing where nothing is.
    std::optional<Command> take();

    /// True while something asked for has yet to be seen.
    bool busy() const;

    /// Waits until what was asked for has been done, or at least begun where it goes on and on.
    void wait();

private:
    struct Prepared {
        std::unique_ptr<Session> session;
        TrainedModel model;
        std::string problem;  ///< why there is no session
    };
    using Request = std::function<void(Session&)>;

    static Prepared prepare(const TrainingSettings& settings);
    void start(const TrainingSettings& settings);
    void ask(Request request);
    void adopt();
    void work(const std::stop_token& stop);

    Prepared current_;
    std::vector<Request> waiting_;  // for the session that is being prepared
    bool preparing_ = false;
    std::uint64_t seen_ = 0;  // number of the newest snapshot that was taken

    // What the state said last.
    int starts_ = 0;
    bool playing_ = false;
    double rate_ = 0;
    std::int64_t steps_ = 0;
    int returns_ = 0;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<TrainingSettings> next_;
    std::vector<std::unique_ptr<Session>> old_;  // end on the worker's thread
    std::optional<Prepared> prepared_;
    bool working_ = false;
    std::jthread thread_;  // last, so that it ends before what it uses
};

}  // namespace vitrine
