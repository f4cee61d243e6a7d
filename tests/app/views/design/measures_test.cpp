/// The number that shows the effect of a design choice, checked with plain loops over the recorded tensors of random runs.

#include "app/views/design/measures.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/run/edited.h"
#include "app/views/design/state.h"
#include "app/widgets/number.h"
#include "app/words/changes.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"

namespace vitrine::design_measures_test {
using namespace vitrine::tests;

namespace {

/// A random run with these choices and without numbers set by hand, which could be anything.
std::shared_ptr<const Run> with_choices(const std::shared_ptr<const Run>& run, const Design& design) {
    Edits edits;
    edits.design = design;
    return with_edits(run, edits);
}

Design departure(std::string_view name) {
    Design design;
    find_design_choice(name)->make(design, true);
    return design;
}

std::optional<double> number(std::string_view choice, const Run& run) {
    const ChoiceMeasure measure = measure_of_choice(choice, run);
    return measured(measure, run, run).second.value;
}

bool is_source_word(const Run& run, Size sentence, Size position) {
    return tokens_read(run, Side::source).at({sentence, position}) != run.model->configuration.pad_src;
}

bool is_target_word(const Run& run, Size sentence, Size position) {
    return tokens_read(run, Side::target).at({sentence, position}) != run.model->configuration.pad_tgt;
}

/// The mean of a number over the rows of weights that belong to words; nothing if there are none.
template <class IsWord, class Row>
std::optional<double> mean_of_rows(const Run& run, const std::string& path, IsWord&& is_word, Row&& row) {
    const TensorView weights = run.find(path);
    const auto& shape = weights.layout.shape;
    double sum = 0, count = 0;
    for (Size b = 0; b < shape[0]; ++b) {
        for (Size h = 0; h < shape[1]; ++h) {
            for (Size q = 0; q < shape[2]; ++q) {
                if (!is_word(run, b, q)) continue;
                std::vector<double> cells;
                for (Size k = 0; k < shape[3]; ++k) cells.push_back(weights.at({b, h, q, k}));
                const std::optional<double> one = row(b, h, q, cells);
                if (one) sum += *one, ++count;
            }
        }
    }
    return count == 0 ? std::nullopt : std::optional(sum / count);
}

void check_same(const std::optional<double>& measured, const std::optional<double>& expected) {
    REQUIRE(measured.has_value() == expected.has_value());
    if (measured) CHECK(*measured == doctest::Approx(*expected).epsilon(1e-9));
}

constexpr const char *encoder = "encoder.layers.0.self_attn.weights", *decoder = "decoder.layers.0.self_attn.weights";

double cosine(const TensorView& rows, Index a, Index b, Size width) {
    double both = 0, of_a = 0, of_b = 0;
    const auto last = static_cast<std::size_t>(rows.layout.rank - 1);
    for (Size i = 0; i < width; ++i) {
        a[last] = b[last] = i;
        both += rows.at(a) * rows.at(b), of_a += rows.at(a) * rows.at(a), of_b += rows.at(b) * rows.at(b);
    }
    return both / std::sqrt(of_a * of_b);
}

}  // namespace

TEST_CASE("every choice has a measure of a tensor that runs have, with words") {
    const Counted checks(10);
    Random random(1);
    const auto run = random_run(random);
    for (const DesignChoice& choice : design_choices()) {
        CHECK(measure_of_choice(choice.name, *run).choice == choice.name);
        CHECK(run->find(measure_of_choice(choice.name, *run).path).present());
    }
    for (const VariantChoice& choice : variant_choices()) CHECK(measure_of_choice(choice.name, *run).choice == choice.name);
}

TEST_CASE("the evenness of a row is its entropy as a share of the logarithm of how many keys it may see") {
    Random random(2);
    for (int trial = 0; trial < 30; ++trial) {
        const auto run = with_choices(random_run(random), trial % 2 ? departure("unscaled_scores") : Design{});
        const TensorView mask = run->find("encoder.layers.0.self_attn.mask");
        const auto expected = mean_of_rows(*run, encoder, is_source_word,
                                           [&](Size b, Size, Size q, const std::vector<double>& row) -> std::optional<double> {
                                               double seen = 0, sum = 0, entropy = 0;
                                               for (std::size_t k = 0; k < row.size(); ++k) {
                                                   if (mask.at({b, 0, q, static_cast<Size>(k)}) == 0) continue;
                                                   ++seen, sum += row[k];
                                               }
                                               if (seen < 2) return std::nullopt;
                                               for (std::size_t k = 0; k < row.size(); ++k) {
                                                   if (mask.at({b, 0, q, static_cast<Size>(k)}) != 0 && row[k] > 0)
                                                       entropy -= row[k] / sum * std::log(row[k] / sum);
                                               }
                                               return entropy / std::log(seen);
                                           });
        check_same(number("unscaled_scores", *run), expected);
        if (const auto evenness = number("unscaled_scores", *run)) CHECK((*evenness >= 0 && *evenness <= 1 + 1e-6));
    }
}

TEST_CASE("no weight lies ahead under the causal mask, and what lies there without it is counted") {
    Random random(3);
    int without = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const auto plain = random_run(random);
        const auto run = with_choices(plain, departure("no_causal_mask"));
        if (plain->regime.design.causal_mask) {
            if (const auto ahead = number("no_causal_mask", *plain)) CHECK(*ahead == 0);
        }
        const auto expected = mean_of_rows(*run, decoder, is_target_word,
                                           [](Size, Size, Size q, const std::vector<double>& row) -> std::optional<double> {
                                               double sum = 0;
                                               for (std::size_t k = 0; k < row.size(); ++k)
                                                   sum += static_cast<Size>(k) > q ? row[k] : 0;
                                               return sum;
                                           });
        check_same(number("no_causal_mask", *run), expected);
        without += expected && *expected > 0;
    }
    CHECK(without > 20);
}

