#include "app/cli/generate/source.h"

#include <charconv>
#include <span>

#include <fmt/format.h>

#include "app/cli/common/output.h"
#include "core/files/problem.h"
#include "core/io/sentences.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/text/split.h"

namespace vitrine {

namespace {

/// What might have been meant: words that are any, not <pad> and the like.
std::string nearest_words(std::string_view word, const Vocabulary& vocabulary) {
    std::vector<std::string> words;
    for (const std::string& known : vocabulary.words()) {
        if (!known.starts_with('<') && text_width(known) > 1) words.push_back(printable(known));
    }
    return did_you_mean(word, words);
}

void check_known(std::string_view word, const Vocabulary& vocabulary, const std::string& where) {
    if (vocabulary.empty() || vocabulary.id(word) || vocabulary.id("<unk>")) return;
    fail(where, fmt::format("'{}' is not in the source vocabulary of {} words{}", word, vocabulary.words().size(),
                            nearest_words(word, vocabulary)));
}

/// The tokens that a source or, for a decoder alone, a prompt is made of.
Size vocabulary_size(const Configuration& c) { return c.has_encoder() ? c.src_vocab_size : c.tgt_vocab_size; }

std::string outside(std::string_view id, const Configuration& c) {
    return fmt::format("{} is not in the {}vocabulary of {} words", id, c.has_encoder() ? "source " : "", vocabulary_size(c));
}

void check_id(std::int32_t id, const Model& model, const std::string& where) {
    if (id < 0 || id >= vocabulary_size(model.configuration)) fail(where, outside(std::to_string(id), model.configuration));
}

/// Bytes without a token are reported on standard error. Special tokens inside the text are replaced by replace_specials().
Sentence source_from_subwords(std::string_view text, const Configuration& configuration, const SourceText& reading,
                              const std::string& where) {
    if (split_at_spaces(text).empty()) fail(where, "the sentence is empty");
    SubwordReader reader(*reading.tokenizer);
    Sentence sentence = framed(within(where, [&] { return reader.ids(text); }), reading);
    if (const std::string note = note_of_lost(reader.lost()); !note.empty()) say_note(where + ": " + note);
    const std::size_t first = reading.begin ? 1 : 0, last = sentence.size() - (reading.end ? 1 : 0);
    replace_specials(std::span(sentence).subspan(first, last - first), subword_specials(*reading.tokenizer, configuration));
    return sentence;
}

}  // namespace

Sentence source_from_text(std::string_view text, const Model& model, const SourceText& reading, const std::string& where) {
    if (reading.tokenizer) return source_from_subwords(text, model.configuration, reading, where);
    const Vocabulary& vocabulary = model.source_vocabulary;
    const auto pieces = within(where, [&] { return pieces_of(text, reading, vocabulary); });
    if (pieces.empty()) fail(where, "the sentence is empty");
    WordReader words(vocabulary);
    Sentence sentence;
    for (const std::string_view piece : pieces) {
        check_known(piece, vocabulary, where);
        sentence.push_back(words.id(piece, where));
        check_id(sentence.back(), model, where);
    }
    if (const std::string note = words.note("source"); !note.empty()) say_note(where + ": " + note);
    return framed(std::move(sentence), reading);
}

Sentence source_from_ids(std::string_view text, const Model& model, const std::string& where) {
    Sentence sentence;
    for (const std::string_view piece : split_at_spaces(text)) {
        const char* end = piece.data() + piece.size();
        std::int32_t id = 0;
        const auto [stopped, error] = std::from_chars(piece.data(), end, id);
        if (error == std::errc::result_out_of_range) fail(where, outside(piece, model.configuration));
        if (error != std::errc() || stopped != end) fail(where, fmt::format("'{}' is no token id", piece));
        check_id(id, model, where);
        sentence.push_back(id);
    }
    if (sentence.empty()) fail(where, "the sentence is empty");
    return sentence;
}

}  // namespace vitrine
