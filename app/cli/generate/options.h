#pragma once
/// The options for decoding on the command line.

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/common/command_line.h"
#include "core/decode/options.h"
#include "core/text/vocabulary.h"

namespace vitrine {

/// The options given; all others have defaults.
struct GenerateOptions {
    std::optional<std::string> strategy{}, begin{};
    std::optional<Size> beams{}, top_k{}, max_new_tokens{}, n_best{};
    std::optional<double> length_penalty{}, temperature{}, top_p{};
    std::uint64_t seed = 1;
    bool no_cache = false, no_early_stopping = false;
};

/// Adds the options to a command. Parsing fills `options`, which must live until then.
void add_options(CommandLine& command, GenerateOptions& options);

/// The token that --begin names in the vocabulary, which has `size` ids; no_token if the option is not given. Throws Error if
/// there is no such token.
std::int32_t begin_of(const GenerateOptions& options, const Vocabulary& vocabulary, Size size);

/// The options for decoding, except --begin. Without --strategy, an option of sampling or beam search selects that strategy.
/// Throws Error if an option does not fit the strategy.
DecodeOptions decode_options(const GenerateOptions& options);

}  // namespace vitrine
