#include "core/io/model_text.h"

#include "core/io/batch_file.h"
#include "core/io/open_model.h"
#include "core/io/tokenizer_file.h"
#include "core/io/words/sentences.h"
#include "tests/core/io/helpers.h"

namespace vitrine::model_text_test {
using namespace vitrine::test;

namespace {

/// The ids that a model reads for this text.
Sentence read(const Model& model, std::string_view text) {
    const SourceText reading = source_text(model, std::nullopt);
    WordReader words(model.source_vocabulary);
    Sentence sentence;
    for (const auto piece : pieces_of(text, reading, model.source_vocabulary)) sentence.push_back(words.id(piece, "text"));
    return framed(sentence, reading);
}

/// A row of the model's own sentences, without its padding.
Sentence own(const Model& model, Size row) {
    Sentence sentence;
    for (Size i = 0; i < model.batch.src.size(1); ++i) {
        const std::int32_t token = model.batch.src.at({row, i});
        if (token != model.configuration.pad_src) sentence.push_back(token);
    }
    return sentence;
}

Model of_words(std::vector<std::string> words) {
    Model model;
    model.source_vocabulary = model.target_vocabulary = Vocabulary(std::move(words));
    model.configuration.src_vocab_size = model.configuration.tgt_vocab_size =
        static_cast<Size>(model.source_vocabulary.words().size());
    return model;
}

TextUnit unit_of(std::vector<std::string> words) {
    const Model model = of_words(std::move(words));
    CHECK(source_unit(model, std::nullopt) == target_unit(model, std::nullopt));
    return target_unit(model, std::nullopt);
}

}  // namespace

TEST_CASE("a text is read as the sentences of the sample are") {
    const Model translation = open_model({.sample = "translation"});
    CHECK(read(translation, "I am a student") == own(translation, 0));
    CHECK(read(translation, "How are you?") == own(translation, 4));
    const Model navigation = open_model({.sample = "navigation"});
    CHECK(read(navigation, "quel mois") == own(navigation, 1));
    const Model by_hand = open_model({.sample = "by-hand"});
    CHECK(read(by_hand, "I love AI") == own(by_hand, 0));
}

TEST_CASE("an encoder alone names no beginning and no end; those of its own sentences stand around a text, and are not written") {
    const Model hidden = open_model({.sample = "hidden-words"});
    REQUIRE(hidden.configuration.eos == no_token);
    for (Size row = 0; row < hidden.batch.src.size(0); ++row) {
        const std::string text = written(own(hidden, row), text_of_source(hidden, std::nullopt));
        CHECK(text.find("s>") == std::string::npos);
        CHECK(text.find("<mask>") != std::string::npos);
        CHECK(read(hidden, text) == own(hidden, row));
    }
}

TEST_CASE("what a decoder alone answers is a text without its beginning and <sep>") {
    const Model repeats = open_model({.sample = "induction"});
    const Vocabulary& words = repeats.target_vocabulary;
    const Sentence given{repeats.configuration.bos, *words.id("k"), *words.id("a"), *words.id("<sep>")};
    CHECK(written(given, text_of_source(repeats, std::nullopt)) == "ka");
}

TEST_CASE("the sentences of a model without any are read as those of a TSV") {
    Model model = of_words({"<pad>", "<s>", "</s>", "<unk>", "je", "suis"});
    std::vector<std::string> notes;
    const BatchLanguage language{model.configuration, model.source_vocabulary, model.target_vocabulary, &notes};
    const Sentence of_tsv = examples_from_tsv("je suis là\tje", TextUnit::words, language, "pairs.tsv").front().source;
    CHECK(read(model, "je suis là") == of_tsv);
    CHECK(read(model, "je suis là") == Sentence{1, 4, 5, 3, 2});
    model.source_vocabulary = Vocabulary({"<pad>", "je", "suis", "<unk>", "a", "b"});
    CHECK(read(model, "je suis") == Sentence{1, 2});
    model.source_vocabulary = model.target_vocabulary = {};
    CHECK(read(model, "4 5") == Sentence{1, 4, 5, 2});
}

TEST_CASE("who writes the words for beginning and end gets them once") {
    const Model translation = open_model({.sample = "translation"});
    CHECK(read(translation, "<bos> I am a student <eos>") == own(translation, 0));
    CHECK(read(translation, "<bos>") == Sentence{2, 3});
}

TEST_CASE("a vocabulary of single characters is one of characters") {
    CHECK(unit_of({"<pad>", "<s>", "</s>", "a", "é", "漢"}) == TextUnit::characters);
    CHECK(unit_of({"blank", "begin", "end", "a", "<unk>", " "}) == TextUnit::characters);
    CHECK(unit_of({"<pad>", "<s>", "</s>", "a", "am"}) == TextUnit::words);
    CHECK(unit_of({"<pad>", "<s>", "</s>"}) == TextUnit::words);
    CHECK(unit_of({}) == TextUnit::words);
}

TEST_CASE("spaces between characters count where the vocabulary has one") {
    CHECK(read(of_words({"<pad>", "<s>", "</s>", "a", "b"}), "ab a") == Sentence{1, 3, 4, 3, 2});
    CHECK(read(of_words({"<pad>", "<s>", "</s>", "a", "b", " "}), "ab a") == Sentence{1, 3, 4, 5, 3, 2});
    check_error([] { read(of_words({"<pad>", "<s>", "</s>", "a"}), "a\xff"); }, "byte 2 is no UTF-8");
}

TEST_CASE("a tokenizer reads and writes the texts of a model that has one") {
    const auto tokenizer = std::make_shared<const Tokenizer>(read_tokenizer(golden("bpe/tokenizer.json")));
    Model model = of_words(tokenizer->vocabulary().words());
    model.tokenizer = tokenizer;
    const SourceText source = source_text(model, std::nullopt);
    REQUIRE(source.tokenizer == tokenizer.get());
    SubwordReader reader(*source.tokenizer);
    CHECK(framed(reader.ids("The black cat"), source) == Sentence{1, 62, 93, 200, 2});
    CHECK(framed(reader.ids("[BOS]The black cat[EOS]"), source) == Sentence{1, 62, 93, 200, 2});
    CHECK(reader.lost() == 0);

    const TargetText target = target_text(model, std::nullopt);
    CHECK(written({1, 62, 93, 200, 126, 7, 2}, target) == "The black cat dog.");
    CHECK(written({1, 200, 0, 3, 2}, target) == "cat[PAD][UNK]");
    CHECK(written({1, 2}, target).empty());
    const std::int32_t half = tokenizer->vocabulary().id("<C3>").value();
    CHECK(written({1, 200, half, 2}, target) == "cat<C3>");
    CHECK(written({1, 200, half, 2}, target, StrayBytes::replaced) == "cat\uFFFD");
}

TEST_CASE("a sentence is written without bos and eos") {
    const Vocabulary words({"<pad>", "<s>", "</s>", "a", "b"});
    CHECK(written({1, 3, 4, 2}, {words, TextUnit::words, 1, 2}) == "a b");
    CHECK(written({1, 3, 4}, {words, TextUnit::characters, 1, 2}) == "ab");
    CHECK(written({1, 2}, {words, TextUnit::words, 1, 2}).empty());
    CHECK(written({1, 9, 3}, {words, TextUnit::words, 1, 2}) == "9 a");
}

}  // namespace vitrine::model_text_test
