#include "core/io/model_text.h"

#include <algorithm>

#include "core/io/checkpoint.h"
#include "core/io/words/sentences.h"
#include "core/tasks/one_text.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"
#include "core/text/split.h"
#include "core/text/tokenizer/tokenizer.h"
#include "core/text/typed_words.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

using Folder = std::optional<fs::path>;
using Token = std::optional<std::int32_t>;

/// Whether a word is like <unk>.
bool is_special(const std::string& word) { return word.size() > 1 && word.front() == '<' && word.back() == '>'; }

/// Whether all words except the special ones are single characters.
bool is_of_characters(const Vocabulary& vocabulary, std::initializer_list<Token> no_words) {
    bool some = false;
    for (std::size_t i = 0; i < vocabulary.words().size(); ++i) {
        const std::string& word = vocabulary.words()[i];
        const bool no_word = std::find(no_words.begin(), no_words.end(), Token(static_cast<std::int32_t>(i))) != no_words.end();
        if (no_word || is_special(word)) continue;
        if (text_width(word) != 1) return false;
        some = true;
    }
    return some;
}

/// Whether the model was trained on the words of a text, which may all be single characters. Ignores errors in the checkpoint.
bool was_taught_words(const Folder& folder) {
    if (!folder || !holds_checkpoint(*folder)) return false;
    try {
        const DataSource data = read_training_plan(*folder).data;
        return data.kind == DataKind::text && data.unit == TextUnit::words;
    } catch (const Error&) {
        return false;
    }
}

TextUnit unit_of(bool of_characters, const Folder& folder) {
    return of_characters && !was_taught_words(folder) ? TextUnit::characters : TextUnit::words;
}

Token in_source_of(const Model& model, std::int32_t special) {
    return in_source(special, {model.configuration, model.source_vocabulary, model.target_vocabulary});
}

Token token_or_none(std::int32_t special) { return special == no_token ? std::nullopt : Token(special); }

Framing framing_of(const Model& model) {
    return model.tokenizer && !model.family.empty() ? Framing::by_tokenizer : Framing::by_model;
}

/// Whether all sentences begin with a token.
bool all_begin_with(const IndexTensor& sentences, std::int32_t token) {
    for (Size i = 0; i < sentences.size(0); ++i) {
        if (sentences.at({i, 0}) != token) return false;
    }
    return true;
}

/// A word like <s> that stands in place of a model's beginning or end where its configuration names none, as that of an encoder
/// alone does. `word`: what stands there in one of its own sentences.
Token mark_of(const Model& model, std::int32_t word) {
    const std::string text = model.source_vocabulary.word(word);
    const bool says = text == separator_word || text == mask_word || text == "<unk>" || word == model.configuration.pad_src;
    return model.configuration.has_decoder() || says || !is_special(text) ? std::nullopt : Token(word);
}

/// The last token of a sentence, ignoring padding.
std::int32_t last_of(const IndexTensor& sentences, Size sentence, std::int32_t pad) {
    Size last = sentences.size(1) - 1;
    while (last > 0 && sentences.at({sentence, last}) == pad) --last;
    return sentences.at({sentence, last});
}

/// Whether all sentences end with a token, ignoring padding.
bool all_end_with(const IndexTensor& sentences, std::int32_t token, std::int32_t pad) {
    for (Size i = 0; i < sentences.size(0); ++i) {
        if (last_of(sentences, i, pad) != token) return false;
    }
    return true;
}

/// <sep>, if a decoder alone has learned to answer after it: then all its own sentences contain it.
Token separator_of(const Model& model) {
    const Token separator = model.target_vocabulary.id(separator_word);
    const IndexTensor& own = model.batch.tgt;
    const auto has_it = [&](Size row) {
        const std::int32_t* first = own.data() + row * own.size(1);
        return std::find(first, first + own.size(1), *separator) != first + own.size(1);
    };
    for (Size row = 0; separator && row < own.size(0); ++row) {
        if (!has_it(row)) return std::nullopt;
    }
    return own.empty() ? std::nullopt : separator;
}

}  // namespace

TextUnit source_unit(const Model& model, const Folder& folder) {
    const Configuration& c = model.configuration;
    return unit_of(is_of_characters(model.source_vocabulary, {c.pad_src, in_source_of(model, c.bos), in_source_of(model, c.eos)}),
                   folder);
}

