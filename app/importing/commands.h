#pragma once
/// What can be done on the page for somebody else's model, and the news of its jobs.

#include <memory>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/importing/state.h"

namespace vitrine {

/// Opens the page. With a file everything begins anew.
struct OpenImport {
    std::string file{}, batch{}, reference{};  ///< paths; empty: not given
};
void do_command(State& state, const OpenImport& command);

/// Files for the import under way, as dropped on the page; an empty path changes nothing.
struct GiveImportFiles {
    std::string batch{}, reference{};
};
void do_command(State& state, const GiveImportFiles& command);

/// Answers a question; an empty value takes the answer back.
struct AnswerImport {
    ImportQuestion question;
    std::string value;
};
void do_command(State& state, const AnswerImport& command);

/// Another piece for a parameter, chosen by hand.
struct ChooseImportPiece {
    std::string parameter;
    std::size_t place;  ///< of the piece
    Piece piece;
};
void do_command(State& state, const ChooseImportPiece& command);

/// A parameter is again what was found for it.
struct RestoreImportRow {
    std::string parameter;
};
void do_command(State& state, const RestoreImportRow& command);

/// Lists the tensors for a piece, or no longer.
struct UnfoldImportPiece {
    std::string anchor;
};
void do_command(State& state, const UnfoldImportPiece& command);

/// Whether tensors without a place in the paper's layers are left out.
struct LeaveOutUnfitting {
    bool leave_out;
};
void do_command(State& state, const LeaveOutUnfitting& command);

/// Whether open answers are tried against the reference.
struct TryImportAnswers {
    bool tries;
};
void do_command(State& state, const TryImportAnswers& command);

/// Writes the folder, and then opens it. Does nothing where import_refusal() says why.
struct WriteImport {};
void do_command(State& state, const WriteImport& command);

struct ShowForeignWeights {
    std::filesystem::path file;
    std::shared_ptr<const ForeignWeights> weights;  ///< null: `why` says why
    std::string why;
};
void do_command(State& state, const ShowForeignWeights& command);

struct ShowImportPlan {
    int revision;  ///< of the choices it is for; older ones are dropped
    std::shared_ptr<const ImportPlan> plan;
    bool finished = false;
    std::int64_t tried = 0, left = 0;
};
void do_command(State& state, const ShowImportPlan& command);

struct ImportWritten {
    std::string folder;  ///< holds the model
    std::string what;    ///< for the message line
};
void do_command(State& state, const ImportWritten& command);

struct ImportFailed {
    std::string why;
};
void do_command(State& state, const ImportFailed& command);

}  // namespace vitrine
