#pragma once
/// How to decode, as somebody says it on the command line.

#include <cstdint>
#include <optional>
#include <string>

#include "app/cli/common/command_line.h"
#include "core/decode/options.h"

namespace vitrine {

/// What was given; the rest goes without saying.
struct GenerateOptions {
    std::optional<std::string> strategy{};
    std::optional<Size> beams{}, top_k{}, max_new_tokens{}, n_best{};
    std::optional<double> length_penalty{}, temperature{}, top_p{};
    std::uint64_t seed = 1;
    bool no_cache = false, no_early_stopping = false;
};

/// Adds the options to a command. They are filled while the command line is parsed and must outlive that.
void add_options(CommandLine& command, GenerateOptions& options);

/// What they mean. Without a strategy, naming what only sampling or only a beam search has says that it is wanted. Throws Error
/// where an option does not go with the strategy.
DecodeOptions decode_options(const GenerateOptions& options);

}  // namespace vitrine
