#include "app/cli/evaluate/data.h"

#include <utility>

#include "app/cli/train/figures.h"
#include "core/files/problem.h"
#include "core/io/batch_file.h"
#include "core/io/checkpoint.h"
#include "core/io/learning_data.h"
#include "core/io/task_file.h"
#include "core/io/words/sentence_pairs.h"
#include "core/text/utf8.h"

namespace vitrine {

namespace {

EvaluationData data_of(const Task& task) {
    const auto pairs = telling_pairs(task);
    return {name_of_telling_pairs(task), {pairs.begin(), pairs.end()}};
}

/// What messages call the model.
std::string name_of(const EvaluationSource& source, const Model& model) {
    return source.folder ? source.folder->string() : model.name;
}

/// Adds a pair as it is in the file. Invalid bytes become U+FFFD, as in the model's own texts.
void add_texts(EvaluationData& data, std::string_view source, std::string_view target) {
    data.sources.push_back(with_replacements(source));
    data.targets.push_back(with_replacements(target));
}

/// Adds the text's held-out lines, or all lines if none were held out.
void add_texts_of(const Task& task, const DataSource& source, EvaluationData& data) {
    const ParallelText text = parallel_bytes_from(read_with_fingerprint(source.name).text, source.name);
    for (const std::size_t line : task.held_out_lines) add_texts(data, text.lines[line].first, text.lines[line].second);
    if (!data.targets.empty()) return;
    for (const auto& [first, second] : text.lines) add_texts(data, first, second);
}

/// Every line of a file, in the model's vocabulary.
EvaluationData lines_of(const EvaluationSource& source, const Model& model, std::vector<std::string>& notes) {
    if (source.unit && model.tokenizer) throw Error("--unit: the texts are cut by the tokenizer of " + name_of(source, model));
    require_both_stacks(model.configuration, *source.data, "reading sentence pairs");
    const TextUnit unit = source.unit == "characters" ? TextUnit::characters : TextUnit::words;
    const BatchLanguage language{model.configuration, model.source_vocabulary, model.target_vocabulary, &notes,
                                 model.tokenizer.get()};
    const std::string text = read_with_fingerprint(*source.data).text;
    EvaluationData data{"all pairs of " + *source.data, examples_from_tsv(text, unit, language, *source.data)};
    for (const SentencePair& pair : split_pairs(text, *source.data)) add_texts(data, pair.source, pair.target);
    return data;
}

/// The data that the model was trained on. For a text whose file has not changed, only the held-out lines.
EvaluationData its_own(const EvaluationSource& source, const Model& model, std::vector<std::string>& notes) {
    if (!source.folder || !holds_checkpoint(*source.folder)) {
        fail(name_of(source, model),
             "does not say what it was trained on: --task NAME, --data FILE.tsv or --batch FILE says on what to evaluate");
    }
    DataSource trained_on = read_training_plan(*source.folder).data;
    trained_on.name = source.data.value_or(trained_on.name);
    LearningData learned =
        open_again(trained_on, model.configuration, {model.source_vocabulary, model.target_vocabulary, model.tokenizer});
    notes.insert(notes.end(), learned.notes.begin(), learned.notes.end());
    if (!learned.task) return {.name = "", .batches = std::move(learned.batches)};
    EvaluationData data = data_of(*learned.task);
    if (trained_on.kind == DataKind::text) add_texts_of(*learned.task, trained_on, data);
    return data;
}

bool was_trained_on(const EvaluationSource& source) {
    if (!source.folder || !holds_checkpoint(*source.folder)) return false;
    const DataSource trained_on = read_training_plan(*source.folder).data;
    return trained_on.kind == DataKind::text && trained_on.fingerprint == read_with_fingerprint(*source.data).fingerprint;
}

}  // namespace

EvaluationData evaluation_data(const EvaluationSource& source, const Model& model, std::vector<std::string>& notes) {
    const Vocabularies words{model.source_vocabulary, model.target_vocabulary, model.tokenizer};
    if (source.task) {
        DataSource named{DataKind::task, *source.task, TextUnit::words, ""};
        const LearningData learned =
            open_pairs(named, tokenizer_of(model.tokenizer, model.configuration), model.configuration.architecture);
        notes.insert(notes.end(), learned.notes.begin(), learned.notes.end());
        check_fits(*learned.task, model.configuration, words, name_of(source, model));
        return data_of(*learned.task);
    }
    if (source.batch) {
        Batch batch = read_batch(*source.batch, {model.configuration, words.source, words.target, &notes, words.tokenizer.get()});
        if (batch.labels.empty()) fail(*source.batch, "'labels' is missing: without labels nothing is right or wrong");
        EvaluationData data{.name = ""};
        data.batches.push_back(std::move(batch));
        return data;
    }
    if (source.data && !was_trained_on(source)) return lines_of(source, model, notes);
    return its_own(source, model, notes);
}

}  // namespace vitrine
