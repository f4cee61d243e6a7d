/// Reads an expression from left to right, by precedence.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "tests/core/trace/equation_amount.h"

namespace vitrine::tests {

namespace {

/// A part of an equation, to be computed at any places, and the letters in its brackets with the sizes of their axes.
struct Part {
    std::function<Amount(const LetterPlaces&)> value;
    std::map<char, Size> letters{};
};

Part combined(Part a, Part b, Amount (*make)(const Amount&, const Amount&)) {
    a.letters.merge(b.letters);
    return {[first = std::move(a.value), second = std::move(b.value), make](const LetterPlaces& at) {
                return make(first(at), second(at));
            },
            std::move(a.letters)};
}

Part changed(Part a, std::function<Amount(const Amount&)> make) {
    return {[inner = std::move(a.value), make = std::move(make)](const LetterPlaces& at) { return make(inner(at)); },
            std::move(a.letters)};
}

class Reader {
public:
    Reader(std::string_view text, const Meaning& meaning) : rest_(text), meaning_(meaning) {}

    Part read() {
        Part part = sum();
        if (!rest_.empty()) fail();
        return part;
    }

private:
    [[noreturn]] void fail() const { throw std::runtime_error("this cannot be read: '" + std::string(rest_) + "'"); }

    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

    bool take(std::string_view word) {
        skip_blanks();
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        skip_blanks();
        return true;
    }

    void need(std::string_view word) {
        if (!take(word)) fail();
    }

    Part sum() {
        Part part = product();
        while (true) {
            if (take("+")) {
                part = combined(part, product(), [](const Amount& a, const Amount& b) { return each(a, b, std::plus<>()); });
            } else if (take("−")) {
                part = combined(part, product(), [](const Amount& a, const Amount& b) { return each(a, b, std::minus<>()); });
            } else {
                return part;
            }
        }
    }

    Part product() {
        Part part = power();
        while (true) {
            if (take("·")) {
                part = combined(part, power(), times);
            } else if (take("/")) {
                part = combined(part, power(), [](const Amount& a, const Amount& b) { return each(a, b, std::divides<>()); });
            } else if (part_is_number_ && !rest_.empty() && rest_[0] >= 'a' && rest_[0] <= 'z') {
                part = combined(part, power(), times);  // "2i"
            } else {
                return part;
            }
        }
    }

    Part power() {
        Part base = prefixed();
        if (!take("^")) return base;
        return combined(base, prefixed(), [](const Amount& a, const Amount& b) {
            return each(a, b, [](double x, double y) { return std::pow(x, y); });
        });
    }

    Part prefixed() {
        part_is_number_ = false;
        if (take("−")) return changed(prefixed(), [](const Amount& a) { return mapped(a, std::negate<>()); });
        if (take("√")) return changed(prefixed(), [](const Amount& a) { return mapped(a, [](double x) { return std::sqrt(x); }); });
        if (take("ln ") || take("ln"))
            return changed(prefixed(), [](const Amount& a) { return mapped(a, [](double x) { return std::log(x); }); });
        if (take("Σ")) return summed(product());
        if (take("argmax "))
            return changed(prefixed(), [](const Amount& a) {
                return Amount(static_cast<double>(std::ranges::max_element(a.cells) - a.cells.begin()));
            });
        return with_ending(atom());
    }

    /// Over every letter that has no place yet.
    static Part summed(Part part) {
        return {[part](const LetterPlaces& at) {
            std::vector<std::pair<char, Size>> running;
            Size count = 1;
            for (const auto& letter : part.letters) {
                if (at.contains(letter.first)) continue;
                running.push_back(letter);
                count *= letter.second;
            }
            double all = 0;
            for (Size i = 0; i < count; ++i) {
                LetterPlaces there = at;
                Size rest = i;
                for (const auto& [letter, size] : running) there[letter] = rest % size, rest /= size;
                all += part.value(there).cells.front();
            }
            return Amount(all);
        }};
    }

    Part with_ending(Part part) {
        while (true) {
            if (take("²")) {
                part = changed(part, [](const Amount& a) { return mapped(a, [](double x) { return x * x; }); });
            } else if (take("³")) {
                part = changed(part, [](const Amount& a) { return mapped(a, [](double x) { return x * x * x; }); });
            } else if (take("ᵀ")) {
                part = changed(part, transposed_of);
            } else {
                return part;
            }
        }
    }

    Part bracketed(const char* end = ")") {
        Part part = sum();
        need(end);
        part_is_number_ = false;
        return part;
    }

