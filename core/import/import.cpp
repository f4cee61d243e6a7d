#include "core/import/import.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/files/problem.h"
#include "core/foreign/weights_file.h"
#include "core/import/assembly.h"
#include "core/import/mapping_json.h"
#include "core/import/proposal.h"
#include "core/import/verify.h"
#include "core/io/batch_file.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::size_t most_named = 3;

/// The first sentences of a list, and the number of the others.
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

/// The tensors without a place in our model that the file's model may compute with.
std::vector<std::string> left_weights(const Mapping& mapping) {
    std::vector<std::string> left;
    for (const LeftTensor& tensor : mapping.left) {
        if (tensor.weight) left.push_back(in_quotes(tensor.name));
    }
    return left;
}

void add_note_on_left(const Mapping& mapping, std::vector<std::string>& notes) {
    const std::vector<std::string> left = left_weights(mapping);
    if (left.empty()) return;
    const bool mapped = !mapping.entries.empty() && mapping.entries.front().certainty == Certainty::mapped;
    notes.push_back((mapped ? "the mapping does not use " : "nothing in the model matches ") + first_of(left) +
                    ": the model here computes without");
}

std::string left_text(const Mapping& mapping) {
    const std::vector<std::string> left = left_weights(mapping);
    return left.empty() ? "" : "; without a place: " + first_of(left);
}

/// "the output found here, 'lm_head.weight', has 100".
std::string output_text(const Mapping& mapping, Size words) {
    std::string from;
    for (const char* parameter : {"src_embedding.weight", "tgt_embedding.weight", "fc_out.weight"}) {
        for (const MappingEntry& entry : mapping.entries) {
            if (entry.parameter == parameter) from = pieces_text(entry.pieces);
        }
    }
    return fmt::format("the output found here, {}, has {}", in_quotes(from), words);
}

[[noreturn]] void fail_with_mapping(const std::string& where, const std::string& problem) {
    try {
        fail(where, problem);
    } catch (const Error& error) {
        throw DoubtfulMapping(error.what());
    }
}

void refuse_with(const std::string& where, const std::vector<std::string>& sentences, const std::string& begin) {
    if (sentences.empty()) return;
    fail(where, begin + first_of(sentences) + "; --propose writes what was found, to be edited and given back with --map");
}

}  // namespace

Import::Import(ImportRequest request) : request_(std::move(request)), where_(request_.file.string()), weights_(request_.weights) {
    if (!weights_) weights_ = std::make_shared<const ForeignWeights>(read_foreign_weights(request_.file));
    notes_ = weights_->notes;
    if (request_.map) mapped_ = read_mapping(*request_.map);
    if (mapped_) known_ = mapped_->answers, list_left(*mapped_, *weights_, proposed_left());
    for (const auto& [question, answer] : request_.given) known_[question] = answer;
    mapping_ = propose(known_);
}

/// The tensors that a proposal would leave out, for their reasons.
std::vector<LeftTensor> Import::proposed_left() const {
    try {
        return vitrine::propose(*weights_, known_, where_).left;
    } catch (const Error&) {
        return {};  // no proposal is possible, which is why somebody has written a mapping
    }
}

