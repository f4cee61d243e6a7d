#include "core/import/import.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/files/problem.h"
#include "core/foreign/weights_file.h"
#include "core/import/assembly.h"
#include "core/import/mapping_json.h"
#include "core/import/proposal.h"
#include "core/io/batch_file.h"

namespace vitrine {

namespace {

constexpr std::size_t most_named = 3;

/// The first sentences of a list, and how many more there are.
std::string first_of(const std::vector<std::string>& sentences) {
    std::string text;
    for (std::size_t i = 0; i < sentences.size() && i < most_named; ++i) text += (i ? ", " : "") + sentences[i];
    if (sentences.size() > most_named) text += fmt::format(" and {} more", sentences.size() - most_named);
    return text;
}

/// What is said about an open question: "--heads N (1, 2, 3, 6)".
std::string question_text(ImportQuestion question, Size width) {
    const QuestionText& text = text_of(question);
    std::string line = std::string(text.option) + ' ' + std::string(text.values);
    if (question != ImportQuestion::heads) return line;
    std::string numbers;
    for (const std::string& heads : candidates(question, width)) numbers += (numbers.empty() ? "" : ", ") + heads;
    return line + " (" + numbers + ")";
}

/// One import, step by step.
class Import {
public:
    explicit Import(const ImportRequest& request)
        : request_(request), where_(request.file.string()), weights_(read_foreign_weights(request.file)) {
        notes_ = weights_.notes;
        if (request.map) mapped_ = read_mapping(*request.map);
        if (mapped_) known_ = mapped_->answers;
        for (const auto& [question, answer] : request.given) known_[question] = answer;
    }

    /// The mapping with the answers there are.
    Mapping propose(const ImportAnswers& answers) const {
        Mapping mapping = mapped_ ? *mapped_ : vitrine::propose(weights_, answers, where_);
        for (const auto& [question, answer] : answers) {
            const auto told = mapping.answers.find(question);
            const bool by_shape =
                question == ImportQuestion::heads && told != mapping.answers.end() && told->second.source == AnswerSource::file;
            if (by_shape && told->second.value != answer.value) {
                fail(where_, "--heads is " + answer.value + ", but " + told->second.reason + " says " + told->second.value);
            }
            mapping.answers[question] = answer;
        }
        return mapping;
    }

    ImportedModel model() {
        Mapping mapping = propose(known_);
        refuse_unfit(mapping);
        if (request_.batch) read_batch_for(mapping);
        if (batch_) learn_from_batch(mapping);
        if (request_.reference) try_reference(mapping);
        if (batch_) learn_from_batch(mapping);
        refuse_open(mapping);
        if (mapping.answers.count(ImportQuestion::pad_tgt) == 0)
            mapping.answers[ImportQuestion::pad_tgt] = mapping.answers[ImportQuestion::pad_src];
        ImportedModel imported;
        imported.configuration = configuration_of(mapping, weights_, where_of_mapping());
        imported.parameters = assemble(mapping, weights_, imported.configuration);
        note_what_is_left(mapping);
        imported.mapping = std::move(mapping);
        imported.batch = std::move(batch_);
        imported.verification = std::move(verification_);
        imported.notes = std::move(notes_);
        return imported;
    }

    const ImportAnswers& known() const { return known_; }
    std::vector<std::string>& notes() { return notes_; }

    void note_what_is_left(const Mapping& mapping) {
        std::vector<std::string> left;
        for (const LeftTensor& tensor : mapping.left) {
            if (tensor.weight) left.push_back("'" + tensor.name + "'");
        }
        if (!left.empty()) notes_.push_back("no place was found for " + first_of(left) + ": the model here computes without");
    }

private:
    std::string where_of_mapping() const { return request_.map ? request_.map->string() : where_; }

    static void refuse_with(const std::string& where, const std::vector<std::string>& sentences, const std::string& begin) {
        if (sentences.empty()) return;
        fail(where, begin + first_of(sentences) + "; --propose writes what was found, to be edited and given back with --map");
    }

    void refuse_unfit(const Mapping& mapping) const {
        if (request_.map) return;
        refuse_with(where_, mapping.missing, "");
        refuse_with(where_, mapping.unfitting, "layers of the paper's Transformer have no place for ");
    }

    /// The sizes are known, whatever is open.
    Configuration sizes_of(Mapping mapping) const {
        mapping.answers.emplace(ImportQuestion::heads, ImportAnswer{"1"});
        return configuration_of(mapping, weights_, where_of_mapping());
    }

    void read_batch_for(const Mapping& mapping) {
        const bool pads = request_.batch->extension() == ".tsv";
        for (const ImportQuestion question : {ImportQuestion::pad_src, ImportQuestion::begin, ImportQuestion::end}) {
            if (!pads || mapping.answers.count(question) > 0) continue;
            fail(request_.batch->string(), "lines have to be padded, so --pad, --begin and --end have to be given");
        }
        Mapping settled = mapping;
        if (settled.answers.count(ImportQuestion::pad_src) > 0)
            settled.answers.emplace(ImportQuestion::pad_tgt, settled.answers[ImportQuestion::pad_src]);
        const Configuration configuration = sizes_of(std::move(settled));
        batch_ = read_batch(*request_.batch, {configuration, Vocabulary(), Vocabulary(), &notes_});
    }

