#include "core/io/words/card_writing.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/files/json_fields.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

template <class Copied, class Visit>
void visit_copied(Copied& copied, Visit&& visit) {
    visit("bleu", Required{copied.bleu});
    visit("chrf", Required{copied.chrf});
}

template <class Beams, class Visit>
void visit_beams(Beams& beams, Visit&& visit) {
    visit("beams", Required{beams.beams});
    visit("length_penalty", Required{beams.length_penalty});
    visit("early_stopping", Required{beams.early_stopping});
    visit("bleu", Required{beams.bleu});
    visit("chrf", Required{beams.chrf});
    visit("written", Required{beams.written});
}

template <class Compared, class Visit>
void visit_compared(Compared& compared, Visit&& visit) {
    visit("how", Required{compared.how});
    visit("loss", Required{compared.loss});
    visit("bleu", Required{compared.bleu});
    visit("chrf", Required{compared.chrf});
}

template <class Output, class Visit>
void visit_output(Output& output, Visit&& visit) {
    visit("text", Required{output.text});
    visit("bleu", Required{output.bleu});
    visit("chrf", Required{output.chrf});
    visit("log_probability", Required{output.log_probability});
    visit("score", Required{output.score});
}

CardOutput output_from(const Json& translation, const char* key, const std::string& where) {
    if (!translation.contains(key)) fail(where, in_quotes(key) + " is missing");
    const std::string at = where + ": " + in_quotes(key);
    require_keys(translation[key], {"text", "bleu", "chrf", "log_probability", "score"}, at);
    CardOutput output;
    visit_output(output, FieldReader(translation[key], at));
    return output;
}

OrderedJson json_of(const CardOutput& output) {
    FieldWriter writer;
    visit_output(output, writer);
    return writer.object;
}

/// A list of which `read` reads each element, told where that stands.
template <class T, class Read>
std::vector<T> list_from(const Json& list, const std::string& where, Read&& read) {
    if (!list.is_array()) fail(where, "is " + shown(list) + ", it must be a list");
    std::vector<T> all;
    for (const Json& json : list) all.push_back(read(json, fmt::format("{}[{}]", where, all.size())));
    return all;
}

std::string output_text(const CardOutput& output) {
    return fmt::format("{} (chrF2 {:.1f}, BLEU {:.1f}, log P {:.4g}, score {:.4g})", output.text, output.chrf, output.bleu,
                       output.log_probability, output.score);
}

}  // namespace

CardCopied card_copied_from(const Json& object, const std::string& where) {
    require_keys(object, {"bleu", "chrf"}, where);
    CardCopied copied;
    visit_copied(copied, FieldReader(object, where));
    return copied;
}

CardBeams card_beams_from(const Json& object, const std::string& where) {
    require_keys(object, {"beams", "length_penalty", "early_stopping", "bleu", "chrf", "written"}, where);
    CardBeams beams;
    visit_beams(beams, FieldReader(object, where));
    if (beams.beams < 1) fail(where, "'beams' is " + std::to_string(beams.beams) + ", it must be at least 1");
    return beams;
}

std::vector<CardCompared> card_compared_from(const Json& list, const std::string& where) {
    return list_from<CardCompared>(list, where, [](const Json& json, const std::string& at) {
        require_keys(json, {"how", "loss", "bleu", "chrf", "beams"}, at);
        CardCompared compared;
        visit_compared(compared, FieldReader(json, at));
        if (!json.contains("beams")) fail(at, "'beams' is missing");
        compared.beams = card_beams_from(json["beams"], at + ": 'beams'");
        return compared;
    });
}

std::vector<CardTranslation> card_translations_from(const Json& list, const std::string& where) {
    return list_from<CardTranslation>(list, where, [](const Json& json, const std::string& at) {
        require_keys(json, {"pair", "source", "target", "greedy", "beams"}, at);
        CardTranslation translation;
        const FieldReader read(json, at);
        read("pair", Required{translation.pair});
        read("source", Required{translation.source});
        read("target", Required{translation.target});
        translation.greedy = output_from(json, "greedy", at);
        translation.beams = output_from(json, "beams", at);
        return translation;
    });
}

OrderedJson to_json(const CardCopied& copied) {
    FieldWriter writer;
    visit_copied(copied, writer);
    return writer.object;
}

OrderedJson to_json(const CardBeams& beams) {
    FieldWriter writer;
    visit_beams(beams, writer);
    return writer.object;
}

OrderedJson to_json(const std::vector<CardCompared>& compared) {
    OrderedJson list = OrderedJson::array();
    for (const CardCompared& one : compared) {
        FieldWriter writer;
        visit_compared(one, writer);
        writer("beams", one.beams);
        list.push_back(std::move(writer.object));
    }
    return list;
}

OrderedJson to_json(const std::vector<CardTranslation>& translations) {
    OrderedJson list = OrderedJson::array();
    for (const CardTranslation& translation : translations)
        list.push_back({{"pair", translation.pair},
                        {"source", translation.source},
                        {"target", translation.target},
                        {"greedy", json_of(translation.greedy)},
                        {"beams", json_of(translation.beams)}});
    return list;
}

std::vector<std::int64_t> evenly_spaced_pairs(std::int64_t all, std::int64_t count) {
    count = std::min(all, count);
    std::vector<std::int64_t> numbers;
    for (std::int64_t part = 0; part < count; ++part) numbers.push_back((2 * part + 1) * all / (2 * count) + 1);
    return numbers;
}

std::string beams_text(std::int64_t beams) { return counted(beams, "beam"); }

std::vector<std::pair<std::string, std::string>> lines_of(const CardTranslation& translation, std::int64_t beams) {
    return {{fmt::format("pair {}", translation.pair), translation.source},
            {"reference", translation.target},
            {"greedy", output_text(translation.greedy)},
            {beams_text(beams), output_text(translation.beams)}};
}

}  // namespace vitrine
