#include <vector>

#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/sample.h"
#include "core/io/tokenizer_file.h"
#include "tests/core/io/helpers.h"

namespace vitrine::batch_tsv_test {
using namespace vitrine::test;

namespace {

using Tokens = std::vector<std::int32_t>;

Tokens list(const IndexTensor& tokens) { return {tokens.data(), tokens.data() + tokens.count()}; }

struct Translation {
    Model model = load_sample("translation");
    Vocabulary none;

    BatchLanguage words() const { return {model.configuration, model.source_vocabulary, model.target_vocabulary}; }
    BatchLanguage ids() const { return {model.configuration, none, none}; }
};

template <class... Parts>
void check_refused(std::string_view text, const BatchLanguage& language, const Parts&... parts) {
    check_error([&] { batch_from_tsv(text, language, "pairs.tsv"); }, "pairs.tsv: ", parts...);
}

constexpr const char* pairs =
    "I am a student\tJe suis un étudiant\nHe is a teacher\tIl est un enseignant\nShe is a nurse\tElle est une infirmière\n"
    "I love you\tJe t'aime\nHow are you?\tComment ça va?\n";

}  // namespace

TEST_CASE("sentence pairs become the translation model's own batch") {
    const Translation translation;
    const TemporaryFolder folder;
    const Batch expected = read_batch(golden("translation/batch.json"), translation.ids());
    for (const char* name : {"pairs.tsv", "pairs.txt", "pairs"}) {
        const Batch batch = read_batch(folder.file(name, pairs), translation.words());
        CHECK(list(batch.src) == list(expected.src));
        CHECK(list(batch.tgt) == list(expected.tgt));
        CHECK(list(batch.labels) == list(expected.labels));
    }
}

TEST_CASE("without a vocabulary the words are ids") {
    const Translation translation;
    const Batch batch = batch_from_tsv("4 5\t6\n7\t8 9\n", translation.ids(), "pairs.tsv");
    CHECK(list(batch.src) == Tokens{2, 4, 5, 3, 2, 7, 3, 1});
    CHECK(list(batch.tgt) == Tokens{2, 6, 1, 2, 8, 9});
    CHECK(list(batch.labels) == Tokens{6, 3, 1, 8, 9, 3});
}

TEST_CASE("a tokenizer cuts the sentences where there is one") {
    const Tokenizer tokenizer = read_tokenizer(golden("bpe/tokenizer.json"));
    const Vocabulary tokens = tokenizer.vocabulary();
    Configuration c;
    c.src_vocab_size = c.tgt_vocab_size = static_cast<Size>(tokens.words().size());
    c.pad_src = c.pad_tgt = 0;
    c.bos = 1;
    c.eos = 2;
    std::vector<std::string> notes;
    const BatchLanguage language{c, tokens, tokens, &notes, &tokenizer};
    const Batch batch = batch_from_tsv("The black cat\tthe small dog.\nThe\tthe\x01\n", language, "pairs.tsv");
    CHECK(list(batch.src) == Tokens{1, 62, 93, 200, 2, 1, 62, 2, 0, 0});
    CHECK(list(batch.tgt) == Tokens{1, 57, 101, 126, 7, 1, 57, 0, 0, 0});
    CHECK(list(batch.labels) == Tokens{57, 101, 126, 7, 2, 57, 2, 0, 0, 0});
    CHECK(notes == std::vector<std::string>{"pairs.tsv: 1 byte has no token and is dropped"});
    check_refused("The\t  ", language, "line 1", "the target is empty");
    check_refused("The\tthe\n\x01\tthe\n", language, "line 2, source: nothing of '\u2401' has a token");
    const Batch others = batch_from_tsv("[PAD]The[BOS]\tthe[EOS]the", language, "pairs.tsv");
    CHECK(list(others.src) == Tokens{1, 3, 62, 3, 2});
    CHECK(list(others.labels) == Tokens{57, 3, 57, 2});
}

TEST_CASE("characters that are not UTF-8 are refused with their line") {
    const Translation translation;
    check_error([&] { examples_from_tsv("12\t3\n4\xff\t5\n", TextUnit::characters, translation.ids(), "pairs.tsv"); },
                "pairs.tsv: line 2", "no UTF-8");
}

TEST_CASE("a note quotes unknown words as they can be printed, long ones shortened") {
    const Vocabulary words({"<pad>", "<s>", "</s>", "<unk>"});
    Configuration c;
    c.src_vocab_size = c.tgt_vocab_size = 4;
    std::vector<std::string> notes;
    const BatchLanguage language{c, words, words, &notes};
    batch_from_tsv("\xff\xc2\x9b " + std::string(1000, 'x') + "\t<s>\n", language, "pairs.tsv");
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] == "pairs.tsv: '<FF><U+009B>' and '" + std::string(60, 'x') + " … " + std::string(20, 'x') +
                          "' are not in the source vocabulary, read as <unk>");
}

