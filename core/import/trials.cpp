#include "core/import/trials.h"

#include <utility>

#include "core/import/assembly.h"
#include "core/import/proposal.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The answers that a mapping depends on, as a text. Heads matter if a matrix holds queries, keys and values head by head.
std::string shaping(const ImportAnswers& answers) {
    std::string text;
    for (const auto& [question, answer] : answers) {
        const bool heads = question == ImportQuestion::heads && answers_with(answers, ImportQuestion::packed, "heads");
        if (shapes_mapping(question) || heads) text += std::string(text_of(question).key) + '=' + answer.value + ' ';
    }
    return text;
}

}  // namespace

void TrialRunner::make_model(const ImportAnswers& answers) {
    made_for_ = shaping(answers);
    is_made_ = false;
    activations_ = {};
    Mapping mapping = request_.propose(answers);
    if (!mapping.missing.empty()) return;
    // Only sizes are needed. All other answers are set for every trial, and may be such that no configuration would be valid.
    mapping.answers = {{ImportQuestion::heads, {"1"}}};
    configuration_ = configuration_of(mapping, request_.weights, request_.where);
    parameters_ = assemble(mapping, request_.weights, configuration_);
    is_made_ = true;
}

std::optional<Trial> TrialRunner::run(const ImportAnswers& answers) {
    try {
        if (made_for_ != shaping(answers)) make_model(answers);
    } catch (const Error&) {
        is_made_ = false;
    }
    if (!is_made_) return std::nullopt;
    Configuration configuration = configuration_;
    apply(answers, configuration);
    configuration.positions = configuration_.positions;
    const std::string positions = value_of(answers, ImportQuestion::positions);
    const bool table_is_there = configuration.positions == PositionKind::learned;
    const bool contradicts = !positions.empty() && table_is_there == (positions == "sinusoidal");
    if (contradicts || configuration.d_model % configuration.nhead != 0) return std::nullopt;
    if (answers.count(ImportQuestion::pad_tgt) == 0) configuration.pad_tgt = configuration.pad_src;
    forward({configuration, parameters_, request_.batch}, activations_);
    const Deviation deviation = deviation_from(request_.reference, activations_.logits, request_.batch, configuration.pad_tgt);
    const std::int64_t number = count_++;
    return deviation.compared > 0 ? std::optional(Trial{answers, deviation, number}) : std::nullopt;
}

Choices::Choices(ImportAnswers base, std::vector<Tried> tried)
    : base_(std::move(base)), tried_(std::move(tried)), at_(tried_.size(), 0), left_(1) {
    for (const Tried& one : tried_) left_ *= static_cast<std::int64_t>(one.values.size());
}

std::optional<ImportAnswers> Choices::next() {
    if (left_ == 0) return std::nullopt;
    ImportAnswers answers = base_;
    for (std::size_t i = 0; i < tried_.size(); ++i)
        answers[tried_[i].question] = {tried_[i].values[at_[i]], AnswerSource::reference};
    for (std::size_t i = tried_.size(); i > 0; --i) {
        if (++at_[i - 1] < tried_[i - 1].values.size()) break;
        at_[i - 1] = 0;
    }
    --left_;
    return answers;
}

}  // namespace vitrine
