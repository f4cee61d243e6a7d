#pragma once
/// Commands of the import page, and the results of its jobs.

#include <memory>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "app/importing/state.h"

namespace vitrine {

/// Opens the page. A file starts a new import.
struct OpenImport {
    std::string file{}, batch{}, reference{};  ///< paths; empty: not given
};
void do_command(State& state, const OpenImport& command);

/// Adds files to the import under way, for example when they are dropped on the page. An empty path changes nothing.
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

/// Replaces a piece of a parameter by one that the user has chosen.
struct ChooseImportPiece {
    std::string parameter;
    std::size_t place;  ///< of the piece within the parameter
    Piece piece;
};
void do_command(State& state, const ChooseImportPiece& command);

/// Gives a parameter back what was found for it.
struct RestoreImportRow {
    std::string parameter;
};
void do_command(State& state, const RestoreImportRow& command);

/// Lists the tensors for a piece, or closes the list.
struct UnfoldImportPiece {
    std::string anchor;
};
void do_command(State& state, const UnfoldImportPiece& command);

/// Sets whether tensors without a place in the paper's layers are left out.
struct LeaveOutUnfitting {
    bool leave_out;
};
void do_command(State& state, const LeaveOutUnfitting& command);

/// Sets whether possible answers to open questions are tried against the reference.
struct TryImportAnswers {
    bool tries;
};
void do_command(State& state, const TryImportAnswers& command);

/// Writes the folder, and then opens it. Does nothing if import_refusal() gives a reason.
struct WriteImport {};
void do_command(State& state, const WriteImport& command);

struct ShowForeignWeights {
    std::filesystem::path file;
    std::shared_ptr<const ForeignWeights> weights;  ///< null: `why` gives the reason
    std::string why;
};
void do_command(State& state, const ShowForeignWeights& command);

struct ShowImportPlan {
    int revision;  ///< the revision of the choices it was made for; a plan of older ones is dropped
    std::shared_ptr<const ImportPlan> plan;
    bool finished = false;
    std::int64_t tried = 0, left = 0;
};
void do_command(State& state, const ShowImportPlan& command);

struct ImportWritten {
    std::string folder;  ///< the folder of the written model
    std::string what;    ///< for the message line
};
void do_command(State& state, const ImportWritten& command);

struct ImportFailed {
    std::string why;
};
void do_command(State& state, const ImportFailed& command);

}  // namespace vitrine
