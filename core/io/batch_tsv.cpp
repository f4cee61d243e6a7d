#include "core/files/problem.h"
#include "core/io/batch_file.h"
#include "core/io/words/sentence_pairs.h"
#include "core/io/words/sentences.h"

namespace vitrine {

namespace {

/// How a line is read, and where it is, for messages.
struct SplitLine {
    TextUnit unit;
    const std::string& where;
};

/// Without subwords, texts are split into `unit`.
Sentence sentence_of(std::string_view text, const char* side, WordReader& words, SubwordReader* subwords, const SplitLine& line) {
    const auto refuse_empty = [&](bool empty) {
        if (empty) fail(line.where, std::string("the ") + side + " is empty");
    };
    if (subwords) {
        refuse_empty(split_at_spaces(text).empty());
        return within(line.where + ", " + side, [&] { return subwords->ids(text); });
    }
    Sentence sentence;
    const auto characters = [&] { return within(line.where, [&] { return split_into_characters(text); }); };
    const auto pieces = line.unit == TextUnit::words ? split_at_spaces(text) : characters();
    for (const auto piece : pieces) sentence.push_back(words.id(piece, line.where));
    refuse_empty(sentence.empty());
    return sentence;
}

/// Reads one line after another.
class LineReader {
public:
    explicit LineReader(const BatchLanguage& language) : language_(language), source_(language.source), target_(language.target) {
        if (language.tokenizer) {
            subwords_.emplace(*language.tokenizer, subword_specials(*language.tokenizer, language.configuration));
        }
    }

    Example read(const SentencePair& pair, TextUnit unit) {
        const Configuration& c = language_.configuration;
        const SplitLine line{unit, pair.where};
        Example example;
        example.source = sentence_of(pair.source, "source", source_, subwords(), line);
        if (const auto bos = in_source(c.bos, language_)) example.source.insert(example.source.begin(), *bos);
        if (const auto eos = in_source(c.eos, language_)) example.source.push_back(*eos);
        example.target = sentence_of(pair.target, "target", target_, subwords(), line);
        return example;
    }

    void note(const std::string& where) const {
        note_unknown(source_, target_, language_, where);
        if (subwords_) note_lost(*subwords_, language_, where);
    }

private:
    SubwordReader* subwords() { return subwords_ ? &*subwords_ : nullptr; }

    const BatchLanguage& language_;
    WordReader source_, target_;
    std::optional<SubwordReader> subwords_;
};

}  // namespace

std::vector<Example> examples_from_tsv(std::string_view text, TextUnit unit, const BatchLanguage& language,
                                       const std::string& where) {
    LineReader reader(language);
    std::vector<Example> examples;
    for (const SentencePair& pair : split_pairs(text, where)) examples.push_back(reader.read(pair, unit));
    reader.note(where);
    return examples;
}

Batch batch_from_tsv(std::string_view text, const BatchLanguage& language, const std::string& where) {
    const Configuration& c = language.configuration;
    require_both_stacks(c, where, "reading sentence pairs");
    Batch batch;
    const std::vector<Example> examples = examples_from_tsv(text, TextUnit::words, language, where);
    within(where, [&] {
        make_batch(examples, c, batch);
        check(batch, c);
    });
    return batch;
}

}  // namespace vitrine
