#include "core/io/words/model_card.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/files/json_fields.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

template <class Figures, class Visit>
void visit_figures(Figures& figures, Visit&& visit) {
    visit("pairs", Required{figures.pairs});
    visit("sentences", Required{figures.sentences});
    visit("tokens", Required{figures.tokens});
    visit("loss", Required{figures.loss});
    visit("token_accuracy", Required{figures.token_accuracy});
    visit("exact_match", Required{figures.exact_match});
}

CardFigures card_figures_from(const Json& object, const std::string& where) {
    require_keys(object,
                 {"pairs", "sentences", "tokens", "loss", "token_accuracy", "exact_match", "bleu", "chrf", "written", "copied",
                  "beams", "compared", "translations"},
                 where);
    CardFigures figures;
    const FieldReader read(object, where);
    visit_figures(figures, read);
    read("bleu", figures.bleu);
    read("chrf", figures.chrf);
    read("written", figures.written);
    if (object.contains("copied")) figures.copied = card_copied_from(object["copied"], where + ": 'copied'");
    if (object.contains("beams")) figures.beams = card_beams_from(object["beams"], where + ": 'beams'");
    if (object.contains("compared")) {
        if (!figures.beams) fail(where, "'compared' has no use without 'beams'");
        figures.compared = card_compared_from(object["compared"], where + ": 'compared'");
    }
    if (object.contains("translations")) {
        if (!figures.beams) fail(where, "'translations' has no use without 'beams'");
        figures.translations = card_translations_from(object["translations"], where + ": 'translations'");
    }
    return figures;
}

template <class Alignment, class Visit>
void visit_alignment(Alignment& alignment, Visit&& visit) {
    visit("layer", Required{alignment.layer});
    visit("head", Required{alignment.head});
    visit("share", Required{alignment.share});
}

CardAlignment card_alignment_from(const Json& object, const std::string& where) {
    require_keys(object, {"layer", "head", "share", "one_to_one"}, where);
    CardAlignment alignment;
    const FieldReader read(object, where);
    visit_alignment(alignment, read);
    read("one_to_one", alignment.one_to_one);
    if (alignment.layer < 0 || alignment.head < 0) fail(where, "has a layer or a head below 0");
    return alignment;
}

OrderedJson json_of(const CardAlignment& alignment) {
    FieldWriter writer;
    visit_alignment(alignment, writer);
    if (alignment.one_to_one) writer("one_to_one", *alignment.one_to_one);
    return writer.object;
}

OrderedJson json_of(const CardFigures& figures) {
    FieldWriter writer;
    visit_figures(figures, writer);
    if (figures.bleu) writer("bleu", *figures.bleu);
    if (figures.chrf) writer("chrf", *figures.chrf);
    if (figures.written) writer("written", *figures.written);
    if (figures.copied) writer("copied", *figures.copied);
    if (figures.beams) writer("beams", *figures.beams);
    if (!figures.compared.empty()) writer.object["compared"] = to_json(figures.compared);
    if (!figures.translations.empty()) writer.object["translations"] = to_json(figures.translations);
    return writer.object;
}

std::vector<CardExample> card_examples_from(const Json& card, const char* key, const std::string& where) {
    std::vector<CardExample> examples;
    for (const Json& json : list_or_empty(card, key, where)) {
        const std::string at = where + ": '" + key + "[" + std::to_string(examples.size()) + "]'";
        require_keys(json, {"source", "output", "target"}, at);
        CardExample& example = examples.emplace_back();
        const FieldReader read(json, at);
        read("source", Required{example.source});
        read("output", Required{example.output});
        read("target", example.target);
    }
    return examples;
}

OrderedJson json_of(const std::vector<CardExample>& examples) {
    OrderedJson list = OrderedJson::array();
    for (const CardExample& example : examples) {
        list.push_back({{"source", example.source}, {"output", example.output}});
        if (!example.target.empty()) list.back()["target"] = example.target;
    }
    return list;
}

