#pragma once
/// What takes longer than a frame may wait for, described so that whoever has time for it can do it. See app/base/scheduler.h.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "app/base/command.h"

namespace vitrine {

/// Of everything with the same tag only what was asked for last is wanted.
using Tag = std::string_view;

/// What a job is to find out: a value of any type that can be compared. Values of two types are two questions.
class Question {
public:
    Question() = default;  ///< is never asked a second time: no other is the same

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

/// What a job is told, and what it says, while it is done.
class Work {
public:
    virtual ~Work() = default;

    /// What comes of it is not wanted any more, or not as a whole: it is to end soon.
    virtual bool stop_requested() const = 0;

    /// Says how much of it is done, 0 … 1.
    virtual void progress(double done) = 0;

    /// Shows what has come of it so far, in the place of what it has shown before and nobody has taken.
    virtual void show(Command news) = 0;
};

/// What a turn leaves.
enum class Turn : std::uint8_t {
    unfinished,  ///< there is more to do
    endless,     ///< likewise, until it is told to stop; what was asked for has been shown: whoever waits does not wait for it
    finished,
};

struct Job {
    /// Is called again and again, never twice at a time, and on any thread. May throw.
    std::function<Turn(Work&)> turn;

    /// What is shown where a turn has thrown: why, in one line. That was the last turn.
    std::function<Command(std::string why)> failed;

    /// Why, where it was for want of memory.
    std::string no_memory = "this needs more memory than there is";

    /// While this is being found out, and until the answer has been taken, it is not asked a second time.
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

/// A job of one turn that makes something of an open model. Where it fails, `failure` is shown, a command whose `why` gets the
/// reason.
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

/// One turn of it; where it throws, what is to be shown then is shown.
Turn take_turn(const Job& job, Work& work);

/// Does it here and now, and returns what it shows last. Requires: it shows something, and comes to an end.
Command carry_out_now(const Job& job);

/// Something that the state is to show and does not have.
struct Lack {
    Job job;               ///< gets it
    bool at_once = false;  ///< so soon that the next frame may wait for it
    Tag tag = "screen";    ///< anything that is to be on the screen outdates what was to be there before
};

}  // namespace vitrine