TextUnit target_unit(const Model& model, const Folder& folder) {
    const Configuration& c = model.configuration;
    return unit_of(is_of_characters(model.target_vocabulary, {c.pad_tgt, c.bos, c.eos}), folder);
}

SourceText source_text(const Model& model, const Folder& folder) {
    const Configuration& c = model.configuration;
    const Tokenizer* tokenizer = model.tokenizer.get();
    if (framing_of(model) == Framing::by_tokenizer) return {.tokenizer = tokenizer, .framing = Framing::by_tokenizer};
    if (!c.has_encoder()) {
        return {
            .unit = target_unit(model, folder), .begin = token_or_none(c.bos), .end = separator_of(model), .tokenizer = tokenizer};
    }
    SourceText source{source_unit(model, folder), in_source_of(model, c.bos), in_source_of(model, c.eos), tokenizer};
    const IndexTensor& own = model.batch.src;
    if (own.empty()) return source;
    if (!source.begin) source.begin = mark_of(model, own.at({0, 0}));
    if (!source.end) source.end = mark_of(model, last_of(own, 0, c.pad_src));
    if (source.begin && !all_begin_with(own, *source.begin)) source.begin.reset();
    if (source.end && !all_end_with(own, *source.end, c.pad_src)) source.end.reset();
    return source;
}

TargetText target_text(const Model& model, const Folder& folder) {
    return {model.target_vocabulary, target_unit(model, folder),        model.configuration.bos,
            model.configuration.eos, model.tokenizer_of_target().get(), framing_of(model)};
}

TargetText text_of_source(const Model& model, const Folder& folder) {
    const SourceText source = source_text(model, folder);
    return {.vocabulary = model.configuration.has_encoder() ? model.source_vocabulary : model.target_vocabulary,
            .unit = source.unit,
            .bos = source.begin.value_or(no_token),
            .eos = source.end.value_or(no_token),
            .tokenizer = source.tokenizer,
            .framing = source.framing};
}

SourceText target_reading(const Model& model, const Folder& folder) {
    const Tokenizer* tokenizer = model.tokenizer_of_target().get();
    if (framing_of(model) == Framing::by_tokenizer) return {.tokenizer = tokenizer, .framing = Framing::by_tokenizer};
    return {.unit = target_unit(model, folder), .end = token_or_none(model.configuration.eos), .tokenizer = tokenizer};
}

std::vector<std::string_view> pieces_of(std::string_view text, const SourceText& source, const Vocabulary& vocabulary) {
    if (source.unit == TextUnit::words) {
        if (vocabulary.empty()) return split_at_spaces(text);
        std::vector<std::string_view> words;
        for (const TypedWord& word : typed_words(text, vocabulary)) words.push_back(word.word);
        return words;
    }
    std::vector<std::string_view> pieces = split_into_characters(text);
    if (!vocabulary.id(" ")) pieces.erase(std::remove(pieces.begin(), pieces.end(), std::string_view(" ")), pieces.end());
    return pieces;
}

Sentence framed(Sentence sentence, const SourceText& source) {
    if (source.framing == Framing::by_tokenizer) return source.tokenizer->with_special(std::move(sentence));
    if (source.begin && (sentence.empty() || sentence.front() != *source.begin)) sentence.insert(sentence.begin(), *source.begin);
    if (source.end && (sentence.size() < 2 || sentence.back() != *source.end)) sentence.push_back(*source.end);
    return sentence;
}

std::string written(const Sentence& sentence, const TargetText& target, StrayBytes stray) {
    if (target.tokenizer) {
        Sentence tokens = sentence;
        std::erase_if(tokens, [&](std::int32_t token) { return token == target.bos || token == target.eos; });
        if (target.framing == Framing::by_tokenizer) tokens = target.tokenizer->without_special(tokens);
        return target.tokenizer->text(tokens, stray);
    }
    std::string text;
    for (const std::int32_t token : sentence) {
        if (token == target.bos || token == target.eos) continue;
        if (!text.empty() && target.unit == TextUnit::words) text += ' ';
        text += target.vocabulary.word(token);
    }
    return text;
}

}  // namespace vitrine