TEST_CASE("words give nothing to padding that is hidden, and without the mask what they give is counted") {
    Random random(4);
    int padded = 0;
    for (int trial = 0; trial < 40; ++trial) {
        const auto plain = random_run(random);
        const auto run = with_choices(plain, departure("no_padding_mask"));
        const auto expected = mean_of_rows(*run, encoder, is_source_word,
                                           [&](Size b, Size, Size, const std::vector<double>& row) -> std::optional<double> {
                                               double sum = 0, pads = 0;
                                               for (std::size_t k = 0; k < row.size(); ++k) {
                                                   if (is_source_word(*run, b, static_cast<Size>(k))) continue;
                                                   sum += row[k], ++pads;
                                               }
                                               return pads == 0 ? std::nullopt : std::optional(sum);
                                           });
        for (const char* choice : {"no_padding_mask", "padding_on_queries"}) check_same(number(choice, *run), expected);
        if (!expected) {
            const ShownNumber none = shown_number(measure_of_choice("no_padding_mask", *plain), *plain, *plain);
            CHECK(none.text == "–");
            CHECK(none.words == "No sentence has padding here.");
            continue;
        }
        ++padded;
        CHECK(*expected > 0);
    }
    CHECK(padded > 5);
}

TEST_CASE("rows of weights sum to 1 with the mask before the softmax, and to what is left of them with the mask behind it") {
    const Counted checks(5);
    Random random(5);
    for (int trial = 0; trial < 20; ++trial) {
        const auto plain = random_run(random);
        const Design& own = plain->regime.design;
        if (!own.mask_after_softmax && number("mask_after_softmax", *plain))
            CHECK(*number("mask_after_softmax", *plain) == doctest::Approx(1).epsilon(1e-5));
        if (!own.causal_mask) continue;
        const auto run = with_choices(plain, departure("mask_after_softmax"));
        const auto expected = mean_of_rows(*run, decoder, is_target_word,
                                           [](Size, Size, Size, const std::vector<double>& row) -> std::optional<double> {
                                               double sum = 0;
                                               for (const double weight : row) sum += weight;
                                               return sum;
                                           });
        check_same(number("mask_after_softmax", *run), expected);
    }
}