TEST_CASE("a source that has no words for beginning and end gets none") {
    const Model navigation = load_sample("navigation");
    const BatchLanguage language{navigation.configuration, navigation.source_vocabulary, navigation.target_vocabulary};
    const Batch batch = batch_from_tsv("je suis etudiant\ti am a student\nquel mois\twhat month", language, "pairs.tsv");
    CHECK(list(batch.src) == list(navigation.batch.src));
    CHECK(list(batch.labels) == list(navigation.batch.labels));
    // The navigation sample's decoder input keeps </s> where other batches pad a shorter sentence.
    CHECK(list(batch.tgt) == Tokens{7, 3, 1, 0, 4, 7, 5, 2, 6, 6});
    const Vocabulary none;
    CHECK(list(batch_from_tsv("1 3 0\t3", {navigation.configuration, none, none}, "pairs.tsv").src) == Tokens{1, 3, 0});
}

TEST_CASE("where only one vocabulary is known the source gets no ids of the other") {
    const Model translation = load_sample("translation");
    const Vocabulary none;
    const BatchLanguage source{translation.configuration, translation.source_vocabulary, none};
    const BatchLanguage target{translation.configuration, none, translation.target_vocabulary};
    CHECK(list(batch_from_tsv("<unk>\t6", source, "pairs.tsv").src) == Tokens{0});
    CHECK(list(batch_from_tsv("4 5\tJe", target, "pairs.tsv").src) == Tokens{4, 5});
}

TEST_CASE("line endings of Windows, a byte order mark, blank lines and more spaces make no difference") {
    const Translation translation;
    const Batch plain = batch_from_tsv("I love you\tJe t'aime\nHe\tIl", translation.words(), "pairs.tsv");
    const Batch other =
        batch_from_tsv("\xef\xbb\xbfI  love you \tJe t'aime\r\n\r\n \nHe\tIl\r\n", translation.words(), "pairs.tsv");
    CHECK(list(plain.src) == list(other.src));
    CHECK(list(plain.tgt) == list(other.tgt));
}

TEST_CASE("malformed lines are refused with their number") {
    const Translation translation;
    const BatchLanguage words = translation.words();
    check_refused("I\tJe\nI love you Je t'aime\n", words, "line 2", "no TAB");
    check_refused("I\tJe\tmoi\n", words, "line 1", "more than one TAB");
    check_refused("\n\tJe\n", words, "line 2", "the source is empty");
    check_refused("I\tJe\n\nI\t \n", words, "line 3", "the target is empty");
    check_refused("", words, "empty");
    check_refused("\n \n", words, "empty");
}

TEST_CASE("words nobody knows are <unk>, or refused with line and word") {
    const Translation translation;
    CHECK(list(batch_from_tsv("I sing\tJe chante", translation.words(), "pairs.tsv").src) == Tokens{2, 4, 0, 3});
    check_refused("4\t5\n4 x\t5", translation.ids(), "line 2", "'x' is no token id");
    check_refused("4\t5.5", translation.ids(), "line 1", "'5.5' is no token id");
    check_refused("4\t99999999999", translation.ids(), "line 1", "'99999999999'");
    check_refused("4 18\t5", translation.ids(), "'src'[0][2] is token 18, outside 'src_vocab_size' of 18");

    const Model navigation = load_sample("navigation");
    check_refused("je\ti\nje danse\ti dance",
                  {navigation.configuration, navigation.source_vocabulary, navigation.target_vocabulary}, "line 2",
                  "unknown token 'danse'");
}

}  // namespace vitrine::batch_tsv_test
