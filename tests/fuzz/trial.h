#pragma once
/// One trial: a damaged file is read. Either that succeeds, and what was read can be used, or it is refused in one line that names
/// the file. Nothing else may happen.

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/tensor/error.h"
#include "core/tensor/random.h"

namespace vitrine::fuzz {

/// The reason why a trial failed.
struct Finding : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws Finding if the condition is false.
inline void expect(bool holds, const std::string& what) {
    if (!holds) throw Finding(what);
}

/// How a trial ended.
struct Outcome {
    std::string refusal{};  ///< what the reader's Error says; empty: it was read and used
};

/// A kind of file.
struct Kind {
    std::string_view name;

    /// Writes a damaged file into the empty folder, reads it, and uses what was read. Whatever it throws is a finding.
    Outcome (*attempt)(Random& random, const std::filesystem::path& folder);

    bool draws = false;   ///< with a graphics driver, which leaks memory when it is unloaded, so leaks are not checked
    int in_how_many = 1;  ///< only one in so many trials runs, as the files of this kind are large
};

extern const Kind safetensors_kind, configurations_kind, families_kind, tokenizers_kind, batches_kind, imports_kind, large_kind,
    sessions_kind, links_kind;

/// Writes a file directly, without the program's precautions.
void write(const std::filesystem::path& file, std::string_view content);

/// Throws Finding unless the text is one short line of valid UTF-8 without control characters that contains the name.
void check_refusal(const std::string& text, std::string_view name);

/// Reads, and then uses what was read. `name`: the name that an Error has to mention.
template <class Read, class Use>
Outcome attempt(std::string_view name, Read&& read, Use&& use) {
    try {
        auto result = read();
        try {
            use(result);
        } catch (const Error& error) {
            throw Finding(std::string("was read, but then: ") + error.what());
        }
    } catch (const Error& error) {
        check_refusal(error.what(), name);
        return {error.what()};
    }
    return {};
}

}  // namespace vitrine::fuzz
