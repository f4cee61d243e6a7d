#include "app/run/attention_lines.h"

#include <algorithm>

#include <doctest/doctest.h>

namespace vitrine::attention_lines_test {

namespace {

/// Every query sees every key. Many weights are equal, many are 0, and each row sums to 1.
HeadWeights head_of(Size queries, Size keys) {
    HeadWeights head{.queries = queries, .keys = keys, .weight = {}, .allowed = {}, .words = {}, .tokens = {}};
    head.words.assign(static_cast<std::size_t>(queries), 1);
    head.allowed.assign(static_cast<std::size_t>(queries * keys), 1);
    for (Size q = 0; q < queries; ++q) {
        double sum = 0;
        for (Size k = 0; k < keys; ++k) {
            head.weight.push_back(static_cast<double>((q * 31 + k * 17) * 7919 % 97 % 23));
            sum += head.weight.back();
        }
        for (Size k = 0; k < keys; ++k) head.weight[head.cell(q, k)] /= sum;
    }
    return head;
}

std::vector<Size> keys_from(const WordLines& found, Size query) {
    std::vector<Size> keys;
    for (const WordLine& line : found.lines) {
        if (line.query == query) keys.push_back(line.key);
    }
    return keys;
}

}  // namespace

TEST_CASE("of few words every line is there, the heaviest first") {
    const HeadWeights head = head_of(12, 12);
    const WordLines found = find_word_lines(head, {.around = {3, 4}, .share = 0.7, .elsewhere = 5});
    CHECK(found.asking.first == 0);
    CHECK(found.asking.count == 12);
    CHECK(found.answering.count == 12);
    CHECK(found.answering.elsewhere.empty());
    std::size_t all = 0;
    for (Size q = 0; q < 12; ++q) {
        CHECK(keys_from(found, q) == heaviest_keys(head, q, 0.7));
        all += heaviest_keys(head, q, 0.7).size();
    }
    CHECK(found.lines.size() == all);
}

TEST_CASE("of very many words those around the pair have their lines, and no others are there") {
    const HeadWeights head = head_of(400, 700);
    for (const double share : {0.0, 0.3137, 0.7071, 1.0}) {  // no number of keys has exactly this share in any row
        const LinesAsked asked{.around = {210, 655}, .share = share, .elsewhere = 6};
        const WordLines found = find_word_lines(head, asked);
        CHECK(found.asking.first == 120);
        CHECK(found.asking.count == most_line_words);
        CHECK(found.answering.first == 700 - most_line_words);
        CHECK(found.answering.count == most_line_words);

        std::vector<Size> elsewhere;
        for (const Size key : heaviest_keys(head, 210, share)) {
            if (key < found.answering.first && elsewhere.size() < 6) elsewhere.push_back(key);
        }
        std::ranges::sort(elsewhere);
        CHECK(found.answering.elsewhere == elsewhere);

        std::size_t all = 0;
        for (Size q = 120; q < 120 + most_line_words; ++q) {
            std::vector<Size> expected = heaviest_keys(head, q, share), keys = keys_from(found, q);
            std::erase_if(expected, [&](Size key) { return !found.answering.has(key); });
            std::ranges::sort(expected);
            std::ranges::sort(keys);
            CHECK(keys == expected);
            all += keys.size();
        }
        CHECK(found.lines.size() == all);
    }
}

TEST_CASE("the words around a pair hold it, and stay where they are while it moves a little") {
    const HeadWeights head = head_of(4096, 3);
    Size moves = 0, first = 0;
    for (Size query = 0; query < head.queries; query += 5) {
        const WordLines found = find_word_lines(head, {.around = {query, 0}, .share = 0.5});
        CHECK(found.asking.has(query));
        CHECK(found.asking.first + found.asking.count <= head.queries);
        CHECK(found.answering.count == 3);
        CHECK(found.lines.size() <= static_cast<std::size_t>(3 * most_line_words));
        moves += found.asking.first != first;
        first = found.asking.first;
    }
    CHECK(moves <= 4096 / 40);
    CHECK(find_word_lines(head, {.around = {2000, 0}}).asking.first == 1920);
}

TEST_CASE("padding has no lines") {
    HeadWeights head = head_of(300, 300);
    std::fill(head.words.begin() + 150, head.words.end(), std::uint8_t{0});
    const WordLines found = find_word_lines(head, {.around = {150, 150}, .share = 0.5});
    CHECK(!keys_from(found, 149).empty());
    CHECK(keys_from(found, 150).empty());
}

}  // namespace vitrine::attention_lines_test
