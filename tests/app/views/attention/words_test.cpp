#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/run/attention_readings.h"
#include "app/views/attention/parts.h"
#include "tests/app/any_runs.h"
#include "tests/app/family_runs.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::attention_words_test {
using namespace vitrine::tests;

namespace {

constexpr AttentionKind every_kind[] = {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross};

/// Random weights, between a clear pattern, chance and no pattern at all.
HeadWeights random_head(Random& random) {
    HeadWeights head{
        .queries = between(random, 1, 8), .keys = between(random, 1, 8), .weight = {}, .allowed = {}, .words = {}, .tokens = {}};
    const bool causal = coin(random);
    const double sharpness = 12 * random.uniform(), leaning = 8 * random.uniform();
    const Size offset = between(random, -1, 1);
    for (Size q = 0; q < head.queries; ++q) {
        head.words.push_back(random.below(8) != 0);
        head.tokens.push_back(static_cast<std::int32_t>(random.below(3)));
        std::vector<double> row;
        double sum = 0;
        for (Size k = 0; k < head.keys; ++k) {
            const bool allowed = !causal || k <= q;
            row.push_back(allowed ? std::exp(sharpness * random.uniform() + (k == q + offset ? leaning : 0)) : 0);
            head.allowed.push_back(allowed);
            sum += row.back();
        }
        for (const double weight : row) head.weight.push_back(weight / sum);
    }
    return head;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Whether at least three queries count for a pattern and, unless it is of repeated tokens, half of those that choose.
bool enough(const HeadReading& reading, AttentionPattern pattern) {
    const Size queries = reading.of(pattern)->queries;
    const bool repeats = pattern == AttentionPattern::duplicate || pattern == AttentionPattern::induction;
    return queries >= 3 && (repeats || queries >= reading.queries - queries);
}

/// The longest of the bars for which enough queries count or, if there is none, of all.
std::optional<AttentionPattern> longest_bar(const HeadReading& reading, AttentionKind of) {
    std::optional<AttentionPattern> longest;
    for (const bool any : {false, true}) {
        for (const AttentionPattern pattern : patterns_of(of)) {
            const auto& like = reading.of(pattern);
            if (!like || (!any && !enough(reading, pattern))) continue;
            if (!longest || like->value > reading.of(*longest)->value) longest = pattern;
        }
        if (longest) break;
    }
    return longest;
}

std::string said_count(const Likeness& like) { return "(n = " + std::to_string(like.queries) + ")"; }

std::string few(const HeadReading& reading, const Likeness& like) {
    if (like.queries == reading.queries)
        return like.queries == 1
                   ? "with only 1 " + asker(AttentionKind::cross) + " that says little"
                   : "with " + std::to_string(like.queries) + ' ' + asker(AttentionKind::cross) + "s that says little";
    return "only " + std::to_string(like.queries) + " of " + std::to_string(reading.queries) + " " + asker(AttentionKind::cross) +
           (like.queries == 1 ? "s counts for it" : "s count for it");
}

void check_no_kind(const HeadReading& reading, AttentionKind of, const std::string& text, AttentionPattern longest) {
    const Likeness& like = *reading.of(longest);
    CHECK(contains(text, "most like " + pattern_word(longest)));
    CHECK(contains(text, few(reading, like)) == !enough(reading, longest));
    if (!enough(reading, longest)) {
        CHECK(contains(text, "at " + likeness_number(like.value)));
        return;
    }
    CHECK(contains(text, said_count(like)));
    // Of patterns with a higher likeness, for which too few queries count, the highest is mentioned, too.
    const Likeness* higher = &like;
    for (const AttentionPattern pattern : patterns_of(of)) {
        const auto& other = reading.of(pattern);
        if (!other || !(other->value > 0.5) || !(other->value > higher->value)) continue;
        CHECK_FALSE(enough(reading, pattern));
        higher = &*other;
    }
    if (higher != &like) CHECK(contains(text, few(reading, *higher)));
    if (longest == AttentionPattern::uniform) {
        CHECK(like.value < clearly_uniform);
        return;
    }
    CHECK(contains(text, "at " + likeness_number(like.value)));
    if (contains(text, "not more than half")) {
        CHECK(like.value <= 0.5);
    } else {
        CHECK(contains(text, "no more than uniform weights"));
        CHECK(like.value <= like.chance);
    }
}

/// The sentence about a head's kind must name the longest bar, with its number, and speak of a kind only if there is one.
void check_kind_text(const HeadReading& reading, AttentionKind of) {
    const std::string text = kind_text(reading, of);
    CAPTURE(text);
    const auto longest = longest_bar(reading, of);
    for (const char* no_number : {"inf", "nan"}) CHECK_FALSE(contains(text, no_number));
    if (reading.evenness()) CHECK(std::clamp(*reading.evenness(), -1e-3, 1 + 1e-3) == *reading.evenness());
    if (reading.no_shares || !longest) {
        CHECK(contains(text, reading.has_nan ? "NaN" : reading.no_shares ? "do not sum to 1" : " has a choice"));
    } else if (short_kind(&reading) == no_clear_kind) {
        CHECK(contains(text, "No clear kind"));
        check_no_kind(reading, of, text, *longest);
    } else {
        const AttentionPattern kind = *reading.kind;
        CHECK(text.substr(1, text.find(':') - 1) == pattern_word(kind).substr(1));  // begins with a capital letter
        CHECK(contains(text, likeness_number(reading.of(kind)->value)));
        CHECK(contains(text, said_count(*reading.of(kind))));
        CHECK(enough(reading, kind));
        CHECK(reading.of(kind)->value > (kind == AttentionPattern::uniform ? 0.89 : 0.5));
        if (kind == *longest) return;
        if (*longest == AttentionPattern::alignment) {
            CHECK(kind <= AttentionPattern::next);
            CHECK(contains(text, "That is a monotonic path, too: alignment is " + likeness_number(reading.of(*longest)->value)));
        } else {
            CHECK((kind <= AttentionPattern::last && *longest >= AttentionPattern::duplicate));
            CHECK(contains(text, "at " + likeness_number(reading.of(*longest)->value) + " " + said_count(*reading.of(*longest))));
        }
    }
}

}  // namespace

TEST_CASE("what a head with a name looks like in one sentence is said without another name") {
    Random random(11);
    int with_kind = 0, without = 0;
    for (int i = 0; i < 300; ++i) {
        const HeadReading reading = read_head(random_head(random), AttentionKind::cross);
        const std::string here = kind_here_text(reading);
        CAPTURE(here);
        CHECK(here.starts_with("In this sentence"));
        CHECK(!contains(here, "lear kind"));
        if (!reading.kind) {
            ++without;
            continue;
        }
        ++with_kind;
        for (const auto name :
             {AttentionPattern::diagonal, AttentionPattern::previous, AttentionPattern::next, AttentionPattern::alignment})
            CHECK(!contains(here, pattern_word(name)));
        CHECK(contains(here, likeness_number(reading.of(*reading.kind)->value)));
        CHECK(contains(here, said_count(*reading.of(*reading.highest))));
    }
    CHECK(with_kind > 20);
    CHECK(without > 20);
}

TEST_CASE("the sentence on a head's kind says what the bars below it say") {
    Random random(22);
    std::array<int, pattern_count + 1> seen{};
    for (int round = 0; round < 20000; ++round) {
        const HeadWeights head = random_head(random);
        const AttentionKind of = coin(random) ? AttentionKind::cross : AttentionKind::encoder_self;
        const HeadReading reading = read_head(head, of);
        check_kind_text(reading, of);
        ++seen[reading.kind ? static_cast<std::size_t>(*reading.kind) : pattern_count];
    }
    for (const int count : seen) CHECK(count > 20);
}

TEST_CASE("of few queries the sentence says the figure and how few they are") {
    // a b c d e b, under a causal mask: the last does induction, the others look at the first position.
    HeadWeights head{.queries = 6, .keys = 6, .weight = {}, .allowed = {}, .words = {}, .tokens = {0, 1, 2, 3, 4, 1}};
    for (Size q = 0; q < 6; ++q) {
        head.words.push_back(1);
        for (Size k = 0; k < 6; ++k) {
            head.allowed.push_back(k <= q);
            head.weight.push_back(q == 5 ? (k == 2 ? 1 : 0) : k <= q ? 1.0 / static_cast<double>(q + 1) * (k == 0 ? 1.6 : 0.5) : 0);
        }
        double sum = 0;
        for (Size k = 0; k < 6; ++k) sum += head.at(q, k);
        for (Size k = 0; k < 6; ++k) head.weight[head.cell(q, k)] /= sum;
    }
    const HeadReading reading = read_head(head, AttentionKind::decoder_self);
    CHECK(reading.of(AttentionPattern::induction)->queries == 1);
    const std::string text = kind_text(reading, AttentionKind::decoder_self);
    CAPTURE(text);
    CHECK_FALSE(reading.kind);
    CHECK(contains(text, "Induction is 1.00, but only 1 of 5 " + asker(AttentionKind::decoder_self) + "s counts for it."));
    CHECK(counted_likeness(*reading.of(AttentionPattern::induction), reading.queries) == "1.00 (1)");
    CHECK(counted_likeness(*reading.of(AttentionPattern::induction), 12) == "1.00  (1)");
}

TEST_CASE("the sentence on a head's kind follows from the weights of any run") {
    const Counted checks(60);
    Random random(23);
    for (int round = 0; round < 60; ++round) {
        const auto run = random_edited_run(random);
        for (const AttentionKind kind : every_kind) {
            for (Size head = 0; head < head_count(*run); ++head) {
                check_kind_text(run->of<AttentionReadings>().reading(*run, {kind, 0}, {0, head}), kind);
            }
        }
    }
}

namespace {

/// How many tokens count for a pattern: no padding, with a choice among keys, one of which the pattern names.
Size counting_tokens(const Run& run, const AttentionPlace& place, const HeadPlace& at, AttentionPattern pattern) {
    const TensorView mask = run.find(path_of(place) + ".mask");
    const Configuration& c = run.model->configuration;
    const bool source = side_of_queries(place.kind) == Side::source;
    const IndexTensor& tokens = tokens_read(run, side_of_queries(place.kind));
    const Size queries = mask.layout.shape[2], keys = mask.layout.shape[3];
    const auto sees = [&](Size q, Size k) { return mask.at({at.sentence, 0, q, k}) != 0; };
    const auto token = [&](Size q) { return tokens.at({at.sentence, q}); };
    const auto chooses = [&](Size q) {
        Size seen = 0;
        for (Size k = 0; k < keys; ++k) seen += sees(q, k);
        return seen > 1 && token(q) != (source ? c.pad_src : c.pad_tgt);
    };
    Size last = -1, count = 0;
    for (Size q = 0; q < queries; ++q) {
        for (Size k = 0; k < keys && chooses(q); ++k) last = sees(q, k) ? std::max(last, k) : last;
    }
    for (Size q = 0; q < queries; ++q) {
        if (!chooses(q)) continue;
        bool counts = pattern == AttentionPattern::uniform || pattern == AttentionPattern::alignment;
        for (Size k = 0; k < keys; ++k) {
            if (!sees(q, k)) continue;
            counts = counts || (pattern == AttentionPattern::diagonal && k == q) ||
                     (pattern == AttentionPattern::previous && k + 1 == q) || (pattern == AttentionPattern::next && k == q + 1) ||
                     (pattern == AttentionPattern::first && k == 0) || (pattern == AttentionPattern::last && k == last) ||
                     (pattern == AttentionPattern::duplicate && k < q && token(k) == token(q)) ||
                     (pattern == AttentionPattern::induction && k > 0 && k < q && token(k - 1) == token(q));
        }
        count += counts;
    }
    return count;
}

void check_counts(const std::shared_ptr<const Run>& run, std::map<AttentionPattern, int>& met) {
    for (const AttentionKind kind : every_kind) {
        for (Size layer = 0; layer < attention_layers(run->model->configuration, kind); ++layer) {
            const AttentionPlace place{kind, layer};
            for (Size sentence = 0; sentence < sentence_count(*run); ++sentence) {
                const HeadReading& reading = run->of<AttentionReadings>().reading(*run, place, {sentence, 0});
                if (reading.no_shares) continue;
                for (const AttentionPattern pattern : patterns_of(kind)) {
                    const Size expected = counting_tokens(*run, place, {sentence, 0}, pattern);
                    const auto& like = reading.of(pattern);
                    CHECK(like.has_value() == (expected > 0));
                    if (!like) continue;
                    CHECK(like->queries == expected);
                    CHECK(contains(counted_likeness(*like, reading.queries), "(" + std::to_string(expected) + ")"));
                    ++met[pattern];
                }
            }
        }
    }
}

}  // namespace

TEST_CASE("over how many tokens a likeness is a mean follows from the masks and tokens of any run, and none is kept back") {
    Random random(24);
    std::map<AttentionPattern, int> met;
    for (int round = 0; round < 100; ++round) check_counts(any_edited_run(random), met);
    for (const std::string& family : family_names()) check_counts(family_run(family), met);
    for (const auto& sample_name : {"translation", "navigation"}) check_counts(make_run(sample(sample_name)), met);
    for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        CAPTURE(pattern_word(static_cast<AttentionPattern>(pattern)));
        CHECK(met[static_cast<AttentionPattern>(pattern)] >= 50);
    }
}

}  // namespace vitrine::attention_words_test
