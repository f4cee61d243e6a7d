#pragma once
/// Files that a page fetches when a job is going to read them, such as the weights of most samples. In a window no file is late.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/base/command.h"
#include "core/io/model.h"

namespace vitrine {

/// A file that has not come yet.
struct LateFile {
    std::uint64_t size = 0;    ///< bytes to be fetched
    std::uint64_t come = 0;    ///< how many of them have come
    bool wanted = false;       ///< it is being fetched
    std::string problem = {};  ///< why it could not be fetched; empty: there was no problem
};

/// By their names, which are their paths in the program's folder: "samples/translation.safetensors". A file that has come is no
/// longer among them.
struct LateFiles {
    std::map<std::string, LateFile> files;

    bool lacks(const std::vector<std::string>& names) const;

    /// Whether all of these files that are late are being fetched.
    bool fetches(const std::vector<std::string>& names) const;

    /// Why one of these files could not be fetched, in one line; empty: there was no problem.
    std::string problem_of(const std::vector<std::string>& names) const;

    bool has_problems() const;
};

/// The files of the model, if it is a sample, and, if the model of a moment is wanted, of its training.
std::vector<std::string> late_names(const ModelRequest& request);

/// The name of the moments of a sample's training: of "…/samples/induction.history.safetensors".
std::string late_name_of_history(const std::filesystem::path& file);

/// What is being fetched, as a line: "Fetching english-spanish: 34 % of 8.0 MB …"; empty: nothing.
std::string fetching_line(const LateFiles& late);

/// These files are late: their sizes by name.
struct AwaitFiles {
    std::map<std::string, std::uint64_t> sizes;
};
void do_command(State& state, const AwaitFiles& command);

/// A job waits for these files: those of them that are late are to be fetched.
struct FetchFiles {
    std::vector<std::string> names;
};
void do_command(State& state, const FetchFiles& command);

struct ForgetFileProblems {};  ///< whoever waited for the files knows: the next job that needs them has them fetched again
void do_command(State& state, const ForgetFileProblems& command);

struct LateFileAdvanced {
    std::string name;
    std::uint64_t come;
};
void do_command(State& state, const LateFileAdvanced& command);

struct LateFileCame {
    std::string name;
};
void do_command(State& state, const LateFileCame& command);

struct LateFileFailed {
    std::string name, why;
};
void do_command(State& state, const LateFileFailed& command);

}  // namespace vitrine
