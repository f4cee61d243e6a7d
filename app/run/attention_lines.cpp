#include "app/run/attention_lines.h"

#include <algorithm>

#include "core/tensor/parallel.h"

namespace vitrine {

bool LineWords::has(Size word) const {
    return (word >= first && word < first + count) || std::ranges::binary_search(elsewhere, word);
}

namespace {

/// All words, or those around one. The range changes only at every nth word, so that nothing moves when the next word is chosen.
LineWords words_around(Size word, Size all) {
    if (all <= most_line_words) return {0, all};
    constexpr Size step = most_line_words / 4;
    const Size middle = (word + step / 2) / step * step;
    return {std::clamp<Size>(middle - most_line_words / 2, 0, all - most_line_words), most_line_words};
}

/// A key of one query.
struct Weighed {
    double weight;
    Size key;

    bool heavier_than(const Weighed& other) const { return weight > other.weight || (weight == other.weight && key < other.key); }
};

/// The keys that heaviest_keys() finds, in no particular order. Their number is found by bisection, so that a long row need not
/// be sorted.
std::vector<Weighed> heaviest_unsorted(const HeadWeights& head, Size query, double share) {
    std::vector<Weighed> keys;
    double all = 0;
    for (Size k = 0; k < head.keys; ++k) {
        const double weight = head.at(query, k);
        if (!(weight > 0)) continue;
        keys.push_back({weight, k});
        all += weight;
    }
    if (share >= 1) return keys;
    const auto at = [&](std::size_t i) { return keys.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto heavier = [](const Weighed& a, const Weighed& b) { return a.heavier_than(b); };
    std::size_t least = 0, most = keys.size();  // bounds of the number of keys; the first `most` keys are the heaviest
    std::size_t known = 0;                      // `held` is the sum of the first `known` keys
    double held = 0;
    while (least < most) {
        const std::size_t middle = least + (most - least) / 2;
        std::nth_element(at(known), at(middle), at(most), heavier);
        double holds = held;
        for (std::size_t i = known; i < middle; ++i) holds += keys[i].weight;
        if (holds >= share * all) {
            most = middle;
        } else {
            least = middle + 1, known = middle, held = holds;
        }
    }
    keys.erase(at(most), keys.end());
    return keys;
}

/// The heaviest of a query's lines that lead to words outside of the contiguous range. `ties`: see WordLines.
std::vector<Size> keys_elsewhere(const HeadWeights& head, const LineWords& there, const LinesAsked& asked, bool& ties) {
    std::vector<Weighed> others = heaviest_unsorted(head, asked.around.query, asked.share);
    std::erase_if(others, [&](const Weighed& one) { return there.has(one.key); });
    const std::size_t count = std::min(others.size(), static_cast<std::size_t>(asked.elsewhere));
    std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count), others.end(),
                      [](const Weighed& a, const Weighed& b) { return a.heavier_than(b); });
    std::vector<Size> keys;
    for (std::size_t i = 0; i < count; ++i) keys.push_back(others[i].key);
    std::ranges::sort(keys);
    for (Size k = 0; count > 0 && k < head.keys; ++k) {
        if (there.has(k) || std::ranges::binary_search(keys, k)) continue;
        ties = ties || weights_alike(head.at(asked.around.query, k), others[count - 1].weight);
    }
    return keys;
}

std::vector<WordLine> lines_from(const HeadWeights& head, Size query, const LineWords& answering, double share) {
    std::vector<WordLine> lines;
    if (!head.words[static_cast<std::size_t>(query)]) return lines;
    if (head.keys <= most_line_words) {
        for (const Size key : heaviest_keys(head, query, share)) lines.push_back({query, key, head.at(query, key)});
        return lines;
    }
    for (const Weighed& one : heaviest_unsorted(head, query, share)) {
        if (answering.has(one.key)) lines.push_back({query, one.key, one.weight});
    }
    return lines;
}

}  // namespace

WordLines find_word_lines(const HeadWeights& head, const LinesAsked& asked) {
    WordLines found{words_around(asked.around.query, head.queries), words_around(asked.around.key, head.keys), false, {}};
    if (found.answering.count < head.keys)
        found.answering.elsewhere = keys_elsewhere(head, found.answering, asked, found.ties_elsewhere);
    const LineWords& asking = found.asking;
    std::vector<std::vector<WordLine>> rows(static_cast<std::size_t>(asking.count));
    parallel_for(asking.count, 16 * asking.count * head.keys, [&](Size i) {
        rows[static_cast<std::size_t>(i)] = lines_from(head, asking.first + i, found.answering, asked.share);
    });
    for (const std::vector<WordLine>& row : rows) found.lines.insert(found.lines.end(), row.begin(), row.end());
    return found;
}

}  // namespace vitrine
