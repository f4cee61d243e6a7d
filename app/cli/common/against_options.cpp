#include "app/cli/common/against_options.h"

#include <charconv>

#include <fmt/format.h>

#include "app/cli/common/numbers.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "core/io/open_model.h"
#include "core/listing/cell_text.h"
#include "core/model/batch_edit.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// "tgt[0,3]=une": a cell of the batch and its new token.
struct Replacement {
    CellName cell;
    std::string word;
};

Replacement parse_replacement(const std::string& text) {
    const std::size_t sign = text.find("]=");
    if (sign == std::string::npos || sign + 2 == text.size()) throw Error("a replacement is written as 'tgt[1,3]=TOKEN'");
    return {parse_cell(text.substr(0, sign + 1)), text.substr(sign + 2)};
}

const IndexTensor& tokens_of(const Batch& batch, const Replacement& replacement) {
    const std::string& name = replacement.cell.path;
    if (name == "src") return batch.src;
    if (name == "tgt") return batch.tgt;
    if (name == "labels" && !batch.labels.empty()) return batch.labels;
    throw Error(batch.labels.empty() ? "these sentences have src and tgt" : "these sentences have src, tgt and labels");
}

/// The id of a word, or an id given in digits.
std::int32_t id_of(const std::string& word, const Vocabulary& vocabulary, Size size) {
    if (const auto id = vocabulary.id(word)) return *id;
    std::int32_t id = 0;
    const auto [stopped, problem] = std::from_chars(word.data(), word.data() + word.size(), id);
    const bool whole = problem == std::errc() && stopped == word.data() + word.size();
    if (whole && id >= 0 && id < size) return id;
    throw Error(fmt::format("the vocabulary has no token {}, nor this id{}", in_quotes(word),
                            did_you_mean(word, similar(word, vocabulary.words()))));
}

/// Replaces a word as the window does: labels that equal the target shifted by one word are changed with it. Replacing a label
/// itself changes only that.
void replace(Batch& batch, const Model& model, const Replacement& replacement) {
    const IndexTensor& tokens = tokens_of(batch, replacement);
    const CellName& cell = replacement.cell;
    if (cell.rank != 2 || !tokens.layout().contains(cell.index))
        throw Error(fmt::format("{} is {}", cell.path, shape_text(tokens.layout())));
    const bool source = cell.path == "src";
    const Configuration& c = model.configuration;
    const std::int32_t id = id_of(replacement.word, source ? model.source_vocabulary : model.target_vocabulary,
                                  source ? c.src_vocab_size : c.tgt_vocab_size);
    if (cell.path == "labels") {
        batch.labels.at(cell.index) = id;
        return;
    }
    const BatchSide side = source ? BatchSide::source : BatchSide::target;
    batch = with_edit(batch, c, ReplaceToken{{side, cell.index[0], cell.index[1]}, id});
}

/// Does what the text after --replace asks for. An error quotes the text.
void replace(Batch& batch, const Model& model, const std::string& text) {
    try {
        replace(batch, model, parse_replacement(text));
    } catch (const Error& error) {
        throw Error(fmt::format("--replace {}: {}", in_quotes(text), error.what()));
    }
}

/// Another model on A's sentences if the words mean the same to it, otherwise on its own.
std::shared_ptr<const Run> on_sentences_of(const Run& a, const ModelRequest& request) {
    auto model = std::make_shared<Model>(open_model(request));
    const Model& known = *a.model;
    const Configuration &of_a = known.configuration, &of_b = model->configuration;
    const bool same_words = of_a.architecture == of_b.architecture &&
                            known.source_vocabulary.words() == model->source_vocabulary.words() &&
                            known.target_vocabulary.words() == model->target_vocabulary.words() &&
                            of_a.src_vocab_size == of_b.src_vocab_size && of_a.tgt_vocab_size == of_b.tgt_vocab_size;
    if (same_words) {
        check(*a.batch, of_b);
        model->batch = *a.batch;
    }
    auto made = std::make_shared<Run>(*make_run(std::move(model)));
    made->request = request;
    return made;
}

}  // namespace

AgainstOptions::AgainstOptions(CommandLine& command) : values_(std::make_shared<Values>()) {
    command.add_option("--against-model", values_->folder, "Run B is that of the model in another folder")
        .type_name("DIR")
        .group("Compared with");
    command.add_option("--against-seed", values_->seed, "Run B has the parameters of --config drawn from another seed")
        .check(whole_number(0))
        .type_name("N")
        .group("Compared with");
    command.add_option("--against-batch", values_->batch, "Run B has other sentences").reads_file().group("Compared with");
    command
        .add_option(
            "--replace", values_->replacements,
            "Run B has another token there: src[i,j]=TOKEN or tgt[i,j]=TOKEN, counted from 0; labels follow; may be repeated")
        .type_name("CELL=TOKEN")
        .one_value_at_a_time()
        .group("Compared with");
}

bool AgainstOptions::given() const { return values_->folder || values_->seed || values_->batch || !values_->replacements.empty(); }

std::shared_ptr<const Run> AgainstOptions::run(const std::shared_ptr<const Run>& a) const {
    ModelRequest request = a->request;
    if (values_->seed && (!request.configuration || values_->folder)) throw Error("--against-seed goes with --config only");
    if (values_->folder)
        request = {.folder = values_->folder, .batch = request.batch, .texts = request.texts, .target_texts = request.target_texts};
    if (values_->seed) request.initialisation.seed = *values_->seed;
    if (values_->batch) {
        request.batch = values_->batch;
        request.texts.clear(), request.target_texts.clear();
    }
    const bool another = values_->folder || values_->seed || values_->batch;
    const std::shared_ptr<const Run> base = !another ? a : values_->batch ? make_run(request) : on_sentences_of(*a, request);
    if (values_->replacements.empty()) return base;
    auto batch = std::make_shared<Batch>(*base->batch);
    for (const std::string& text : values_->replacements) replace(*batch, *base->model, text);
    return with_edits(base, {.batch = std::move(batch)});
}

}  // namespace vitrine