    void try_reference(Mapping& mapping) {
        if (!batch_) throw Error("--verify needs the batch of its numbers: --batch FILE");
        const Configuration sizes = sizes_of(mapping);
        const Reference reference = read_reference(*request_.reference, *batch_, sizes.tgt_vocab_size);
        const std::function<Mapping(const ImportAnswers&)> proposing = [this](const ImportAnswers& answers) {
            return propose(answers);
        };
        verification_ = verify({weights_, proposing, known_, *batch_, reference, where_});
        if (!verification_->reproduced()) {
            // What is open and does not change numbers is asked for like without a reference.
            const std::vector<ImportQuestion> open = open_in(mapping);
            if (std::any_of(open.begin(), open.end(), changes_numbers)) refuse_unverified(mapping);
            return;
        }
        ImportAnswers all = known_;
        for (const auto& [question, answer] : verification_->answers) all[question] = answer;
        if (answers_with(all, ImportQuestion::pad_src, "-1")) all.erase(ImportQuestion::pad_src);
        if (answers_with(all, ImportQuestion::pad_tgt, "-1")) all.erase(ImportQuestion::pad_tgt);
        mapping = propose(all);
    }

    [[noreturn]] void refuse_unverified(const Mapping& mapping) const {
        const std::string nearest = verification_->tried == 0
                                        ? ""
                                        : fmt::format("; the nearest, {}, is off by {:.2g}", answers_text(verification_->nearest),
                                                      verification_->deviation.largest);
        fail(request_.reference->string(), fmt::format("none of {} choices reproduces it{}; to import the model as it is, give {}",
                                                       verification_->tried, nearest, open_text(mapping)));
    }

    std::vector<ImportQuestion> open_in(const Mapping& mapping) const {
        std::vector<ImportQuestion> open;
        for (const QuestionText& text : all_questions()) {
            const bool asked = std::find(mapping.asked.begin(), mapping.asked.end(), text.question) != mapping.asked.end();
            if (asked && mapping.answers.count(text.question) == 0) open.push_back(text.question);
        }
        return open;
    }

    std::string open_text(const Mapping& mapping) const {
        const Size width = sizes_of(mapping).d_model;
        std::string text;
        for (const ImportQuestion question : open_in(mapping)) text += (text.empty() ? "" : ", ") + question_text(question, width);
        return text;
    }

    void refuse_open(const Mapping& mapping) const {
        if (open_in(mapping).empty()) return;
        const bool verified = verification_ && verification_->reproduced();
        const std::string way = verified ? "; the reference is reproduced whatever they are"
                                         : "; or --batch and --verify with its numbers, which tell most of them";
        fail(where_, "names and shapes do not tell " + open_text(mapping) + (request_.reference && !verified ? "" : way));
    }

    /// The first id of all targets is their beginning, and the last label before padding their end.
    void learn_from_batch(Mapping& mapping) const {
        const auto learn = [&](ImportQuestion question, const std::set<std::int32_t>& ids, const char* why) {
            if (ids.size() == 1 && mapping.answers.count(question) == 0)
                mapping.answers[question] = {std::to_string(*ids.begin()), AnswerSource::batch, why};
        };
        const IndexTensor &tgt = batch_->tgt, &labels = batch_->labels;
        std::set<std::int32_t> first, last;
        for (Size row = 0; row < tgt.size(0); ++row) first.insert(tgt.at({row, 0}));
        learn(ImportQuestion::begin, first, "every target begins with it");
        const ImportQuestion pad =
            mapping.answers.count(ImportQuestion::pad_tgt) > 0 ? ImportQuestion::pad_tgt : ImportQuestion::pad_src;
        if (labels.empty() || mapping.answers.count(pad) == 0) return;
        for (Size row = 0; row < labels.size(0); ++row) {
            Size end = labels.size(1);
            while (end > 0 && labels.at({row, end - 1}) == number_of(mapping.answers, pad, -1)) --end;
            if (end > 0) last.insert(labels.at({row, end - 1}));
        }
        learn(ImportQuestion::end, last, "the labels of every sentence end with it");
    }

    const ImportRequest& request_;
    std::string where_;
    ForeignWeights weights_;
    std::optional<Mapping> mapped_;
    ImportAnswers known_;  // given, or in the mapping that was given
    std::optional<Batch> batch_;
    std::optional<Verification> verification_;
    std::vector<std::string> notes_;
};

}  // namespace

ImportedModel import_model(const ImportRequest& request) { return Import(request).model(); }

Mapping propose_import(const ImportRequest& request, std::vector<std::string>& notes) {
    Import import(request);
    Mapping mapping = import.propose(import.known());
    import.note_what_is_left(mapping);
    notes = import.notes();
    for (const std::string& sentence : mapping.missing) notes.push_back(sentence);
    return mapping;
}

std::string answers_text(const ImportAnswers& answers) {
    std::string text;
    for (const auto& [question, answer] : answers) {
        text += (text.empty() ? "" : ", ") + std::string(text_of(question).key) + ' ' + answer.value;
    }
    return text;
}

}  // namespace vitrine