TEST_CASE("moved weight is half the difference of two rows: nothing between a run and itself, symmetric, and at most 1") {
    Random random(6);
    for (int trial = 0; trial < 20; ++trial) {
        const auto plain = random_run(random);
        const auto run = with_choices(plain, departure("shared_attention"));
        const ChoiceMeasure measure = measure_of_choice("shared_attention", *plain);
        CHECK_FALSE(measured(measure, *plain, *plain).second.value);
        const TensorView a = plain->find(measure.path);
        const auto expected = mean_of_rows(*run, measure.path, is_target_word,
                                           [&](Size s, Size h, Size q, const std::vector<double>& row) -> std::optional<double> {
                                               double gained = 0;  // some keys gain what others lose
                                               for (std::size_t k = 0; k < row.size(); ++k)
                                                   gained += std::max(0.0, row[k] - a.at({s, h, q, static_cast<Size>(k)}));
                                               return gained;
                                           });
        const auto moved = measured(measure, *plain, *run).second.value;
        REQUIRE(moved.has_value() == expected.has_value());
        if (!moved) continue;
        if (!plain->regime.design.mask_after_softmax) CHECK(*moved == doctest::Approx(*expected).epsilon(1e-4));
        CHECK(*moved <= 1 + 1e-5);
        CHECK(*moved == doctest::Approx(*measured(measure, *run, *plain).second.value));
    }
}

TEST_CASE("without √D words become √D times smaller beside their positions") {
    Random random(7);
    int scaled = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const auto plain = random_run(random);
        const Configuration& c = plain->model->configuration;
        if (!c.scale_embedding || !plain->regime.design.scale_embedding) continue;
        const auto run = with_choices(plain, departure("unscaled_embeddings"));
        const auto before = number("unscaled_embeddings", *plain), now = number("unscaled_embeddings", *run);
        CHECK(before.has_value() == plain->regime.design.positions);
        if (!before || *before == 0) continue;
        CHECK(*before / *now == doctest::Approx(std::sqrt(static_cast<double>(c.d_model))).epsilon(1e-5));
        ++scaled;
    }
    CHECK(scaled > 5);
}

TEST_CASE("rows of the memory are compared by their cosines, those of equal words and those of all") {
    Random random(8);
    int repeated = 0;
    for (int trial = 0; trial < 40; ++trial) {
        const auto plain = random_run(random);
        const auto run = with_choices(plain, departure("no_positions"));
        const TensorView memory = run->find("memory");
        const IndexTensor& tokens = tokens_read(*run, Side::source);
        double equal = 0, equal_pairs = 0, all = 0, pairs = 0;
        for (Size b = 0; b < memory.layout.shape[0]; ++b) {
            for (Size i = 0; i < memory.layout.shape[1]; ++i) {
                for (Size j = i + 1; j < memory.layout.shape[1]; ++j) {
                    if (!is_source_word(*run, b, i) || !is_source_word(*run, b, j)) continue;
                    const double like = cosine(memory, {b, i}, {b, j}, memory.layout.shape[2]);
                    all += like, ++pairs;
                    if (tokens.at({b, i}) == tokens.at({b, j})) equal += like, ++equal_pairs;
                }
            }
        }
        check_same(number("no_residuals", *run), pairs == 0 ? std::nullopt : std::optional(all / pairs));
        check_same(number("no_positions", *run), equal_pairs == 0 ? std::nullopt : std::optional(equal / equal_pairs));
        // Without positions an encoder cannot tell equal words apart, unless a mask on the wrong axis treats them differently.
        if (equal_pairs > 0) CHECK(*number("no_positions", *run) == doctest::Approx(1).epsilon(1e-4));
        repeated += equal_pairs > 0;
    }
    CHECK(repeated > 5);
}

TEST_CASE("the largest number of the residual is one of its numbers, and none is larger") {
    Random random(9);
    for (int trial = 0; trial < 20; ++trial) {
        const auto run = with_choices(random_run(random), trial % 2 ? departure("norm_inside") : Design{});
        const TensorView residual = run->find("encoder.layers.0.residual2");
        double largest = 0;
        for (Size i = 0; i < residual.layout.count(); ++i)
            largest = std::max(largest, std::abs(residual.at(index_of(residual.layout, i))));
        for (const char* choice : {"norm_inside", "norm"}) check_same(number(choice, *run), largest);
    }
}

TEST_CASE("heads are unlike by what they give to other words; one head alone has none to differ from") {
    Random random(10);
    for (int trial = 0; trial < 20; ++trial) {
        const auto run = random_run(random);
        const TensorView weights = run->find(encoder);
        const Size heads = weights.layout.shape[1];
        double sum = 0, pairs = 0;
        for (Size b = 0; b < weights.layout.shape[0]; ++b) {
            for (Size q = 0; q < weights.layout.shape[2]; ++q) {
                for (Size h = 0; h < heads && is_source_word(*run, b, q); ++h) {
                    for (Size g = 0; g < heads; ++g) {
                        for (Size k = 0; g != h && k < weights.layout.shape[3]; ++k)
                            sum += std::abs(weights.at({b, h, q, k}) - weights.at({b, g, q, k})) / 4;  // each pair twice
                        pairs += g != h ? 0.5 : 0;
                    }
                }
            }
        }
        check_same(number("heads", *run), pairs == 0 ? std::nullopt : std::optional(sum / pairs));
        if (heads == 1) CHECK(shown_number(measure_of_choice("heads", *run), *run, *run).words == "There is only one head.");
    }
}

