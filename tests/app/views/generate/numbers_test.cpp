/// The options of decoding that are numbers, moved by sliders or typed.

#include "app/views/generate/numbers.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/edit/commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"
#include "core/tensor/random.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::decoding_numbers_test {
using namespace vitrine::tests;

namespace {

constexpr DecodingLimits limits{.vocabulary = 137, .words = 60};

const DecodingNumber& number(std::string_view anchor) {
    const DecodingNumber* found = number_at(anchor);
    REQUIRE(found);
    return *found;
}

/// Whether a typed number becomes the option's value unchanged.
bool stays(const DecodingNumber& number, double value) {
    Configuration c;
    c.tgt_vocab_size = limits.vocabulary;
    DecodeOptions options;
    const DecodingLimits own = decoding_limits(c, 10);
    number.set(options, value, own);
    return number.get(clamped(options, c, 10), own) == value;
}

}  // namespace

TEST_CASE("every place of a slider is within the limits, in order, written so that reading gives it back") {
    const Counted checks(20);
    for (const DecodingNumber& number : decoding_numbers()) {
        CAPTURE(number.name);
        if (!number.values) continue;
        const std::vector<double> values = number.values(limits);
        CHECK(values.front() == doctest::Approx(number.least));
        CHECK(values.back() == doctest::Approx(number.most(limits)));
        CHECK(std::ranges::is_sorted(values, std::less_equal{}));
        for (const double value : values) {
            DecodeOptions options;
            number.set(options, value, limits);
            const auto read = read_number(number, limits, text_of(number, options, limits));
            REQUIRE(read.value);
            CHECK(*read.value == doctest::Approx(value).epsilon(1e-9));
        }
    }
}

TEST_CASE("a number that is read is one that a decoding takes, and what is refused is named with what would fit") {
    Random random(7);
    int taken = 0, refused = 0;
    for (const DecodingNumber& number : decoding_numbers()) {
        CAPTURE(number.name);
        Configuration c;
        c.tgt_vocab_size = limits.vocabulary;
        const DecodingLimits own = decoding_limits(c, 10);
        for (int i = 0; i < 300; ++i) {
            double value = (random.uniform() * 1.4 - 0.2) * (number.values ? number.most(own) : 1000);
            if (random.below(2) == 0) value = std::round(value);
            const auto read = read_number(number, own, std::to_string(value));
            CHECK(read.value.has_value() == read.problem.empty());
            if (read.value) {
                ++taken;
                CHECK(stays(number, *read.value));
            } else {
                ++refused;
                CHECK(read.problem.find(number.whole ? "is not a whole number from " : "is not a number from ") !=
                      std::string::npos);
                CHECK((value < number.least || value > number.most(own) || (number.whole && value != std::floor(value))));
            }
        }
    }
    CHECK(taken > 300);
    CHECK(refused > 300);
}

TEST_CASE("what is no number is refused") {
    for (const char* text : {"", " ", "hot", "1,5", "0x1", "nan", "inf", "1e999", "1 2", "--1", "0.5 "}) {
        CAPTURE(text);
        const bool fits = std::string_view(text) == "0.5 ";
        CHECK(read_number(number("generate/temperature"), limits, text).value.has_value() == fits);
    }
    CHECK(read_number(number("generate/temperature"), limits, "hot").problem == "“hot” is not a number from 0 to 2.");
    CHECK(read_number(number("generate/beams"), limits, "2.5").problem == "“2.5” is not a whole number from 1 to 10.");
    CHECK(read_number(number("generate/top-k"), limits, "0").problem == "“0” is not a whole number from 1 to 137, nor “all”.");
    CHECK(*read_number(number("generate/top-k"), limits, "all").value == 137);
    CHECK_FALSE(number_at("generate/heat"));
}

TEST_CASE("a number between two places of the slider is written with its digits, and the arrows go to the place beside it") {
    const DecodingNumber& temperature = number("generate/temperature");
    DecodeOptions options;
    options.sampling.temperature = 0.333;
    CHECK(text_of(temperature, options, limits) == "0.333");
    CHECK(next_value(temperature, limits, 0.333, 1) == doctest::Approx(0.35));
    CHECK(next_value(temperature, limits, 0.333, -1) == doctest::Approx(0.3));
    CHECK(next_value(temperature, limits, 2, 1) == 2);
    CHECK(next_value(temperature, limits, 0, -1) == 0);
    options.sampling.temperature = 0.15000000000000002;
    CHECK(text_of(temperature, options, limits) == "0.15");
    options.seed = 18446744073709551615ULL;
    CHECK(text_of(number("generate/seed"), options, limits) == "18446744073709551615");
}

TEST_CASE("a field takes a number, tells what is wrong with it, and leaves the option as it was until then") {
    State state = opened("translation");
    apply(state, SetView{View::generate});
    apply(state, SetDecoding{{.strategy = Strategy::sample}});
    const std::string anchor = "generate/temperature";
    apply(state, SetFocus{anchor});
    apply(state, TypeSetting{{View::generate, anchor, "1.00", read_decoding_setting}});
    REQUIRE(state.field);
    CHECK(state.focus == field_anchor);
    apply(state, SetFieldText{typed_text("three")});
    apply(state, TakeField{});
    REQUIRE(state.field);
    CHECK_FALSE(state.field->problem.empty());
    CHECK(state.of<GenerateView>().options.sampling.temperature == 1);
    apply(state, SetFieldText{typed_text("0.7")});
    CHECK(state.field->problem.empty());
    apply(state, TakeField{});
    CHECK_FALSE(state.field);
    CHECK(state.focus == anchor);
    CHECK(state.of<GenerateView>().options.sampling.temperature == 0.7);
    apply(state, TypeSetting{{View::generate, anchor, "0.70", read_decoding_setting}});
    apply(state, SetFieldText{typed_text("2")});
    apply(state, LeaveField{});
    CHECK(state.of<GenerateView>().options.sampling.temperature == 0.7);
    apply(state, TypeSetting{{View::generate, anchor, "0.70", read_decoding_setting}});
    apply(state, SetView{View::map});
    CHECK_FALSE(state.field);
}

}  // namespace vitrine::decoding_numbers_test
