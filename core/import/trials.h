#pragma once
/// Runs an imported model with one choice of answers after another.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/import/mapping.h"
#include "core/import/reference.h"
#include "core/model/activations.h"
#include "core/model/parameters.h"

namespace vitrine {

/// What is tried, and what it is compared with.
struct VerifyRequest {
    const ForeignWeights& weights;
    const std::function<Mapping(const ImportAnswers&)>& propose;  ///< a mapping for given answers; throws Error if there is none
    const ImportAnswers& known;                                   ///< answers that are not to be varied
    const Batch& batch;
    const Reference& reference;
    const std::string& where;  ///< the beginning of messages
};

/// A question and the answers to try.
struct Tried {
    ImportQuestion question;
    std::vector<std::string> values;
};

/// A choice and how near it comes to the reference.
struct Trial {
    ImportAnswers answers;
    Deviation deviation;
    std::int64_t number = 0;  ///< the number of choices that were run before it
};

/// Runs one choice after another. What does not change between two choices, above all the parameters, is kept.
class TrialRunner {
public:
    explicit TrialRunner(const VerifyRequest& request) : request_(request) {}

    /// Nothing if the answers contradict each other or the file.
    std::optional<Trial> run(const ImportAnswers& answers);

    std::int64_t count() const { return count_; }

private:
    void make_model(const ImportAnswers& answers);

    const VerifyRequest& request_;
    std::optional<std::string> made_for_;  // the answers that the mapping depends on
    bool is_made_ = false;
    Configuration configuration_;
    Parameters parameters_;
    Activations activations_;
    std::int64_t count_ = 0;
};

/// Every combination of values as answers. The first question's value changes most slowly.
class Choices {
public:
    Choices() = default;  ///< none
    Choices(ImportAnswers base, std::vector<Tried> tried);

    /// The next combination; nothing if there are no more.
    std::optional<ImportAnswers> next();

    /// The number of combinations that are left.
    std::int64_t left() const { return left_; }

private:
    ImportAnswers base_;
    std::vector<Tried> tried_;
    std::vector<std::size_t> at_;
    std::int64_t left_ = 0;
};

}  // namespace vitrine
