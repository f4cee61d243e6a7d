#include "app/cli/why/asked.h"

#include <fmt/format.h>

#include "app/cli/common/cell_option.h"
#include "app/run/picture.h"
#include "core/tensor/error.h"
#include "core/text/completions.h"
#include "core/text/plain_text.h"

namespace vitrine {

AskedOptions::AskedOptions(CommandLine& command, bool required) : model_(command), values_(std::make_shared<Values>()) {
    const char* text =
        required ? "What to ask about: logits[SENTENCE,POSITION,WORD], counted from 0, or classifier.scores[SENTENCE,CLASS]"
                 : "Measure this logit, logits[SENTENCE,POSITION,WORD], counted from 0, or classifier.scores[SENTENCE,CLASS]; "
                   "default: the loss";
    const CommandLineOption cell = command.add_option("cell", values_->cell, text).type_name("CELL");
    if (required) cell.required();
    command.add_option("--against", values_->against, "Ask about the difference to this word's logit: a word, or #ID")
        .type_name("WORD");
}

namespace {

const Vocabulary& words_of_answers(const Model& model) {
    const Configuration& c = model.configuration;
    if (c.classes > 0) return model.classes;
    return c.last_stack() == StackKind::encoder ? model.source_vocabulary : model.target_vocabulary;
}

/// "#7", a word of the vocabulary, or an id where there is no vocabulary.
std::int32_t read_word(const Model& model, const std::string& text) {
    const auto size = static_cast<std::int32_t>(model.configuration.label_kinds());
    const Vocabulary& words = words_of_answers(model);
    if (const auto known = words.id(text)) return *known;
    const bool is_id = text.starts_with('#');
    if (const ReadToken read = read_token({}, size, is_id ? text.substr(1) : text); read.id && (is_id || words.empty()))
        return *read.id;
    throw Error(
        fmt::format("--against {}: it is neither a word of this model nor # and an id from 0 to {}", in_quotes(text), size - 1));
}

}  // namespace

AskedLogit AskedOptions::logit(const Model& model, const AskedRun& run) const {
    const Configuration& c = model.configuration;
    const CellName cell = parse_cell(values_->cell);
    const std::string asked = c.classes > 0 ? "classifier.scores" : "logits";
    const bool answers = c.is_transformer() && c.has_labels();
    if (cell.path != asked || !answers)
        throw Error(fmt::format("{}: {}", in_quotes(values_->cell),
                                answers ? "what can be asked about is " + asked + "[…]" : "this model has no logits"));
    check_cell(values_->cell, cell, run.find(asked).layout);
    AskedLogit logit{.sentence = cell.index[0]};
    if (c.classes == 0) logit.position = cell.index[1];
    logit.word = static_cast<std::int32_t>(cell.index[c.classes > 0 ? 1 : 2]);
    if (values_->against) logit.against = read_word(model, *values_->against);
    return logit;
}

AskedRun asked(const Run& run) { return {run.model->configuration, run.trace, run.parameter_trace}; }

std::string asked_word(const Model& model, std::int32_t id) {
    const Vocabulary& words = words_of_answers(model);
    return words.empty() ? fmt::format("#{}", id) : quoted(words.word(id));
}

std::string asked_words(const Model& model, const AskedLogit& logit) {
    const bool classes = model.configuration.classes > 0;
    std::string text = std::string("the ") + (classes ? "score" : "logit") + " of " + asked_word(model, logit.word);
    if (logit.against) text += " minus that of " + asked_word(model, *logit.against);
    return text + (classes ? fmt::format(", for sentence {}", logit.sentence + 1)
                           : fmt::format(", at position {} of sentence {}", logit.position, logit.sentence + 1));
}

nlohmann::ordered_json asked_json(const AskedLogit& logit) {
    nlohmann::ordered_json json{{"sentence", logit.sentence}, {"position", logit.position}, {"a", logit.word}};
    if (logit.against) json["b"] = *logit.against;
    return json;
}

}  // namespace vitrine
