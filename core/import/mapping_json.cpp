#include "core/import/mapping_json.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

OrderedJson json_of(const Piece& piece) {
    if (piece.kind == Piece::Kind::zeros) return {{"zeros", piece.rows}};
    if (piece.kind == Piece::Kind::waves) return {{"waves", piece.rows}};
    if (piece.axes.empty() && piece.first == 0 && piece.rows < 0 && piece.heads == 1) return piece.tensor;
    OrderedJson json{{"tensor", piece.tensor}};
    if (!piece.axes.empty()) json["axes"] = piece.axes;
    if (piece.rows >= 0) json["rows"] = {piece.first, piece.first + piece.rows};
    if (piece.heads > 1) json["heads"] = piece.heads;
    return json;
}

/// Adds the reason, if there is one.
OrderedJson with_why(OrderedJson json, const std::string& why) {
    if (!why.empty()) json["why"] = why;
    return json;
}

Size size_in(const Json& json, const std::string& where) {
    const auto number = integer_in(json);
    if (!number || *number < 0 || *number >= Size{1} << 40) fail_field(where, "is " + shown(json) + ", it must be a size");
    return *number;
}

std::string text_in(const Json& json, const std::string& where) {
    if (!json.is_string()) fail_field(where, "is " + shown(json) + ", it must be a text");
    return json.get<std::string>();
}

Piece piece_in(const Json& json, const std::string& where) {
    if (json.is_string()) return {.tensor = json.get<std::string>()};
    require_keys(json, {"tensor", "axes", "rows", "heads", "zeros", "waves"}, where);
    if (json.contains("zeros")) return {.kind = Piece::Kind::zeros, .rows = size_in(json["zeros"], where + ": 'zeros'")};
    if (json.contains("waves")) return {.kind = Piece::Kind::waves, .rows = size_in(json["waves"], where + ": 'waves'")};
    if (!json.contains("tensor")) fail(where, "'tensor' is missing");
    Piece piece{.tensor = text_in(json["tensor"], where + ": 'tensor'")};
    for (const Json& axis : list_or_empty(json, "axes", where))
        piece.axes.push_back(static_cast<int>(std::min<Size>(size_in(axis, where + ": 'axes'"), 99)));
    if (json.contains("heads")) piece.heads = size_in(json["heads"], where + ": 'heads'");
    constexpr Size most_heads = 4096;
    if (piece.heads < 1 || piece.heads > most_heads)
        fail_field(where + ": 'heads'",
                   "is " + std::to_string(piece.heads) + ", it must be from 1 to " + std::to_string(most_heads));
    const Json& rows = list_or_empty(json, "rows", where);
    if (rows.empty()) return piece;
    if (rows.size() != 2) fail_field(where + ": 'rows'", "is " + shown(rows) + ", it must be a begin and an end");
    piece.first = size_in(rows[0], where + ": 'rows'");
    piece.rows = size_in(rows[1], where + ": 'rows'") - piece.first;
    if (piece.rows < 1) fail_field(where + ": 'rows'", "is " + shown(rows) + ", its end must be behind its begin");
    return piece;
}

MappingEntry entry_in(const Json& json, const std::string& where) {
    require_keys(json, {"parameter", "from", "how", "why"}, where);
    if (!json.contains("parameter")) fail(where, "'parameter' is missing");
    MappingEntry entry{.parameter = text_in(json["parameter"], where + ": 'parameter'"), .pieces = {}};
    if (!json.contains("from")) fail(where, "'from' is missing");
    const Json& from = json["from"];
    const std::string at = where + ": 'from'";
    if (!from.is_array()) {
        entry.pieces.push_back(piece_in(from, at));
    } else {
        for (const Json& piece : from)
            entry.pieces.push_back(piece_in(piece, at + "[" + std::to_string(entry.pieces.size()) + "]"));
    }
    entry.certainty = Certainty::mapped;  // a proposal's own opinion may no longer hold
    return entry;
}

/// The text of a value, which may also be written as a number or a boolean.
std::string value_in(const Json& json, const std::string& where) {
    if (json.is_boolean()) return json.get<bool>() ? "yes" : "no";
    return json.is_number() ? json.dump() : text_in(json, where);
}

ImportAnswers answers_in(const Json& object, const std::string& where) {
    ImportAnswers answers;
    std::vector<std::string> keys;
    for (const QuestionText& text : all_questions()) keys.emplace_back(text.key);
    if (!object.is_object()) fail_field(where, "is " + shown(object) + ", it must be an object { … }");
    for (const auto& item : object.items()) {
        const auto key = std::find(keys.begin(), keys.end(), item.key());
        if (key == keys.end())
            fail(where, in_quotes(item.key()) + " is no question" + did_you_mean(item.key(), similar(item.key(), keys)));
        const ImportQuestion question = all_questions()[static_cast<std::size_t>(key - keys.begin())].question;
        const std::string at = where + ": " + in_quotes(item.key());
        const Json& json = item.value();
        if (json.is_object() && !json.contains("value")) fail(at, "'value' is missing");
        ImportAnswer answer{value_in(json.is_object() ? json["value"] : json, at), AnswerSource::mapping};
        if (const std::string problem = objection(question, answer.value); !problem.empty()) {
            fail_field(at, "is " + shown(answer.value) + ", " + problem);
        }
        answers[question] = answer;
    }
    return answers;
}

}  // namespace

std::string mapping_text(const Mapping& mapping) {
    OrderedJson json = {{"answers", OrderedJson::object()}, {"parameters", OrderedJson::array()}, {"left", OrderedJson::array()}};
    for (const auto& [question, answer] : mapping.answers) {
        json["answers"][std::string(text_of(question).key)] =
            with_why({{"value", answer.value}, {"how", name(answer.source)}}, answer.reason);
    }
    for (const MappingEntry& entry : mapping.entries) {
        OrderedJson from = OrderedJson::array();
        for (const Piece& piece : entry.pieces) from.push_back(json_of(piece));
        json["parameters"].push_back(
            with_why({{"parameter", entry.parameter}, {"from", from}, {"how", name(entry.certainty)}}, entry.reason));
    }
    for (const LeftTensor& left : mapping.left) json["left"].push_back(with_why({{"tensor", left.name}}, left.reason));
    if (!mapping.missing.empty()) json["missing"] = mapping.missing;
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Mapping read_mapping(const std::filesystem::path& path) {
    const std::string where = path.string();
    const Json json = read_json(path);
    require_keys(json, {"answers", "parameters", "left", "missing"}, where);
    Mapping mapping;
    if (json.contains("answers")) mapping.answers = answers_in(json["answers"], where + ": 'answers'");
    for (const Json& entry : list_or_empty(json, "parameters", where)) {
        mapping.entries.push_back(entry_in(entry, where + ": 'parameters'[" + std::to_string(mapping.entries.size()) + "]"));
    }
    if (mapping.entries.empty()) fail(where, "'parameters' is missing or empty");
    for (const QuestionText& text : all_questions()) {
        const ImportQuestion q = text.question;
        const bool only_some = q == ImportQuestion::max_positions || q == ImportQuestion::position_offset ||
                               q == ImportQuestion::pad_tgt || q == ImportQuestion::stack_norm || q == ImportQuestion::weights ||
                               q == ImportQuestion::packed;
        if (!only_some) mapping.asked.push_back(q);
    }
    return mapping;
}

}  // namespace vitrine