Mapping Import::propose(const ImportAnswers& answers) const {
    Mapping mapping = mapped_ ? *mapped_ : vitrine::propose(*weights_, answers, where_, words_);
    correct(mapping, request_.corrections, *weights_);
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

std::string Import::where_of_mapping() const { return request_.map ? request_.map->string() : where_; }

void Import::require_fitting() const {
    if (request_.map) return;
    refuse_with(where_, mapping_.missing, "");
    if (!request_.without_unfitting) refuse_with(where_, mapping_.unfitting, "the layers of the paper's Transformer do not have ");
}

Configuration Import::sizes() const {
    Mapping mapping = mapping_;
    mapping.entries.insert(mapping.entries.end(), mapping.wanted.begin(), mapping.wanted.end());
    mapping.answers.emplace(ImportQuestion::heads, ImportAnswer{"1"});
    if (mapping.answers.count(ImportQuestion::pad_src) > 0)
        mapping.answers.emplace(ImportQuestion::pad_tgt, mapping.answers[ImportQuestion::pad_src]);
    return configuration_of(mapping, *weights_, where_of_mapping());
}

void Import::read_batch() {
    if (!request_.batch) return;
    const bool pads = request_.batch->extension() == ".tsv";
    for (const ImportQuestion question : {ImportQuestion::pad_src, ImportQuestion::begin, ImportQuestion::end}) {
        if (!pads || mapping_.answers.count(question) > 0) continue;
        fail(request_.batch->string(), "lines have to be padded, so --pad, --begin and --end have to be given");
    }
    read_ids();
}

void Import::read_ids() {
    const Configuration configuration = sizes();
    batch_ = vitrine::read_batch(*request_.batch, {configuration, Vocabulary(), Vocabulary(), &notes_});
    learn_from_batch();
}

/// Looks for a mapping whose target vocabulary has this many tokens.
void Import::fit_words(Size words) {
    if (words == 0 || words == sizes().tgt_vocab_size) return;
    const Mapping before = std::exchange(mapping_, Mapping());
    words_ = words;
    mapping_ = propose(known_);
    if (mapping_.missing.empty() && sizes().tgt_vocab_size == words) return read_ids();
    words_ = 0;
    mapping_ = before;
    fail_with_mapping(request_.reference->string(),
                      fmt::format("holds logits for {} tokens, but {}{}", words, output_text(mapping_, sizes().tgt_vocab_size),
                                  left_text(mapping_)));
}

void Import::read_reference() {
    if (!request_.reference) return;
    if (!batch_) throw Error("--verify needs the batch of its numbers: --batch FILE");
    fit_words(words_in_reference(*request_.reference, *batch_, sizes().tgt_vocab_size));
    reference_ = std::make_shared<const Reference>(vitrine::read_reference(*request_.reference, *batch_, sizes().tgt_vocab_size));
    proposing_ = [this](const ImportAnswers& answers) { return propose(answers); };
    verifier_ = std::make_unique<Verifier>(VerifyRequest{*weights_, proposing_, known_, *batch_, *reference_, where_});
}

bool Import::try_next() {
    if (!verifier_) return false;
    if (verifier_->try_next()) return true;
    end_search();
    return false;
}

/// Takes what the reference shows as answers.
void Import::end_search() {
    found_ = verifier_->result();
    verifier_.reset();
    if (!found_->reproduced()) return;
    ImportAnswers all = known_;
    for (const auto& [question, answer] : found_->answers) all[question] = answer;
    mapping_ = propose(all);
    learn_from_batch();
}

std::vector<ImportQuestion> Import::open() const {
    std::vector<ImportQuestion> open;
    for (const QuestionText& text : all_questions()) {
        const bool asked = std::find(mapping_.asked.begin(), mapping_.asked.end(), text.question) != mapping_.asked.end();
        if (asked && mapping_.answers.count(text.question) == 0) open.push_back(text.question);
    }
    return open;
}

std::string Import::open_text() const {
    const Size width = sizes().d_model;
    std::string text;
    for (const ImportQuestion question : open()) text += (text.empty() ? "" : ", ") + question_text(question, width);
    return text;
}

void Import::require_answers() const {
    const std::vector<ImportQuestion> questions = open();
    if (questions.empty()) return;
    const bool reproduced = found_ && found_->reproduced();
    // Open questions that do not change numbers are asked as if there were no reference.
    if (found_ && !reproduced && std::any_of(questions.begin(), questions.end(), changes_numbers)) {
        const std::string nearest = found_->tried == 0 ? ""
                                                       : fmt::format("; the nearest, with {}, is off by {:.2g}",
                                                                     answers_text(found_->nearest), found_->deviation.largest);
        fail_with_mapping(request_.reference->string(),
                          fmt::format("none of {} choices reproduces it{}; to import the model as it is, give {}; {}",
                                      found_->tried, nearest, open_text(), question_of_numbers));
    }
    std::string way = request_.reference ? "" : "; or --batch and --verify with its numbers, which tell most of them";
    if (reproduced) {
        const std::string untold = untold_text(found_->untold);
        way = ", nor does the reference, which is reproduced" + (untold.empty() ? "" : "; " + untold);
    }
    fail(where_, "names and shapes do not tell " + open_text() + way);
}

ImportedModel Import::model() const {
    ImportedModel imported;
    imported.mapping = mapping_;
    ImportAnswers& answers = imported.mapping.answers;
    answers.emplace(ImportQuestion::pad_tgt, answers.at(ImportQuestion::pad_src));
    imported.configuration = configuration_of(imported.mapping, *weights_, where_of_mapping());
    imported.parameters = assemble(imported.mapping, *weights_, imported.configuration);
    imported.batch = batch_;
    imported.reference = reference_;
    imported.search = found_;
    imported.notes = notes_;
    add_note_on_left(mapping_, imported.notes);
    return imported;
}

/// If all targets begin with the same id, it is their beginning; if the labels of all end with the same id, it is their end.
void Import::learn_from_batch() {
    if (!batch_) return;
    const auto learn = [&](ImportQuestion question, const std::set<std::int32_t>& ids, const char* why) {
        if (ids.size() == 1 && mapping_.answers.count(question) == 0)
            mapping_.answers[question] = {std::to_string(*ids.begin()), AnswerSource::batch, why};
    };
    const IndexTensor &tgt = batch_->tgt, &labels = batch_->labels;
    std::set<std::int32_t> first, last;
    for (Size row = 0; row < tgt.size(0); ++row) first.insert(tgt.at({row, 0}));
    learn(ImportQuestion::begin, first, "every target begins with it");
    // Labels are padded with the sources' padding unless the targets have padding of their own.
    const bool own = !value_of(mapping_.answers, ImportQuestion::pad_tgt).empty() &&
                     !answers_with(mapping_.answers, ImportQuestion::pad_tgt, "none");
    const ImportQuestion pad = own ? ImportQuestion::pad_tgt : ImportQuestion::pad_src;
    if (labels.empty() || mapping_.answers.count(pad) == 0) return;
    for (Size row = 0; row < labels.size(0); ++row) {
        Size end = labels.size(1);
        while (end > 0 && labels.at({row, end - 1}) == number_of(mapping_.answers, pad, -1)) --end;
        if (end > 0) last.insert(labels.at({row, end - 1}));
    }
    learn(ImportQuestion::end, last, "the labels of every sentence end with it");
}

ImportedModel import_model(const ImportRequest& request) {
    Import import(request);
    return take_all_steps(import);
}

ImportedModel take_all_steps(Import& import) {
    import.require_fitting();
    import.read_batch();
    import.read_reference();
    while (import.try_next()) {
    }
    import.require_answers();
    return import.model();
}

Mapping propose_import(const ImportRequest& request, std::vector<std::string>& notes) {
    Import import(request);
    notes = import.notes();
    add_note_on_left(import.mapping(), notes);
    for (const std::string& sentence : import.mapping().missing) notes.push_back(sentence);
    return import.mapping();
}

std::string answers_text(const ImportAnswers& answers) {
    std::string text;
    for (const auto& [question, answer] : answers) {
        const bool none = answer.value == "-1";  // stands for any padding that the batch does not contain
        text += (text.empty() ? "" : " ") + std::string(text_of(question).option) + ' ' + (none ? "none" : answer.value);
    }
    return text;
}

}  // namespace vitrine
