#pragma once
/// What lens and attribute have in common: a run, and the logit that it is asked about.

#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "app/cli/common/model_options.h"
#include "app/run/run.h"
#include "core/why/asked_run.h"

namespace vitrine {

/// The options of MODEL, and 'logits[SENTENCE,POSITION,WORD]' [--against WORD]. Without `required` the cell may be left out.
class AskedOptions {
public:
    explicit AskedOptions(CommandLine& command, bool required = true);

    ModelRequest request() const { return model_.request(); }

    bool asks() const { return !values_->cell.empty(); }

    /// Throws Error where the cell is not a logit or the score of a class, or where there is no such word.
    AskedLogit logit(const Model& model, const AskedRun& run) const;

private:
    struct Values {
        std::string cell;
        std::optional<std::string> against;
    };
    ModelOptions model_;
    std::shared_ptr<Values> values_;  // filled while the command line is parsed
};

/// The run as it is asked. Requires: the run outlives it.
AskedRun asked(const Run& run);

/// A word of what the model answers with, or the name of a class, in quotes; "#7" where it has no name.
std::string asked_word(const Model& model, std::int32_t id);

/// "the logit of “chat” minus that of “chien”, at position 2 of sentence 1".
std::string asked_words(const Model& model, const AskedLogit& logit);

/// {sentence, position, a, b}.
nlohmann::ordered_json asked_json(const AskedLogit& logit);

}  // namespace vitrine
