#pragma once
/// Runs of an imported model with one choice of answers each.

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

/// What is tried, and against what.
struct VerifyRequest {
    const ForeignWeights& weights;
    const std::function<Mapping(const ImportAnswers&)>& propose;  ///< a mapping for answers; throws Error where there is none
    const ImportAnswers& known;                                   ///< what is not to be tried
    const Batch& batch;
    const Reference& reference;
    const std::string& where;  ///< of messages
};

/// A question and the answers that are tried.
struct Tried {
    ImportQuestion question;
    std::vector<std::string> values;
};

/// A choice and how near it comes.
struct Trial {
    ImportAnswers answers;
    Deviation deviation;
    std::int64_t number = 0;  ///< how many were run before it
};

/// Runs one choice after the other; what does not change from one to the next, parameters above all, is kept.
class TrialRunner {
public:
    explicit TrialRunner(const VerifyRequest& request) : request_(request) {}

    /// Nothing where the answers contradict each other or the file.
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

/// Every combination of values as answers, those of the first question changing slowest.
class Choices {
public:
    Choices() = default;  ///< none
    Choices(ImportAnswers base, std::vector<Tried> tried);

    /// The next one; nothing: there is no other.
    std::optional<ImportAnswers> next();

    /// How many are left.
    std::int64_t left() const { return left_; }

private:
    ImportAnswers base_;
    std::vector<Tried> tried_;
    std::vector<std::size_t> at_;
    std::int64_t left_ = 0;
};

}  // namespace vitrine
