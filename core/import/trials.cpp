#include "core/import/trials.h"

#include "core/import/assembly.h"
#include "core/import/proposal.h"
#include "core/pass/transformer.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// The answers on which a mapping depends, as a text. Heads matter where a matrix holds queries, keys and values head by head.
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
    Mapping mapping = request_.propose(answers);
    if (!mapping.missing.empty()) return;
    // Sizes alone; the rest is set for every trial, and may be what no whole configuration allows.
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
    ++count_;
    const Deviation deviation = deviation_from(request_.reference, activations_.logits, request_.batch, configuration.pad_tgt);
    return deviation.compared > 0 ? std::optional(Trial{answers, deviation}) : std::nullopt;
}

void for_each_choice(const ImportAnswers& base, const std::vector<Tried>& tried,
                     const std::function<void(const ImportAnswers&)>& visit) {
    std::vector<std::size_t> at(tried.size(), 0);
    for (const Tried& one : tried) {
        if (one.values.empty()) return;
    }
    for (;;) {
        ImportAnswers answers = base;
        for (std::size_t i = 0; i < tried.size(); ++i)
            answers[tried[i].question] = {tried[i].values[at[i]], AnswerSource::verified};
        visit(answers);
        std::size_t i = tried.size();
        for (; i > 0; --i) {
            if (++at[i - 1] < tried[i - 1].values.size()) break;
            at[i - 1] = 0;
        }
        if (i == 0) return;
    }
}

}  // namespace vitrine
