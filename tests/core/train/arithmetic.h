#pragma once
/// Evaluates arithmetic as the screen writes it: "0.9 · (-0.5) + 0.1 · 2²", "−0.01 · 3 / (√0.04 + 1e-08)", "min(1, 2 / 3^1.5)".

#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace vitrine::tests {

/// A value, and the size of the terms of its sum, by which rounding is measured.
struct Evaluated {
    double value = 0, size = 0;
};

class Evaluation {
public:
    explicit Evaluation(std::string_view text) : rest_(text) {}

    Evaluated all() {
        const Evaluated result = sum();
        CHECK_MESSAGE(rest_.empty(), std::string(rest_));
        return result;
    }

private:
    bool take(std::string_view token) {
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
        if (!rest_.starts_with(token)) return false;
        rest_.remove_prefix(token.size());
        return true;
    }

    Evaluated sum() {
        Evaluated result = product();
        while (true) {
            const bool plus = take("+"), minus = !plus && take("−");
            if (!plus && !minus) return result;
            const Evaluated term = product();
            result.value += plus ? term.value : -term.value;
            result.size += term.size;
        }
    }

    Evaluated product() {
        Evaluated result = power();
        while (true) {
            const bool times = take("·"), divided = !times && take("/");
            if (!times && !divided) return result;
            const Evaluated other = power();
            // A divisor that is a difference magnifies its own roundings.
            const double factor = times ? other.size : other.size / (other.value * other.value);
            result.value = times ? result.value * other.value : result.value / other.value;
            result.size *= factor;
        }
    }

    Evaluated power() {
        const Evaluated base = operand();
        if (take("²")) return {base.value * base.value, base.size * base.size};
        if (!take("^")) return base;
        const double result = std::pow(base.value, operand().value);
        return {result, std::abs(result)};
    }

    Evaluated operand() {
        if (take("−")) {
            const Evaluated negated = power();
            return {-negated.value, negated.size};
        }
        if (take("√")) return whole(std::sqrt(operand().value));
        if (take("π")) return whole(std::numbers::pi);
        if (take("cos(")) return whole(std::cos(closed().value));
        if (take("min(")) {
            const Evaluated first = sum();
            CHECK(take(","));
            const Evaluated second = closed();
            return first.value < second.value ? first : second;
        }
        if (take("(")) return closed();
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
        std::size_t length = 0;
        const double number = std::stod(std::string(rest_.substr(0, 24)), &length);
        rest_.remove_prefix(length);
        return whole(number);
    }

    Evaluated closed() {
        const Evaluated inside = sum();
        CHECK(take(")"));
        return inside;
    }

    static Evaluated whole(double value) { return {value, std::abs(value)}; }

    std::string_view rest_;
};

inline Evaluated evaluate(std::string_view text) { return Evaluation(text).all(); }

}  // namespace vitrine::tests
