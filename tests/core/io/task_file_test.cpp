#include "core/io/task_file.h"

#include "core/files/file.h"
#include "core/io/configuration_json.h"
#include "tests/core/io/helpers.h"

namespace vitrine::task_file_test {
using namespace vitrine::test;

namespace {

const Vocabulary none;

std::vector<Batch> batches(std::string_view text) {
    static const Configuration c = read_configuration(golden("translation/config.json"));
    return batches_from(text, {c, none, none}, "batches.json");
}

template <class... Parts>
void check_pairs_refused(std::string_view text, const Parts&... parts) {
    check_error([&] { parallel_text_from(text, TextUnit::words, "pairs.tsv"); }, "pairs.tsv: ", parts...);
}

template <class... Parts>
void check_batches_refused(std::string_view text, const Parts&... parts) {
    check_error([&] { batches(text); }, "batches.json: ", parts...);
}

constexpr const char* one = R"({"src": [[2, 4, 3]], "tgt": [[2, 5]], "labels": [[5, 3]]})";

}  // namespace

TEST_CASE("the lines of a TSV are its sentence pairs") {
    const ParallelText text =
        parallel_text_from("\xef\xbb\xbfone two\tun deux\r\n\nthree\ttrois", TextUnit::characters, "some/pairs.tsv");
    CHECK(text.name == "pairs.tsv");
    CHECK(text.unit == TextUnit::characters);
    REQUIRE(text.lines.size() == 2);
    CHECK(text.lines[0] == std::pair<std::string, std::string>("one two", "un deux"));
    CHECK(text.lines[1] == std::pair<std::string, std::string>("three", "trois"));
}

TEST_CASE("lines that are no sentence pairs are refused by their number in the file") {
    check_pairs_refused("", "empty");
    check_pairs_refused("a\tb\n\na b\n", "line 3", "no TAB");
    check_pairs_refused("a\tb\tc\n", "line 1", "more than one TAB");
    check_pairs_refused("a\tb\n \tb\n", "line 2", "the source is empty");
    check_pairs_refused("a\t \n", "line 1", "the target is empty");
    check_pairs_refused("a\tb\n\n\xff\tb\n", "line 3", "UTF-8");
}

TEST_CASE("for a tokenizer lines need be no UTF-8, and keep their numbers") {
    const ParallelText text = parallel_bytes_from("a\tb\n\n\xff\tb\n", "pairs.tsv");
    REQUIRE(text.lines.size() == 2);
    CHECK(text.lines[1] == std::pair<std::string, std::string>("\xff", "b"));
    CHECK(text.numbers == std::vector<int>{1, 3});
    check_error([] { parallel_bytes_from("a\tb\n \tb\n", "pairs.tsv"); }, "pairs.tsv: line 2", "the source is empty");
}

TEST_CASE("batches come as a list, or as the list of a golden's training.json") {
    CHECK(batches(std::string("[") + one + ", " + one + "]").size() == 2);
    CHECK(batches(std::string(R"({"steps": 3, "batches": [)") + one + "]}").size() == 1);
    CHECK(batches(read_file(golden("translation/training.json"))).size() == 3);
}

TEST_CASE("batches from which nothing can be learned are refused by their place") {
    check_batches_refused("{}", "'batches'");
    check_batches_refused(R"({"batches": 3})", "'batches'");
    check_batches_refused("3", "'batches'");
    check_batches_refused("[]", "no batches");
    check_batches_refused(std::string("[") + one + R"(, {"src": [[2]], "tgt": [[2]]}])", "batch [1]", "'labels' is missing");
    check_batches_refused(R"([{"src": [[2]], "tgt": [[99]], "labels": [[3]]}])", "batch [0]", "'tgt'[0][0] is token 99");
}

}  // namespace vitrine::task_file_test
