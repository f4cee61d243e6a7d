#include "core/export/generation_json.h"

#include <nlohmann/json.hpp>

#include "core/decode/candidates.h"
#include "core/files/number_json.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_candidates = 50;

const char* name_of(Fate fate) {
    switch (fate) {
        case Fate::kept:
            return "kept";
        case Fate::finished:
            return "finished";
        case Fate::cut_off:
            return "cut_off";
        default:
            return "pruned";
    }
}

const char* name_of(Reason reason) {
    switch (reason) {
        case Reason::beginning:
            return "beginning";
        case Reason::likeliest:
            return "likeliest";
        case Reason::drawn:
            return "drawn";
        case Reason::in_beam:
            return "in_beam";
        case Reason::forced:
            return "forced";
        case Reason::required:
            return "required";
        default:
            return "none";
    }
}

OrderedJson cut_json(Cut cut) {
    if (cut == Cut::none) return nullptr;
    return cut == Cut::top_k ? "top_k" : cut == Cut::top_p ? "top_p" : "forbidden";
}

/// Writes one generation.
class Writer {
public:
    Writer(const Generation& generation, const TargetText& target) : generation_(generation), target_(target) {}

    OrderedJson hypothesis(const Hypothesis& h) const {
        OrderedJson json{{"tokens", h.tokens},
                         {"text", written(h.tokens, target_, StrayBytes::replaced)},
                         {"log_probability", number_json(h.log_probability)},
                         {"score", number_json(h.score)},
                         {"finished", h.finished}};
        if (OrderedJson rules = rules_json(); !rules.empty()) json["rules"] = std::move(rules);
        return json;
    }

    /// The steps of all tokens that were generated up to a node: the tokens after bos or, in a decoder alone, after the prompt.
    OrderedJson steps_to(int last) const {
        OrderedJson steps = OrderedJson::array();
        for (const int place : path_to(generation_, last)) {
            if (node(place).step > 0) steps.push_back(step(place));
        }
        return steps;
    }

private:
    /// The rules of the model's folder.
    OrderedJson rules_json() const {
        const GenerationRules& rules = generation_.options.rules;
        OrderedJson json = OrderedJson::object();
        if (!rules.forbidden.empty()) json["forbidden"] = rules.forbidden;
        if (rules.forced_first != no_token) json["first"] = rules.forced_first;
        if (rules.forced_last != no_token) json["last"] = rules.forced_last;
        return json;
    }

    const WordNode& node(int place) const { return generation_.nodes[static_cast<std::size_t>(place)]; }
    OrderedJson word(std::int32_t token) const { return target_.vocabulary.word(token); }
    OrderedJson before(const WordNode& n) const { return written(tokens_to(generation_, n.parent), target_); }

    /// Requires: a step considered the token at this position.
    OrderedJson step(int place) const {
        const WordNode& n = node(place);
        OrderedJson json{{"step", n.step},
                         {"after", before(n)},
                         {"token", n.token},
                         {"word", word(n.token)},
                         {"probability", number_json(n.probability)},
                         {"log_probability", number_json(n.log_probability)},
                         {"score", number_json(n.score)},
                         {"rank", n.rank},
                         {"reason", name_of(n.reason)},
                         {"why", why(generation_, place)},
                         {"forced", n.reason == Reason::forced},
                         {"fate", name_of(n.fate)},
                         {"drawn", n.drawn ? number_json(*n.drawn) : OrderedJson()}};
        add_candidates(n, json);
        add_record(generation_.steps[static_cast<std::size_t>(n.step - 1)], json);
        return json;
    }

    void add_candidates(const WordNode& n, OrderedJson& json) const {
        const StepRow* row = row_after(generation_, n.parent);
        const std::vector<Candidate> all =
            row ? candidates_of(row->logits, sampling_of(generation_.options), row->forbidden) : std::vector<Candidate>();
        OrderedJson list = OrderedJson::array();
        double left_out = 0;
        for (const Candidate& c : all) {
            if (list.size() == most_candidates) {
                left_out += c.probability;
                continue;
            }
            list.push_back({{"token", c.token},
                            {"word", word(c.token)},
                            {"logit", number_json(c.logit)},
                            {"probability", number_json(c.probability)},
                            {"filtered", number_json(c.filtered)},
                            {"cut", cut_json(c.cut)}});
        }
        const std::size_t more = all.size() - list.size();
        json["candidates"] = std::move(list);
        json["forbidden"] = row ? row->forbidden : std::vector<std::int32_t>();
        json["more"] = {{"count", more}, {"probability", number_json(left_out)}};
    }

    void add_record(const DecodeStep& step, OrderedJson& json) const {
        OrderedJson considered = OrderedJson::array();
        for (const int place : step.considered) {
            const WordNode& n = node(place);
            considered.push_back({{"token", n.token},
                                  {"word", word(n.token)},
                                  {"after", before(n)},
                                  {"log_probability", number_json(n.log_probability)},
                                  {"score", number_json(n.score)},
                                  {"fate", name_of(n.fate)}});
        }
        json["considered"] = std::move(considered);
        json["cache"] = {{"reused", step.rows_reused}, {"added", step.rows_added}};
        json["multiplications"] = {{"with_cache", number_json(step.multiplications.with_cache)},
                                   {"without_cache", number_json(step.multiplications.without_cache)}};
        json["microseconds"] = number_json(step.microseconds);
    }

    const Generation& generation_;
    const TargetText& target_;
};

}  // namespace

OrderedJson generation_json(const Generation& generation, const TargetText& target, GenerationDetail detail) {
    const Writer writer(generation, target);
    OrderedJson json = OrderedJson::array();
    for (const Hypothesis& h : generation.hypotheses) {
        json.push_back(writer.hypothesis(h));
        if (detail == GenerationDetail::steps) json.back()["steps"] = writer.steps_to(h.node);
    }
    return json;
}

}  // namespace vitrine
