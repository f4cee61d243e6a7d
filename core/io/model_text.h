#pragma once
/// A model's sentences as text: how a source is read, and how a target is written.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/model.h"
#include "core/model/sentence.h"
#include "core/tasks/task.h"

namespace vitrine {

/// How a text becomes a source. The ids are those its sources stand between; none where they stand by themselves. The
/// tokenizer, where there is one, cuts it, and must outlive this.
struct SourceText {
    TextUnit unit = TextUnit::words;
    std::optional<std::int32_t> begin, end;
    const Tokenizer* tokenizer = nullptr;
};

/// How ids become a text. The vocabulary must outlive it, and the tokenizer, where there is one, which puts them together.
struct TargetText {
    const Vocabulary& vocabulary;
    TextUnit unit = TextUnit::words;
    std::int32_t bos = 1, eos = 2;  ///< are not written
    const Tokenizer* tokenizer = nullptr;
};

/// Characters where every word but the special ones is a single one, unless the model was taught to read such words from a text;
/// its folder tells, where it has one.
TextUnit source_unit(const Model& model, const std::optional<std::filesystem::path>& folder);
TextUnit target_unit(const Model& model, const std::optional<std::filesystem::path>& folder);

/// As the model's own sentences are; where it has none, as those of a TSV become (core/io/batch_file.h).
SourceText source_text(const Model& model, const std::optional<std::filesystem::path>& folder);
TargetText target_text(const Model& model, const std::optional<std::filesystem::path>& folder);

/// The words of a source that no tokenizer cuts; parts of the text. Of a text of characters spaces do not count where the
/// vocabulary has none. Throws Error where such a text is not UTF-8.
std::vector<std::string_view> pieces_of(std::string_view text, const SourceText& source, const Vocabulary& vocabulary);

/// What a model reads: the sentence between its bos and eos, unless it stands between them already.
Sentence framed(Sentence sentence, const SourceText& source);

/// A target sentence's words without bos and eos, joined by spaces, or by nothing where they are characters, or put
/// together by the tokenizer; ids in digits where there is no vocabulary.
std::string written(const Sentence& sentence, const TargetText& target, StrayBytes stray = StrayBytes::named);

}  // namespace vitrine
