#pragma once
/// Opens models, edits their runs, computes their gradients and decodes with them away from the drawing thread.

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <variant>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/opening/commands.h"
#include "app/session/data.h"
#include "app/views/generate/state.h"
#include "app/views/masks/state.h"
#include "core/model/attention_device.h"

namespace vitrine {

/// A thread that does one thing at a time. A newer request replaces one that has not begun and outdates one that has.
class Opening {
public:
    /// `device`: asked for the attentions of the models that are opened; null: they are computed here.
    explicit Opening(std::shared_ptr<const AttentionDevice> device = nullptr);
    ~Opening() { outdated_.request_stop(); }

    void request(const ModelRequest& request) { ask(SavedSession{.model = request}); }

    /// Asks for the model of a session with its edits, and for what it is compared with.
    void request(const SavedSession& session) { ask(session); }

    /// Asks for the gradients of a run, once, however often it is called.
    void request_gradients(const std::shared_ptr<const Run>& run);

    /// Asks for a run with these edits, once, however often it is called.
    void request_edits(const std::shared_ptr<const Run>& run, const Edits& edits);

    /// Asks for the difference of the runs that are compared, once, however often it is called.
    void request_difference(const ComparisonView& comparison);

    /// Asks for a leak test of a run, once, however often it is called.
    void request_leak_test(const std::shared_ptr<const Run>& run, const LeakQuestion& question);

    /// Asks for the answer to a question, once, however often it is called. A newer request stops it between two words.
    void request_decoding(const DecodingQuestion& question);

    /// What has come of the newest request: ShowRun, ShowEditedRun, ShowDifference, UpdateRun, ShowLeakTest or ShowDecoded, or
    /// OpeningFailed or DecodingRefused with the reason. Nothing while it is under way.
    std::optional<Command> take();

    /// Waits until nothing is under way.
    void wait();

private:
    struct Edit {
        std::shared_ptr<const Run> run;
        Edits edits;
    };
    struct Test {
        std::shared_ptr<const Run> run;
        LeakQuestion question;
    };
    struct Decoding {
        DecodingQuestion question;
        std::stop_token outdated;
    };
    using Job = std::variant<SavedSession, std::shared_ptr<const Run>, Edit, Test, ComparedRuns, Decoding>;

    static LeakTest answer_if_it_fits(const Test& test);
    Command carry_out(const Job& job) const;
    Command make(const SavedSession& session) const;
    static Command make(const std::shared_ptr<const Run>& run);
    static Command make(const Edit& edit);
    static Command make(const Test& test);
    static Command make(const ComparedRuns& runs);
    static Command make(const Decoding& decoding);
    void ask(Job job);
    void work(const std::stop_token& stop);

    const std::shared_ptr<const AttentionDevice> device_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Job> next_;
    std::optional<Command> result_;
    bool busy_ = false;
    std::uint64_t differentiated_ = 0;         // the generation whose gradients were asked for last
    std::optional<Edits> edited_;              // the edits that were asked for last, of the run that
    std::uint64_t edited_from_ = 0;            // has this generation
    ComparedRuns compared_;                    // the runs whose difference was asked for last
    LeakQuestion tested_;                      // the question that was asked last of the run that
    std::uint64_t tested_of_ = 0;              // has this generation
    std::optional<DecodingQuestion> decoded_;  // the question to the model that was asked last
    std::stop_source outdated_;                // says so to what is under way
    std::jthread thread_;                      // last, so that it ends before what it uses
};

/// Opens a model and makes the run of it that these edits ask for; without them, and saying so, where they have no place in it.
/// Throws Error where the model cannot be opened.
ShowRun open_run(const ModelRequest& request, const Edits& edits, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// The same for a session, with the run that it compares with; without that, and saying so, where it cannot be had.
ShowRun open_session(const SavedSession& session, const std::shared_ptr<const AttentionDevice>& device = nullptr);

/// The run with these edits, made at once: ShowEditedRun, or OpeningFailed with the reason.
Command edited_now(const std::shared_ptr<const Run>& run, const Edits& edits);

/// The difference of two runs, made at once: ShowDifference, or OpeningFailed with the reason.
Command compared(const ComparisonView& comparison);

/// The answer to a question: ShowDecoded, or DecodingRefused with the reason. What is quickly done is done several times, and the
/// fastest is kept.
Command decoded(const DecodingQuestion& question, const GenerationWatch& watch = {});

}  // namespace vitrine