TEST_CASE("neighbouring positions are alike by their cosine") {
    Random random(11);
    int measured_runs = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const auto run = random_run(random);
        const TensorView positions = run->find("src.positions");
        const auto like = number("positions", *run);
        if (!positions.present()) {
            CHECK_FALSE(like);
            continue;
        }
        double sum = 0, pairs = 0;
        for (Size p = 1; p < positions.layout.shape[0]; ++p)
            sum += cosine(positions, {p - 1}, {p}, positions.layout.shape[1]), ++pairs;
        check_same(like, pairs == 0 ? std::nullopt : std::optional(sum / pairs));
        ++measured_runs;
    }
    CHECK(measured_runs > 5);
}

TEST_CASE("the text has the numbers of both runs, and a run against itself has one") {
    Random random(12);
    int changes = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const auto plain = random_run(random);
        const auto run = with_edits(plain, random_edits(*plain, random));
        const Size sentences = sentence_count(*run), heads = run->model->configuration.nhead;
        for (const DesignChoice& choice : design_choices()) {
            const ChoiceMeasure measure = measure_of_choice(choice.name, *run);
            const MeasuredPair pair = measured(measure, *plain, *run);
            const auto text = [&](const Measured& one) -> std::string {
                if (!one.value) return "–";
                return measure.may_be_negative ? signed_number(*one.value, ElementType::scalar) : plain_number(*one.value);
            };
            const ShownNumber shown = shown_number(measure, *plain, *run);
            CHECK(shown_number(measure, *plain, *plain).text.find("→") == std::string::npos);
            for (const Measured& one : {pair.first, pair.second}) CHECK_FALSE((one.value && !one.why_none.empty()));
            if (pair.first.value || pair.second.value) {
                const bool both = measure.of && run != plain;
                CHECK(shown.text == (both ? text(pair.first) + " → " + text(pair.second) : text(pair.second)));
                CHECK(shown.name == measure.name);
                CHECK(shown.words.starts_with(measure.definition));
                // A mean over heads says so beside the pictures of one head.
                const bool over_heads = shown.words.find("all tokens and heads") != std::string::npos;
                CHECK((shown.of.find(fmt::format("all {} heads", heads)) != std::string::npos) == (over_heads && heads > 1));
                CHECK((shown.of.find("sentences") != std::string::npos) == (over_heads && (measure.of_padded || sentences > 1)));
                CHECK((shown.words.find(" –: ") != std::string::npos) == (shown.text.find("–") != std::string::npos));
                continue;
            }
            if (shown.text == "–") CHECK(shown.words.starts_with(pair.second.why_none));
            if (shown.text == "–") continue;
            const TensorView a = plain->find(measure.path), b = run->find(measure.path);
            // The number is of all sentences, by the names of the two runs; then comes why the measure itself has none.
            const std::string of = "over all numbers" + (sentences > 1 ? fmt::format(" of all {} sentences.", sentences) : ".");
            CHECK(shown.words.starts_with("‖second − first‖ ÷ ‖first‖ " + of));
            CHECK(shown_number(measure, *plain, *run, on_and_off).words.starts_with("‖off − on‖ ÷ ‖on‖ " + of));
            CHECK(shown_number(measure, *plain, *run, {"A", "B"}).words.starts_with("‖B − A‖ ÷ ‖A‖ " + of));
            CHECK(shown.words.ends_with(std::string(pair.second.why_none).substr(1)));
            double change = 0, before = 0;
            for (Size i = 0; i < a.layout.count(); ++i) {
                const Index cell = index_of(a.layout, i);
                change += std::pow(b.at(cell) - a.at(cell), 2), before += std::pow(a.at(cell), 2);
            }
            CHECK(shown.text == share_words(std::sqrt(change / before)));
            ++changes;
        }
    }
    CHECK(changes > 10);
}

}  // namespace vitrine::design_measures_test
