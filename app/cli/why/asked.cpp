#include "app/cli/why/asked.h"

#include <fmt/format.h>

#include "app/cli/common/cell_option.h"
#include "app/run/picture.h"
#include "core/tensor/error.h"
#include "core/text/completions.h"
#include "core/text/plain_text.h"

namespace vitrine {

AskedOptions::AskedOptions(CommandLine& command) : model_(command), values_(std::make_shared<Values>()) {
    command
        .add_option("cell", values_->cell,
                    "What to ask about: logits[SENTENCE,POSITION,WORD], counted from 0, or classifier.scores[SENTENCE,CLASS]")
        .type_name("CELL")
        .required();
    command.add_option("--against", values_->against, "Ask about the difference to this word's logit: a word, or #ID")
        .type_name("WORD");
}

namespace {

const Vocabulary& words_of_answers(const Run& run) {
    const Configuration& c = run.model->configuration;
    if (c.classes > 0) return run.model->classes;
    return vocabulary_of(run, c.last_stack() == StackKind::encoder ? Side::source : Side::target);
}

/// "#7", a word of the vocabulary, or an id where there is no vocabulary.
std::int32_t read_word(const Run& run, const std::string& text) {
    const auto size = static_cast<std::int32_t>(run.model->configuration.label_kinds());
    const Vocabulary& words = words_of_answers(run);
    if (const auto known = words.id(text)) return *known;
    const bool is_id = text.starts_with('#');
    if (const ReadToken read = read_token({}, size, is_id ? text.substr(1) : text); read.id && (is_id || words.empty()))
        return *read.id;
    throw Error(
        fmt::format("--against {}: it is neither a word of this model nor # and an id from 0 to {}", in_quotes(text), size - 1));
}

}  // namespace

AskedLogit AskedOptions::logit(const Run& run) const {
    const Configuration& c = run.model->configuration;
    const CellName cell = parse_cell(values_->cell);
    const std::string asked = c.classes > 0 ? "classifier.scores" : "logits";
    if (cell.path != asked || !c.has_labels())
        throw Error(fmt::format("{}: {}", in_quotes(values_->cell),
                                c.has_labels() ? "what can be asked about is " + asked + "[…]" : "this model has no logits"));
    check_cell(values_->cell, cell, run.find(asked).layout);
    AskedLogit logit{.sentence = cell.index[0]};
    if (c.classes == 0) logit.position = cell.index[1];
    logit.word = static_cast<std::int32_t>(cell.index[c.classes > 0 ? 1 : 2]);
    if (values_->against) logit.against = read_word(run, *values_->against);
    return logit;
}

AskedRun asked(const Run& run) { return {run.model->configuration, run.trace, run.parameter_trace}; }

std::string asked_word(const Run& run, std::int32_t id) {
    const Vocabulary& words = words_of_answers(run);
    return words.empty() ? fmt::format("#{}", id) : quoted(words.word(id));
}

std::string asked_words(const Run& run, const AskedLogit& logit) {
    const bool classes = run.model->configuration.classes > 0;
    std::string text = std::string("the ") + (classes ? "score" : "logit") + " of " + asked_word(run, logit.word);
    if (logit.against) text += " minus that of " + asked_word(run, *logit.against);
    return text + (classes ? fmt::format(", for sentence {}", logit.sentence + 1)
                           : fmt::format(", at position {} of sentence {}", logit.position, logit.sentence + 1));
}

nlohmann::ordered_json asked_json(const AskedLogit& logit) {
    nlohmann::ordered_json json{{"sentence", logit.sentence}, {"position", logit.position}, {"a", logit.word}};
    if (logit.against) json["b"] = *logit.against;
    return json;
}

}  // namespace vitrine
