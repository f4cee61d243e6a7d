#pragma once
/// Jobs: computations too long for one frame, described apart from the thread that does them. See app/base/scheduler.h.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.h"

namespace vitrine {

/// The kind of a job: of all jobs with the same tag, only the newest is wanted.
using Tag = std::string_view;

/// Identifies what a job computes: a value of any comparable type. Questions of different types differ.
class Question {
public:
    Question() = default;  ///< differs from every question, itself included

    template <class Q>
    requires(!std::is_base_of_v<Question, Q>) Question(Q question)
        : any_(std::make_shared<const QuestionOf<Q>>(std::move(question))) {}

    bool is_same_as(const Question& other) const { return any_ && other.any_ && any_->equals(*other.any_); }

private:
    struct AnyQuestion {
        virtual ~AnyQuestion() = default;
        virtual bool equals(const AnyQuestion& other) const = 0;
    };

    template <class Q>
    struct QuestionOf final : AnyQuestion {
        explicit QuestionOf(Q&& asked) : question(std::move(asked)) {}
        bool equals(const AnyQuestion& other) const override {
            const auto* own = dynamic_cast<const QuestionOf<Q>*>(&other);
            return own && own->question == question;
        }
        Q question;
    };

    std::shared_ptr<const AnyQuestion> any_;
};

/// The connection of a running job to the code that runs it.
class Work {
public:
    virtual ~Work() = default;

    /// True when the job should end soon, because its result is no longer wanted, or no longer needs to be complete.
    virtual bool stop_requested() const = 0;

    /// Reports the finished share of the job, 0 … 1.
    virtual void progress(double done) = 0;

    /// Delivers the result so far. It replaces an earlier result that has not been taken yet.
    virtual void show(Command news) = 0;
};

/// How a turn of a job ended.
enum class Turn : std::uint8_t {
    unfinished,  ///< there is more to do
    endless,     ///< continues until told to stop, but has shown the requested result: Scheduler::wait() waits no longer
    finished,
};

struct Job {
    /// Does part of the work. Called repeatedly, by one thread at a time, but on any thread. May throw.
    std::function<Turn(Work&)> turn;

    /// Makes the command that is shown after a turn has thrown; `why` is the reason, in one line. No further turn follows.
    std::function<Command(std::string why)> failed;

    /// The reason for std::bad_alloc.
    std::string no_memory = "this needs more memory than there is";

    /// The scheduler ignores a job whose question equals that of the running job, or of a result that has not been taken yet.
    Question question = {};
};

/// A job that is done in one turn.
template <class Make, class Failed>
Job job_of(Make make, Failed failed) {
    return {.turn =
                [make = std::move(make)](Work& work) {
                    work.show(make(work));
                    return Turn::finished;
                },
            .failed = std::move(failed)};
}

/// A job of one turn that makes something from an open model. If it throws, it shows `failure`, a command whose field `why` gets
/// the reason.
template <class Make, class Failure>
Job making_job(Make make, Failure failure, Question question = {}) {
    Job job = job_of(std::move(make), [failure = std::move(failure)](std::string why) -> Command {
        Failure failed = failure;
        failed.why = std::move(why);
        return failed;
    });
    job.no_memory = "this model and batch need more memory than there is";
    job.question = std::move(question);
    return job;
}

/// Does one turn of the job. If the turn throws, shows the command of Job::failed and returns Turn::finished.
Turn take_turn(const Job& job, Work& work);

/// Does the job on this thread and returns the last command it shows. Requires: the job shows a command, and ends.
Command carry_out_now(const Job& job);

/// A result that the screen needs but the state does not have.
struct MissingResult {
    Job job;               ///< computes the result
    bool at_once = false;  ///< computing takes so little time that the next frame may wait for it
    Tag tag = "screen";    ///< whatever the screen needs now replaces what it needed before

    /// Files that the job reads and that may have to be fetched first: see app/state/late_files.h.
    std::vector<std::string> files = {};
};

}  // namespace vitrine
