#pragma once
/// Converts texts to a model's source sentences, and target sentences to text.

#include <cstdint>
#include <string_view>

#include "core/io/model.h"
#include "core/model/sentence.h"
#include "core/tasks/task.h"
#include "core/text/plain_text.h"

namespace vitrine {

/// Which special tokens stand around a sentence.
enum class Framing : std::uint8_t {
    by_model,      ///< the model's beginning and end
    by_tokenizer,  ///< the special tokens of the tokenizer's post-processor, as in folders of `transformers`
};

/// How to convert a text to a sentence that the model reads. begin and end: the ids placed around the sentence; empty: none is
/// placed there. Requires: the tokenizer outlives this.
struct SourceText {
    TextUnit unit = TextUnit::words;
    std::optional<std::int32_t> begin{}, end{};
    const Tokenizer* tokenizer = nullptr;
    Framing framing = Framing::by_model;
};

/// How to convert ids to text. Requires: the vocabulary and the tokenizer outlive this.
struct TargetText {
    const Vocabulary& vocabulary;
    TextUnit unit = TextUnit::words;
    std::int32_t bos = 1, eos = 2;  ///< omitted from the text
    const Tokenizer* tokenizer = nullptr;
    Framing framing = Framing::by_model;  ///< by the tokenizer: its special tokens are also omitted
};

/// Whether a model's texts are split into words or characters. Characters if all its words except special ones are single
/// characters, unless the checkpoint in `folder` says that it was trained on words of a text.
TextUnit source_unit(const Model& model, const std::optional<std::filesystem::path>& folder);
TextUnit target_unit(const Model& model, const std::optional<std::filesystem::path>& folder);

/// The conversion that fits the model's own sentences or, if it has none, the rules for TSV files (core/io/batch_file.h). A
/// decoder alone reads words of the target's vocabulary, after its beginning if it has one, and up to the word after which it has
/// learned to answer, if there is one: <sep>. An encoder alone names no beginning and no end: what its own sentences begin and end
/// with counts.
SourceText source_text(const Model& model, const std::optional<std::filesystem::path>& folder);
TargetText target_text(const Model& model, const std::optional<std::filesystem::path>& folder);

/// How to convert a source sentence to the text that source_text() reads.
TargetText text_of_source(const Model& model, const std::optional<std::filesystem::path>& folder);

/// The conversion of a text to a target sentence: with its end, without its beginning.
SourceText target_reading(const Model& model, const std::optional<std::filesystem::path>& folder);

/// Splits a source text for models without a tokenizer; returns views into the text or the vocabulary. Words are found as in
/// core/text/typed_words.h. For characters, omits spaces if they are not in the vocabulary. Throws Error if a text of characters
/// is not UTF-8.
std::vector<std::string_view> pieces_of(std::string_view text, const SourceText& source, const Vocabulary& vocabulary);

/// Adds the special tokens around a sentence: bos and eos if they are used and missing, or those of the tokenizer.
Sentence framed(Sentence sentence, const SourceText& source);

/// A target sentence as text without bos and eos. Words are joined by spaces, characters by nothing, subwords by the tokenizer.
/// Ids without a word are written in digits.
std::string written(const Sentence& sentence, const TargetText& target, StrayBytes stray = StrayBytes::named);

}  // namespace vitrine