/// The score of one kind, "bleu" or "chrf", of one way of translating: {"greedy": {"bleu": {"score": 19.0, …}, …}}.
double score_at(const Json& evaluation, const char* way, const char* kind, const std::string& where) {
    const std::string at = where + ": " + in_quotes(way) + ": " + in_quotes(kind);
    const Json& json = evaluation[way];
    if (!json.is_object() || !json.contains(kind) || !json[kind].is_object()) fail(at, "is missing");
    double score = 0;
    FieldReader(json[kind], at)("score", Required{score});
    return score;
}

CardBeams beams_from_evaluation(const Json& evaluation, const std::string& where) {
    CardBeams beams{.bleu = score_at(evaluation, "beams", "bleu", where), .chrf = score_at(evaluation, "beams", "chrf", where)};
    const std::string at = where + ": 'beams'";
    const FieldReader read(evaluation["beams"], at);
    read("beams", Required{beams.beams});
    read("length_penalty", Required{beams.length_penalty});
    read("early_stopping", Required{beams.early_stopping});
    read("exact_match", Required{beams.written});
    return beams;
}

/// "9 000 steps in 32 minutes on 2 threads".
std::string training_text(const ModelCard& card) {
    std::string text = card.steps ? counted(*card.steps, "step") : "";
    if (card.minutes) {
        const double minutes = *card.minutes;
        const std::string time = minutes < 1     ? "less than a minute"
                                 : minutes < 120 ? counted(std::llround(minutes), "minute")
                                                 : fmt::format("{:.1f} hours", minutes / 60);
        text += (text.empty() ? "for " : " in ") + time;
    }
    if (!card.machine.empty()) text += (text.empty() ? "on " : " on ") + card.machine;
    return text;
}

}  // namespace

ModelCard card_from(const Json& object, const std::string& where) {
    require_keys(
        object, {"learned_from", "steps", "minutes", "machine", "held_out", "alignment", "longest_source", "cannot", "good", "bad"},
        where);
    ModelCard card;
    const FieldReader read(object, where);
    read("learned_from", card.learned_from);
    read("steps", card.steps);
    read("minutes", card.minutes);
    read("machine", card.machine);
    if (object.contains("held_out")) card.held_out = card_figures_from(object["held_out"], where + ": 'held_out'");
    if (object.contains("alignment")) card.alignment = card_alignment_from(object["alignment"], where + ": 'alignment'");
    read("longest_source", card.longest_source);
    read("cannot", card.cannot);
    card.good = card_examples_from(object, "good", where);
    card.bad = card_examples_from(object, "bad", where);
    return card;
}

OrderedJson to_json(const ModelCard& card) {
    OrderedJson json = OrderedJson::object();
    if (!card.learned_from.empty()) json["learned_from"] = card.learned_from;
    if (card.steps) json["steps"] = *card.steps;
    if (card.minutes) json["minutes"] = *card.minutes;
    if (!card.machine.empty()) json["machine"] = card.machine;
    if (card.held_out) json["held_out"] = json_of(*card.held_out);
    if (card.alignment) json["alignment"] = json_of(*card.alignment);
    if (card.longest_source) json["longest_source"] = *card.longest_source;
    if (!card.cannot.empty()) json["cannot"] = card.cannot;
    if (!card.good.empty()) json["good"] = json_of(card.good);
    if (!card.bad.empty()) json["bad"] = json_of(card.bad);
    return json;
}

CardFigures figures_from_evaluation(const Json& evaluation, const std::string& where) {
    if (!evaluation.is_object()) fail(where, "is " + shown(evaluation) + ", it must be what 'vitrine evaluate --json' prints");
    CardFigures figures;
    visit_figures(figures, FieldReader(evaluation, where));
    if (!evaluation.contains("greedy")) return figures;
    figures.bleu = score_at(evaluation, "greedy", "bleu", where);
    figures.chrf = score_at(evaluation, "greedy", "chrf", where);
    FieldReader(evaluation["greedy"], where + ": 'greedy'")("exact_match", Required{figures.written.emplace()});
    if (evaluation.contains("copied"))
        figures.copied = {score_at(evaluation, "copied", "bleu", where), score_at(evaluation, "copied", "chrf", where)};
    if (evaluation.contains("beams")) figures.beams = beams_from_evaluation(evaluation, where);
    if (figures.beams && evaluation.contains("translations"))
        figures.translations = card_translations_from(evaluation["translations"], where + ": 'translations'");
    return figures;
}