    Part atom() {
        if (take("(")) return bracketed();
        if (!rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9') return number();
        if (take("number of labels that are not padding"))
            return {[this_meaning = meaning_](const LetterPlaces&) {
                double count = 0;
                for (Size i = 0; i < this_meaning.labels.layout.count(); ++i)
                    count += this_meaning.labels.at(index_of(this_meaning.labels.layout, i)) != this_meaning.pad;
                return Amount(count);
            }};
        if (take("concat(context of all heads)")) return heads_side_by_side();
        if (take("sin or cos(")) return wave(bracketed());
        if (take("exp("))
            return changed(bracketed(), [](const Amount& a) { return mapped(a, [](double x) { return std::exp(x); }); });
        if (take("erf("))
            return changed(bracketed(), [](const Amount& a) { return mapped(a, [](double x) { return std::erf(x); }); });
        if (take("Φ("))
            return changed(bracketed(), [](const Amount& a) {
                return mapped(a, [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; });
            });
        if (take("tanh("))
            return changed(bracketed(), [](const Amount& a) { return mapped(a, [](double x) { return std::tanh(x); }); });
        if (take("π")) return {[](const LetterPlaces&) { return Amount(std::numbers::pi); }};
        if (take("max(0,"))
            return changed(bracketed(), [](const Amount& a) { return mapped(a, [](double x) { return x < 0 ? 0 : x; }); });
        return named();
    }

    /// "12" or "0.5".
    Part number() {
        const std::size_t end = std::min(rest_.find_first_not_of("0123456789."), rest_.size());
        const double value = std::stod(std::string(rest_.substr(0, end)));
        rest_.remove_prefix(end);
        part_is_number_ = true;
        return {[value](const LetterPlaces&) { return Amount(value); }};
    }

    static Part wave(Part angle) {
        return {[angle](const LetterPlaces& at) {
            const double x = angle.value(at).cells.front();
            return Amount(at.at('j') % 2 ? std::cos(x) : std::sin(x));
        }};
    }

    Part heads_side_by_side() {
        const TensorView context = tensor("context");
        return {[context](const LetterPlaces& at) {
            const Size heads = context.layout.shape[1], width = context.layout.shape[3];
            Amount row(1, heads * width);
            for (Size h = 0; h < heads; ++h) {
                for (Size i = 0; i < width; ++i) row.at(0, h * width + i) = context.at({at.at('b'), h, at.at('l'), i});
            }
            return row;
        }};
    }

    const TensorView& tensor(const std::string& name) const {
        const auto found = meaning_.tensors.find(name);
        if (found == meaning_.tensors.end()) throw std::runtime_error("it is not known what '" + name + "' is");
        return found->second;
    }

    /// Letters, digits and signs after a first letter: "W_Q", "b₁", "linear1".
    std::string name() {
        std::size_t end = 0;
        while (end < rest_.size()) {
            const std::string_view at = rest_.substr(end);
            const auto is = [&](char from, char to) { return at[0] >= from && at[0] <= to; };
            if (is('a', 'z') || is('A', 'Z') || at[0] == '_' || (end > 0 && is('0', '9'))) {
                ++end;
            } else if (at.starts_with("ε")) {
                end += 2;
            } else if (at.starts_with("₁") || at.starts_with("₂")) {
                end += 3;
            } else {
                break;
            }
        }
        if (end == 0) fail();
        std::string found(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return found;
    }

    Part named() {
        const std::string found = name();
        if (rest_.starts_with("(")) return called(found);
        if (rest_.starts_with("[")) return indexed(tensor(found));
        if (const auto value = meaning_.numbers.find(found); value != meaning_.numbers.end()) {
            const double number = value->second;
            return {[number](const LetterPlaces&) { return Amount(number); }};
        }
        if (found.size() == 1 && !meaning_.tensors.contains(found)) {
            const char letter = found[0];
            return {[letter](const LetterPlaces& at) { return Amount(static_cast<double>(at.at(letter))); }};
        }
        const TensorView one = tensor(found);
        return {[one](const LetterPlaces& at) { return whole(one, at); }};
    }

    Part called(const std::string& name) {
        const auto found = meaning_.functions.find(name);
        if (found == meaning_.functions.end()) throw std::runtime_error("it is not known what '" + name + "(…)' does");
        need("(");
        Part inner = bracketed();
        return {[inner, make = found->second](const LetterPlaces& at) { return make(inner.value(at), at); }, inner.letters};
    }

    /// One of the expressions in brackets; also its letter if it is a single letter.
    struct Place {
        Part part;
        std::optional<char> letter = {};
    };

    Place place() {
        const std::size_t end = rest_.find_first_of(",]");
        const bool alone = end == 1 && rest_[0] >= 'a' && rest_[0] <= 'z';
        const char letter = rest_[0];
        Place found{sum()};
        if (alone) found.letter = letter;
        return found;
    }

    Part indexed(const TensorView& tensor) {
        std::vector<Place> places;
        for (take("["); places.empty() || take(",");) places.push_back(place());
        need("]");
        part_is_number_ = false;
        const auto left_out = static_cast<std::size_t>(tensor.layout.rank) - places.size();
        std::map<char, Size> letters;
        for (std::size_t i = 0; i < places.size(); ++i) {
            letters.merge(places[i].part.letters);
            if (places[i].letter) letters.emplace(*places[i].letter, tensor.layout.shape[left_out + i]);
        }
        return {[tensor, places, left_out](const LetterPlaces& at) {
                    Index cell{};
                    for (std::size_t axis = 0; axis < left_out; ++axis)
                        cell[axis] = place_left_out(tensor.layout, static_cast<int>(axis), at);
                    for (std::size_t i = 0; i < places.size(); ++i)
                        cell[left_out + i] = static_cast<Size>(places[i].part.value(at).cells.front());
                    if (!tensor.layout.contains(cell)) throw std::runtime_error("a cell lies outside of its tensor");
                    return Amount(tensor.at(cell));
                },
                letters};
    }

    std::string_view rest_;
    const Meaning& meaning_;
    bool part_is_number_ = false;
};

}  // namespace

Amount compute_expression(std::string_view text, const Meaning& meaning, const LetterPlaces& at) {
    return Reader(text, meaning).read().value(at);
}

}  // namespace vitrine::tests
