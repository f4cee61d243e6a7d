#include "tests/core/trace/equation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/core/trace/equation_amount.h"

namespace vitrine::tests {

namespace {

/// Cuts off an ending, "… , 0 at padding"; true if it was there.
bool cut(std::string_view& text, std::string_view ending) {
    if (!text.ends_with(ending)) return false;
    text.remove_suffix(ending.size());
    return true;
}

Amount softmax_of(const TensorView& logits, const LetterPlaces& at) {
    Amount row = whole(logits, at);
    const double largest = *std::ranges::max_element(row.cells);
    double sum = 0;
    for (double& cell : row.cells) sum += cell = std::exp(cell - largest);
    return mapped(row, [sum](double x) { return x / sum; });
}

/// The mean, or the sum, over labels that are not padding.
double over_labels(std::string_view each_label, const Meaning& meaning, double divisor) {
    double all = 0, count = 0;
    for (Size i = 0; i < meaning.labels.layout.count(); ++i) {
        const Index cell = index_of(meaning.labels.layout, i);
        if (meaning.labels.at(cell) == meaning.pad) continue;
        all += compute(each_label, meaning, {{'b', cell[0]}, {'l', cell[1]}}).cells.front();
        ++count;
    }
    return all / (divisor > 0 ? divisor : count);
}

/// Evaluates "1 where the key is no padding and k ≤ q, else 0".
double allowed(std::string_view conditions, const Meaning& meaning, const LetterPlaces& at) {
    bool all = true;
    while (!conditions.empty()) {
        const std::size_t end = std::min(conditions.find(" and "), conditions.size());
        const std::string_view one = conditions.substr(0, end);
        conditions.remove_prefix(std::min(end + 5, conditions.size()));
        const auto is_word = [&](char letter) {
            return meaning.tensors.at("token").at({at.at('b'), at.at(letter)}) != meaning.pad;
        };
        if (one == "the key is no padding") {
            all = all && is_word('k');
        } else if (one == "the query is no padding") {
            all = all && is_word('q');
        } else if (one == "k ≤ q") {
            all = all && at.at('k') <= at.at('q');
        } else {
            throw std::runtime_error("no condition: '" + std::string(one) + "'");
        }
    }
    return all;
}

}  // namespace

Amount compute(std::string_view right, const Meaning& meaning, const LetterPlaces& places) {
    if (cut(right, ", 0 at padding") && meaning.labels.at({places.at('b'), places.at('l')}) == meaning.pad) return 0;
    if (cut(right, ", p = softmax(logits)") || cut(right, ", p = softmax(logits[l])")) {
        Meaning with_shares = meaning;
        Tensor shares{Axis::vocabulary};
        constexpr std::string_view mean = "mean over labels that are not padding of ",
                                   all = " · Σ over labels that are not padding of ";
        // In a mean over labels, p is computed for each label in turn.
        const auto of_label = [&](std::string_view each_label, double divisor) {
            return over_labels(std::string(each_label) + ", p = softmax(logits)", meaning, divisor);
        };
        if (right.starts_with(mean)) return of_label(right.substr(mean.size()), 0);
        if (const std::size_t at = right.find(all); right.starts_with("1/") && at != std::string_view::npos)
            return of_label(right.substr(at + all.size()), std::stod(std::string(right.substr(2, at - 2))));
        const Amount row = softmax_of(meaning.tensors.at("logits"), places);
        shares.resize({row.columns});
        for (Size i = 0; i < row.columns; ++i) shares.data()[i] = static_cast<Scalar>(row.at(0, i));
        with_shares.tensors["p"] = view(shares);
        return compute(right, with_shares, places);
    }
    if (cut(right, "the first v with the largest logits[l,v]")) return compute("argmax logits", meaning, places);
    LetterPlaces at = places;
    if (cut(right, ", i = ⌊j/2⌋")) at['i'] = at.at('j') / 2;
    if (const std::size_t where = right.find(" where "); where != std::string_view::npos) {
        const std::size_t otherwise = right.find(", else ");
        const std::string_view condition = right.substr(where + 7, otherwise - where - 7), other = right.substr(otherwise + 7);
        const bool holds =
            condition == "mask = 1" ? compute("mask[q,k]", meaning, at).cells.front() == 1 : allowed(condition, meaning, at) != 0;
        if (holds) return compute(right.substr(0, where), meaning, at);
        return other == "−∞" ? Amount(-std::numeric_limits<double>::infinity()) : Amount(std::stod(std::string(other)));
    }
    return compute_expression(right, meaning, at);
}

std::vector<Equation> equations_of(std::string_view formula) {
    std::vector<Equation> equations;
    constexpr std::string_view apart = "   ", equals = " = ";
    while (!formula.empty()) {
        const std::size_t end = std::min(formula.find(apart), formula.size());
        std::string_view one = formula.substr(0, end);
        formula.remove_prefix(std::min(end + apart.size(), formula.size()));
        const std::size_t sides = one.find(equals);
        Equation& equation = equations.emplace_back(Equation{std::string(one.substr(0, sides)), {}});
        one.remove_prefix(sides + equals.size());
        // Another "=" is either part of a condition, "where mask = 1" or ", p = …", or comes before another form of the same
        // right-hand side.
        for (std::size_t next = one.find(equals); next != std::string_view::npos; next = one.find(equals, next + 1)) {
            const std::string_view before = one.substr(0, next);
            if (before.ends_with("mask") || before.ends_with(", i") || before.ends_with(", p")) continue;
            equation.right.emplace_back(before);
            one.remove_prefix(next + equals.size());
            next = 0;
        }
        equation.right.emplace_back(one);
    }
    return equations;
}

LetterPlaces places_of(const std::string& left, const Layout& layout, const Index& cell, Size width) {
    LetterPlaces places;
    std::vector<std::string> letters;
    if (const std::size_t open = left.find('['); open != std::string::npos) {
        for (std::size_t at = open + 1; at < left.size();) {
            const std::size_t end = left.find_first_of(",]", at);
            letters.push_back(left.substr(at, end - at));
            at = end + 1;
        }
    }
    const auto left_out = static_cast<std::size_t>(layout.rank) - letters.size();
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(layout.rank); ++axis) {
        if (axis < left_out) {
            if (layout.axes[axis] == Axis::batch) places['b'] = cell[axis];
            if (layout.axes[axis] == Axis::head) places['h'] = cell[axis];
            if (layout.axes[axis] == Axis::position) places['l'] = cell[axis];
            if (layout.axes[axis] == Axis::query || (layout.axes[axis] == Axis::key && left.find('[') == std::string::npos))
                places[places.contains('q') ? 'k' : 'q'] = cell[axis];
        } else if (letters[axis - left_out] == "h·d+i") {
            places['h'] = cell[axis] / width, places['i'] = cell[axis] % width;
        } else {
            places[letters[axis - left_out][0]] = cell[axis];
        }
    }
    return places;
}

}  // namespace vitrine::tests
