/// The table of keys agrees with the reader and with docs/TRACE.md.

#include <algorithm>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/io/configuration_json.h"
#include "tests/core/io/helpers.h"
#include "tests/counted.h"

namespace vitrine::configuration_keys_test {
using namespace vitrine::test;

namespace {

using Json = nlohmann::json;

/// A file in which every key can be changed by itself.
Json sound() {
    Json json = Json::parse(configuration_template());
    json.update({{"d_model", 4}, {"nhead", 1}, {"num_encoder_layers", 1}, {"num_decoder_layers", 1}, {"dim_feedforward", 8}});
    json.update({{"src_vocab_size", 9}, {"tgt_vocab_size", 9}, {"tie", "none"}});
    return json;
}

Json of_attention() {
    return {{"architecture", "attention"}, {"d_model", 4}, {"nhead", 1}, {"src_vocab_size", 9}, {"tgt_vocab_size", 9}};
}

bool is_read(const Json& json) {
    try {
        configuration_from(json, "config.json");
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Values of a key that the table's text allows, and values that it does not.
struct Values {
    std::vector<Json> allowed, refused{"nonsense", Json::array(), Json::object()};
};

Values values_in(const std::string& words) {
    Values values;
    std::string rest = words;
    const std::string nothing = "null or ";
    if (rest.starts_with(nothing)) {
        values.allowed.emplace_back(nullptr);
        rest = rest.substr(nothing.size());
    } else {
        values.refused.emplace_back(nullptr);
    }
    const auto add = [&](std::vector<Json> allowed, std::vector<Json> refused) {
        values.allowed.insert(values.allowed.end(), allowed.begin(), allowed.end());
        values.refused.insert(values.refused.end(), refused.begin(), refused.end());
    };
    if (const std::string length = "null, \"length\" or "; words.starts_with(length)) {
        values.refused.pop_back();  // null is allowed
        add({nullptr, "length"}, {});
        rest = words.substr(length.size());
    }
    if (rest == "integer ≥ 0") {
        add({0, 1}, {-1, 1.5, true, 3'000'000'000});
    } else if (rest == "number > 0") {
        add({0.5, 3}, {0, -0.1, true});
    } else if (rest == "integer ≥ 1") {
        add({1}, {0, -1, 1.5, true, 3'000'000'000});
    } else if (rest == "id") {
        add({0, 8}, {-1, 9, 0.5, true});
    } else if (rest == "number ≥ 0") {
        add({0, 0.5, 3}, {-0.1, true});
    } else if (rest == "number ≥ 0 and < 1") {
        add({0, 0.5, 0.99}, {-0.1, 1, true});
    } else if (rest == "list of objects") {
        add({{Json::object()}, {{{"activation", "silu"}, {"norm_first", "around"}}}},
            {{1}, {{{"d_model", 4}}}, {{{"window", 0}}}, {Json::object(), Json::object()}});
    } else if (rest == "number") {
        add({-1e9, 0, 0.5}, {true});
    } else {
        std::string separated = rest;  // "a", "b" or "c"
        for (std::size_t at; (at = separated.find(" or ")) != std::string::npos;) separated.replace(at, 4, ", ");
        const Json choices = Json::parse("[" + separated + "]");
        if (std::ranges::count(choices, nullptr) > 0) std::erase(values.refused, nullptr);
        add({choices.begin(), choices.end()}, {0, 1});
    }
    return values;
}

/// The lines of the table in docs/TRACE.md, without its head.
std::vector<std::string> documented() {
    const std::string text = read_file(test_data("../docs/TRACE.md"));
    std::istringstream section(text.substr(text.find("\n## config.json\n")));
    std::vector<std::string> rows;
    bool inside = false;
    for (std::string line; std::getline(section, line);) {
        if (inside && !line.starts_with("| ")) break;
        if (inside) rows.push_back(line);
        inside = inside || line.starts_with("| --- ");
    }
    return rows;
}

}  // namespace

TEST_CASE("docs/TRACE.md lists every key as the table of the reader has it, and no other") {
    std::vector<std::string> rows;
    for (const ConfigurationKey& key : configuration_keys()) {
        rows.push_back("| `" + key.name + "` | " + key.values + " | " + (key.use.required ? "required" : key.default_text()) +
                       " | " + key.meaning + " |");
    }
    CHECK(documented() == rows);
}

TEST_CASE("every key takes the values that the table says, and no others, whatever stands beside it") {
    const tests::Counted checks(50);
    for (const ConfigurationKey& key : configuration_keys()) {
        if (key.name == "architecture") continue;  // decides which keys there are
        const Values values = values_in(key.values);
        REQUIRE(!values.allowed.empty());
        for (const Json& value : values.allowed) {
            Json json = sound();
            if (key.name == "sublayer_order") json["norm_first"] = true;
            if (key.name == "project_output") json["d_embed"] = 3;
            if (key.name == "classes")
                json = Json{{"architecture", "encoder"}, {"d_model", 4},        {"nhead", 1},   {"num_encoder_layers", 1},
                            {"dim_feedforward", 8},      {"src_vocab_size", 9}, {"pad_src", 0}, {"logits", false}};
            if (key.name == "tgt_vocab_size") json["bos"] = json["eos"] = nullptr;  // they are words of the target vocabulary
            json[key.name] = value;
            CAPTURE(json.dump());
            CHECK(is_read(json));
        }
        for (const Json& value : values.refused) {
            Json json = sound();
            json[key.name] = value;
            CAPTURE(json.dump());
            check_error([&] { configuration_from(json, "config.json"); }, "config.json: '" + key.name + "'");
        }
    }
}

TEST_CASE("a key that is not required has the default of the table, and one that is cannot be left out") {
    const tests::Counted checks(20);
    for (const ConfigurationKey& key : configuration_keys()) {
        CAPTURE(key.name);
        Json without = sound();
        without.erase(key.name);
        if (key.use.required) {
            check_error([&] { configuration_from(without, "config.json"); }, "config.json: '" + key.name + "' is missing");
            continue;
        }
        Json with = without;
        with[key.name] = Json::parse(key.default_text());
        CHECK(configuration_from(with, "config.json") == configuration_from(without, "config.json"));
    }
}

TEST_CASE("one attention alone has the keys that the table says") {
    CHECK(is_read(of_attention()));
    for (const ConfigurationKey& key : configuration_keys()) {
        CAPTURE(key.name);
        Json json = of_attention();
        if (!json.contains(key.name)) json[key.name] = sound()[key.name];
        CHECK(is_read(json) == key.use.of_attention);
        json.erase(key.name);
        if (key.use.of_attention && key.name != "architecture") CHECK(is_read(json) == !key.use.required);
    }
}

TEST_CASE("the template is a configuration with every key") {
    const Json json = Json::parse(configuration_template());
    std::set<std::string> names;
    for (const ConfigurationKey& key : configuration_keys()) names.insert(key.name);
    for (const auto& item : json.items()) CHECK(names.erase(item.key()) == 1);
    CHECK(names.empty());
    CHECK(parameter_count(configuration_from(json, "config.json")) == doctest::Approx(63e6).epsilon(0.01));
}

TEST_CASE("all that is wrong is told in one message, also what single keys have to be and what they have to fit") {
    Json json = sound();
    json.erase("nhead");
    json.update({{"dropout", 2}, {"d_embed", 0}, {"bos", 9}, {"eos", -1}, {"activation", "sinh"}});
    check_error([&] { configuration_from(json, "config.json"); }, "'nhead' is missing", "'dropout' must be", "'d_embed' is 0",
                "'bos' is 9, outside", "'eos' is -1", "'activation' is \"sinh\"");
}

TEST_CASE("padding, beginning and end can each be null, and are written so") {
    for (const char* key : {"pad_src", "pad_tgt", "bos", "eos"}) {
        Json json = sound();
        json[key] = nullptr;
        const std::string text = configuration_text(configuration_from(json, "config.json"));
        CHECK(Json::parse(text)[key].is_null());
        CHECK(configuration_from(Json::parse(text), "again") == configuration_from(json, "config.json"));
    }
    CHECK(configuration_from(
              {{"architecture", "attention"}, {"d_model", 2}, {"nhead", 1}, {"src_vocab_size", 1}, {"tgt_vocab_size", 1}},
              "config.json")
              .pad_src == no_token);
}

}  // namespace vitrine::configuration_keys_test