void add_compared(CardFigures& figures, const std::string& how, const Json& evaluation, const std::string& where) {
    const CardFigures other = figures_from_evaluation(evaluation, where);
    if (!figures.beams)
        fail(where,
             "there is nothing to compare it with: the card has no figures with beams, as 'vitrine evaluate --beams N' measures "
             "them");
    if (!other.beams) fail(where, "has no figures with beams: 'vitrine evaluate --beams N' measures them");
    if (other.pairs != figures.pairs || other.sentences != figures.sentences || other.tokens != figures.tokens)
        fail(where, fmt::format("was measured on {} with {}, the model's own figures on {} with {}", other.pairs,
                                counted(other.tokens, "token"), figures.pairs, counted(figures.tokens, "token")));
    if (other.beams->beams != figures.beams->beams)
        fail(where, fmt::format("was measured with {}, the model's own figures with {}", beams_text(other.beams->beams),
                                beams_text(figures.beams->beams)));
    std::erase_if(figures.compared, [&](const CardCompared& one) { return one.how == how; });
    figures.compared.push_back({how, other.loss, *other.bleu, *other.chrf, *other.beams});
}

std::optional<CardAlignment> alignment_from_evaluation(const Json& evaluation, const std::string& where) {
    if (!evaluation.is_object() || !evaluation.contains("alignment")) return std::nullopt;
    return card_alignment_from(evaluation["alignment"], where + ": 'alignment'");
}

std::vector<std::pair<std::string, std::string>> lines_of(const ModelCard& card) {
    std::vector<std::pair<std::string, std::string>> lines;
    const auto add = [&lines](const char* about, const std::string& text) {
        if (!text.empty()) lines.emplace_back(about, text);
    };
    add("learned from", card.learned_from);
    add("trained", training_text(card));
    if (const auto& f = card.held_out) {
        add("measured on", fmt::format("{}: {}, {}", f->pairs, counted(f->sentences, "sentence"), counted(f->tokens, "token")));
        add("right", fmt::format("{} of the tokens, every token of {} of the sentences; loss {:.3g}", percent(f->token_accuracy, 2),
                                 percent(f->exact_match, 2), f->loss));
        if (f->bleu && f->chrf && f->written)
            add("written", fmt::format("{} of the sentences exactly as the target; BLEU {:.1f}, chrF2 {:.1f}",
                                       percent(*f->written, 2), *f->bleu, *f->chrf));
        if (f->beams)
            add("with beams",
                fmt::format("{}: {} of the sentences exactly as the target; BLEU {:.1f}, chrF2 {:.1f}", beams_text(f->beams->beams),
                            percent(f->beams->written, 2), f->beams->bleu, f->beams->chrf));
        for (const CardCompared& c : f->compared)
            add("compared", fmt::format("{}: loss {:.3g}; BLEU {:.1f}, chrF2 {:.1f}; {}: BLEU {:.1f}, chrF2 {:.1f}", c.how, c.loss,
                                        c.bleu, c.chrf, beams_text(c.beams.beams), c.beams.bleu, c.beams.chrf));
        if (f->copied)
            add("untranslated", fmt::format("the sources themselves: BLEU {:.1f}, chrF2 {:.1f}", f->copied->bleu, f->copied->chrf));
    }
    if (const auto& a = card.alignment)
        add("alignment", fmt::format("layer {}, head {} of the cross-attention looks at the right token {} of the time{}",
                                     a->layer + 1, a->head + 1, percent(a->share, 2),
                                     a->one_to_one ? ", " + percent(*a->one_to_one, 2) + " where one token stands for one" : ""));
    if (card.longest_source) add("longest source", counted(*card.longest_source, "token"));
    for (const std::string& cannot : card.cannot) add("cannot", cannot);
    for (const CardExample& e : card.good) add("a good one", e.source + " → " + e.output);
    for (const CardExample& e : card.bad)
        add("a bad one", e.source + " → " + e.output + (e.target.empty() ? "" : " instead of " + e.target));
    return lines;
}

}  // namespace vitrine
