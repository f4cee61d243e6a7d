#include "core/io/text_reading.h"

#include <span>

#include <fmt/format.h>

#include "core/files/problem.h"
#include "core/io/tokenizer_file.h"
#include "core/io/words/sentences.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/text/split.h"
#include "core/text/typed_words.h"

namespace vitrine {

namespace {

/// The vocabulary of one side, and the name of the side followed by a space; the name is empty for a decoder alone, which has
/// only one side.
struct TextSide {
    const Vocabulary& vocabulary;
    Size size;
    const char* name;
};

TextSide side_of_target(const Model& model) {
    const Configuration& c = model.configuration;
    return {model.target_vocabulary, c.tgt_vocab_size, c.has_encoder() ? "target " : ""};
}

TextSide side_of_source(const Model& model) {
    const Configuration& c = model.configuration;
    if (!c.has_encoder()) return side_of_target(model);
    return {model.source_vocabulary, c.src_vocab_size, c.has_decoder() ? "source " : ""};
}

void check_known_word(std::string_view word, const TextSide& side, const std::string& where) {
    const Vocabulary& vocabulary = side.vocabulary;
    if (vocabulary.empty() || vocabulary.id(word) || vocabulary.id("<unk>")) return;
    fail(where, fmt::format("{} is not in the {}vocabulary of {} tokens{}", in_quotes(word), side.name, vocabulary.words().size(),
                            did_you_mean(words_near(word, vocabulary))));
}

[[noreturn]] void refuse_id(std::string_view id, const TextSide& side, const std::string& where) {
    fail(where, fmt::format("{} is not in the {}vocabulary of {} tokens", id, side.name, side.size));
}

void check_id_of(std::int32_t id, const TextSide& side, const std::string& where) {
    if (id < 0 || id >= side.size) refuse_id(std::to_string(id), side, where);
}

void add_note(const std::string& note, const std::string& where, std::vector<std::string>& notes) {
    if (!note.empty()) notes.push_back(where + ": " + note);
}

/// Special tokens inside the text are replaced by replace_specials().
Sentence read_subwords(std::string_view text, const Configuration& configuration, const SourceText& reading,
                       const std::string& where, std::vector<std::string>& notes) {
    if (split_at_spaces(text).empty()) fail(where, "the sentence is empty");
    SubwordReader reader(*reading.tokenizer);
    Sentence sentence = framed(within(where, [&] { return reader.ids(text); }), reading);
    add_note(note_of_lost(reader.lost()), where, notes);
    const std::size_t first = reading.begin ? 1 : 0, last = sentence.size() - (reading.end ? 1 : 0);
    replace_specials(std::span(sentence).subspan(first, last - first), subword_specials(*reading.tokenizer, configuration));
    return sentence;
}

/// Reads a text as the tokenizer does: special tokens within a text are kept, and an empty text may give special tokens only.
Sentence read_as_tokenizer(std::string_view text, const TextSide& side, const SourceText& reading, const std::string& where,
                           std::vector<std::string>& notes) {
    EncodedText encoded = within(where, [&] { return TextEncoder(*reading.tokenizer).encode(text); });
    add_note(note_of_lost(encoded.lost), where, notes);
    Sentence sentence = framed(std::move(encoded.ids), reading);
    if (sentence.empty()) fail(where, "the text is empty: the tokenizer makes no token of it");
    for (const std::int32_t id : sentence) check_id_of(id, side, where);
    return sentence;
}

Sentence read_side(std::string_view text, const Model& model, const TextSide& side, const SourceText& reading,
                   const std::string& where, std::vector<std::string>& notes) {
    if (reading.framing == Framing::by_tokenizer) return read_as_tokenizer(text, side, reading, where, notes);
    if (reading.tokenizer) return read_subwords(text, model.configuration, reading, where, notes);
    const auto pieces = within(where, [&] { return pieces_of(text, reading, side.vocabulary); });
    if (pieces.empty()) fail(where, "the sentence is empty");
    WordReader words(side.vocabulary);
    Sentence sentence;
    for (const std::string_view piece : pieces) {
        check_known_word(piece, side, where);
        sentence.push_back(words.id(piece, where));
        check_id_of(sentence.back(), side, where);
    }
    const bool is_target = &side.vocabulary == &model.target_vocabulary;
    add_note(words.note(is_target ? "target" : "source"), where, notes);
    return framed(std::move(sentence), reading);
}

}  // namespace

Sentence read_source(std::string_view text, const Model& model, const SourceText& reading, const std::string& where,
                     std::vector<std::string>& notes) {
    return read_side(text, model, side_of_source(model), reading, where, notes);
}

Sentence read_target(std::string_view text, const Model& model, const SourceText& reading, const std::string& where,
                     std::vector<std::string>& notes) {
    return read_side(text, model, side_of_target(model), reading, where, notes);
}

void check_source_id(std::int32_t id, const Model& model, const std::string& where) {
    check_id_of(id, side_of_source(model), where);
}

void refuse_source_id(std::string_view id, const Model& model, const std::string& where) {
    refuse_id(id, side_of_source(model), where);
}

void require_tokenizer(const Model& model, const std::optional<std::filesystem::path>& folder, const std::string& where,
                       const std::string& instead) {
    if (model.family.empty() || model.tokenizer) return;
    if (folder && has_tokenizer(*folder)) within(where, [&] { open_tokenizer(*folder); });
    fail(where, model.name + " has no tokenizer to cut a text with; " + instead);
}

}  // namespace vitrine
