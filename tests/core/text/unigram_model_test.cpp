#include "core/text/subwords/unigram_model.h"

#include <limits>

#include "core/tensor/random.h"
#include "tests/core/io/helpers.h"

namespace vitrine::unigram_model_test {
using namespace vitrine::test;

namespace {

using Ids = std::vector<std::int32_t>;

/// The highest sum of scores of any way to put a text together from tokens, by trying all.
double best_of_all(const UnigramModel& model, std::string_view text) {
    if (text.empty()) return 0;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t length = 1; length <= text.size(); ++length) {
        const auto token = model.vocabulary().id(text.substr(0, length));
        if (!token) continue;
        best = std::max(best, model.scores()[static_cast<std::size_t>(*token)] + best_of_all(model, text.substr(length)));
    }
    return best;
}

}  // namespace

TEST_CASE("of all ways the one with the highest sum of scores is taken") {
    const UnigramModel model(Vocabulary({"<unk>", "a", "b", "c", "ab", "bc", "abc", "ca", "bca"}),
                             {0, -2, -2.1, -2.2, -3, -3.3, -5, -3.9, -5.5}, 0, false);
    Random random(3);
    for (int i = 0; i < 300; ++i) {
        std::string text;
        for (auto length = 1 + random.below(9); length > 0; --length) text += static_cast<char>('a' + random.below(3));
        const UnigramLattice lattice = model.lattice(text);
        CHECK(lattice.best.back() == doctest::Approx(best_of_all(model, text)));
        double sum = 0;
        std::size_t place = 0;
        for (const std::size_t arc : lattice.path) {
            CHECK(lattice.arcs[arc].start == place);
            place = lattice.arcs[arc].end;
            sum += lattice.arcs[arc].score;
        }
        CHECK(place == text.size());
        CHECK(sum == doctest::Approx(lattice.best.back()));
        Ids ids;
        CHECK(model.encode(text, ids) == 0);
        CHECK(ids == lattice.ids);
    }
}

TEST_CASE("unknown characters that follow each other are one token, or their bytes") {
    const UnigramModel model(Vocabulary({"<unk>", "a"}), {0, -1}, 0, false);
    CHECK(model.lattice("éüaé").ids == Ids{0, 1, 0});
    const UnigramModel bytes(Vocabulary({"<unk>", "a", "<0xC3>", "<0xA9>"}), {0, -1, -2, -2}, 0, true);
    CHECK(bytes.lattice("aé").ids == Ids{1, 2, 3});
    CHECK(bytes.lattice("aü").ids == Ids{1, 0});
}

TEST_CASE("a model that makes no sense is refused, an unknown token that is missing where it is needed") {
    check_error([] { UnigramModel(Vocabulary({"a"}), {0, 1}, {}, false); }, "not as many scores");
    check_error([] { UnigramModel(Vocabulary({"a"}), {0}, 1, false); }, "only 1 tokens");
    const UnigramModel model(Vocabulary({"a"}), {0}, {}, false);
    Ids ids;
    CHECK(model.encode("aa", ids) == 0);
    check_error([&] { model.encode("b", ids); }, "no unknown token");
}

}  // namespace vitrine::unigram_model_test
