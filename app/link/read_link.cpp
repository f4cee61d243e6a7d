/// Reads links.

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/lesson/course.h"
#include "app/link/keys.h"
#include "app/link/link.h"
#include "app/link/notation.h"
#include "app/run/edits_json.h"
#include "app/run/parked_edits.h"
#include "app/session/fields.h"
#include "app/session/models_json.h"
#include "app/session/session_partial.h"
#include "core/files/json_fields.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 2> schemes{"vitrine:", "web+vitrine:"};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// "the link's 'view'". A key may be any text that somebody has typed.
std::string field_name(std::string_view key) { return fmt::format("the link's {}", in_quotes(key)); }

/// The pairs of a link, without what comes before them.
std::string_view pairs_of(std::string_view text) {
    const std::string_view link = trimmed(text);
    if (link.size() > longest_link) fail("the link", fmt::format("it has {} bytes, more than {}", link.size(), longest_link));
    for (const std::string_view scheme : schemes) {
        if (!link.starts_with(scheme)) continue;
        std::string_view rest = link.substr(scheme.size());
        while (rest.starts_with('/') || rest.starts_with('#')) rest.remove_prefix(1);  // desktops may add these
        return rest;
    }
    const auto fragment = link.find('#');
    if (fragment == std::string_view::npos)
        fail("the link", "it begins with vitrine:sample=NAME, or with an address and #sample=NAME");
    return link.substr(fragment + 1);
}

/// The values with their keys, in their order.
std::vector<std::pair<std::string, std::string>> split_pairs(std::string_view pairs) {
    std::vector<std::pair<std::string, std::string>> list;
    while (!pairs.empty()) {
        const std::string_view pair = pairs.substr(0, pairs.find('&'));
        pairs.remove_prefix(std::min(pair.size() + 1, pairs.size()));
        if (pair.empty()) continue;
        const auto sign = pair.find('=');
        const std::string key = from_address(pair.substr(0, sign), field_name(pair.substr(0, sign)));
        if (sign == std::string_view::npos) fail_field(field_name(key), "has no value: it is written 'key=value'");
        if (std::ranges::find(list, key, &std::pair<std::string, std::string>::first) != list.end())
            fail_field(field_name(key), "is there twice");
        list.emplace_back(key, from_address(pair.substr(sign + 1), field_name(key)));
    }
    return list;
}

bool is_one_of(const auto& fixed, std::string_view key) { return std::ranges::find(fixed, key, &FixedKey::key) != fixed.end(); }

/// Refuses more tokens than any sample computes in a moment.
void check_rows(const OrderedJson& rows, const std::string& where) {
    constexpr std::size_t most_tokens = 4096, most_in_row = 512;
    if (!rows.is_array()) fail_field(where, "is no list of sentences, (first,second)");
    std::size_t tokens = 0;
    for (const OrderedJson& row : rows) {
        const std::size_t length = row.is_array()    ? row.size()
                                   : row.is_string() ? row.get_ref<const std::string&>().size() / 2 + 1  // a word and a space
                                                     : 1;
        tokens += length;
        if (length > most_in_row || tokens > most_tokens)
            fail_field(where,
                       fmt::format("is too long: a sentence can have {} tokens at most, all of them {}", most_in_row, most_tokens));
    }
}

void check_sample(const std::string& name) {
    const bool is_path = name.find_first_of("/\\") != std::string::npos || name.starts_with('.');
    if (name.empty() || is_path) fail_field("the link's 'sample'", fmt::format("is no name of a sample: {}", in_quotes(name)));
}

/// Reads one link.
class LinkReader {
public:
    explicit LinkReader(Modules modules) : modules_(modules), at_first_(modules), trial_(modules) {
        saved_ = fields_of(at_first_, &Module::saved);
        habits_ = fields_of(at_first_, &Module::habits);
        place_ = place_json({});
    }

    Link read(std::string_view text) {
        for (const auto& [key, value] : split_pairs(pairs_of(text))) take(key, value);
        if (!link_.session.model) fail("the link", "it names no sample: it begins with vitrine:sample=NAME");
        link_.session.edits = edits_from(nlohmann::json(edits_), "the link");
        link_.edits = std::move(edits_);
        if (!against_.is_null()) read_against();
        drop_other_habits();
        link_.session.link = std::move(said_);
        link_.session.place = with_said({}, *link_.session.link, modules_).place;
        return std::move(link_);
    }

private:
    void take(const std::string& key, const std::string& text) {
        const std::string where = field_name(key);
        if (key == "sample") return take_sample(text);
        if (key == "lesson") return void(link_.lesson = text);
        if (key == "lesson.step") return take_lesson_step(text);
        if (key == "lesson.own")
            return FieldReader(nlohmann::json{{key, nlohmann::json(read_value(text, where))}}, "the link")("lesson.own",
                                                                                                           link_.lesson_on_own);
        if (is_one_of(sentence_keys, key)) return take_rows(key, read_value(text, where));
        if (is_one_of(edit_keys, key)) return take_edits(key, read_value(text, where));
        if (key == "against") return void(against_ = read_value(text, where));
        if (place_.contains(key)) return take_place(key, value_like(place_[key], text, where));
        if (!take_field(key, text)) link_.unknown.push_back(key);
    }

    /// The value of a text. It needs no quotation marks if the field can only be a text.
    static OrderedJson value_like(const OrderedJson& usual, const std::string& text, const std::string& where) {
        return usual.is_string() && !text.starts_with('"') ? OrderedJson(text) : read_value(text, where);
    }

    void take_sample(const std::string& name) {
        check_sample(name);
        link_.session.model = ModelRequest{.sample = name};
    }

    void take_lesson_step(const std::string& text) {
        const nlohmann::json value(read_value(text, "the link's 'lesson.step'"));
        const auto number = integer_in(value);
        if (!number || *number < 0 || *number > 10'000)
            fail_field("the link's 'lesson.step'", "is " + shown(value) + ", it must be a number from 0");
        link_.lesson_step = static_cast<int>(*number);
    }

    void take_rows(const std::string& key, OrderedJson rows) {
        check_rows(rows, field_name(key));
        said_["batch"][key] = std::move(rows);
    }

    void take_edits(const std::string& key, OrderedJson value) {
        edits_from(nlohmann::json{{key, nlohmann::json(value)}}, "the link");  // so that the error is about this key
        edits_[key] = std::move(value);
    }

    void take_place(const std::string& key, OrderedJson value) {
        if (key == "view") check_view(value.get<std::string>());
        place_from(nlohmann::json{{key, nlohmann::json(value)}}, "the link", modules_);
        said_["place"][key] = std::move(value);
    }

    void check_view(const std::string& name) const {
        std::vector<std::string> names;
        for (const Module* view : views(modules_)) names.emplace_back(view->name);
        if (std::ranges::find(names, name) == names.end())
            fail_field("the link's 'view'", fmt::format("names no view: {}{}", in_quotes(name), did_you_mean(name, names)));
    }

    /// Returns false if no module has such a field that links carry.
    bool take_field(const std::string& key, const std::string& text) {
        const auto dot = key.find('.');
        if (dot == std::string::npos) return false;
        const std::string name = key.substr(0, dot), field = key.substr(dot + 1);
        const auto module = std::ranges::find(modules_, name, &Module::name);
        if (module == modules_.end()) return false;
        return take_field_of(**module, &Module::saved, "views", saved_, field, text) ||
               take_field_of(**module, &Module::habits, "habits", habits_, field, text);
    }

    bool take_field_of(const Module& module, SavedFields Module::*kind, const char* part, const OrderedJson& at_first,
                       const std::string& field, const std::string& text) {
        const std::string name(module.name);
        if (!at_first.contains(name) || !at_first[name].contains(field) || !is_for_others(module, kind, field)) return false;
        const OrderedJson& usual = at_first[name][field];
        OrderedJson value = value_like(usual, text, field_name(name + '.' + field));
        if (usual.is_object() && value.is_object()) {
            OrderedJson whole = usual;
            whole.update(value);
            value = std::move(whole);
        }
        take_fields(trial_, kind, OrderedJson{{name, OrderedJson{{field, value}}}}, "the link");
        said_[part][name][field] = std::move(value);
        return true;
    }

    /// Habits of views other than the shown one are the user's own, so a link does not change them.
    void drop_other_habits() {
        if (!said_.contains("habits")) return;
        const std::string view(with_said({}, said_, modules_).place.view.name);
        OrderedJson kept = OrderedJson::object();
        for (const auto& [name, fields] : said_["habits"].items()) {
            if (name == view) kept[name] = fields;
            for (const auto& item : fields.items()) {
                if (name != view) link_.unknown.push_back(name + '.' + item.key());
            }
        }
        said_["habits"] = std::move(kept);
    }

    /// Reads run A: its edits, its sentences in words, and the side that is shown.
    void read_against() {
        const std::string where = "the link's 'against'";
        if (!against_.is_object()) fail_field(where, "is no object, (side:A)");
        nlohmann::json comparison{{"model", {{"sample", *link_.session.model->sample}}}, {"edits", nlohmann::json::object()}};
        OrderedJson rows = OrderedJson::object();
        for (const auto& [key, value] : against_.items()) {
            if (is_one_of(sentence_keys, key)) {
                check_rows(value, where);
                rows[key] = value;
            } else if (key == "sample") {
                check_sample(value.is_string() ? value.get<std::string>() : "");
                comparison["model"]["sample"] = value;
            } else if (key == "side") {
                comparison["side"] = value;
            } else {
                comparison["edits"][key] = value;
            }
        }
        link_.session.comparison = comparison_from(comparison, where);
        if (!rows.empty()) said_["against"] = std::move(rows);
    }

    Modules modules_;
    State at_first_, trial_;
    OrderedJson saved_, habits_, place_;
    OrderedJson said_ = OrderedJson::object(), edits_ = OrderedJson::object(), against_;
    Link link_;
};

}  // namespace

bool is_meant_as_link(std::string_view text) {
    const std::string_view link = trimmed(text);
    const auto begins = [&](std::string_view scheme) { return link.starts_with(scheme); };
    const bool is_address = begins("http://") || begins("https://") || begins("file://") || begins("#");
    return std::ranges::any_of(schemes, begins) || (is_address && link.find("#sample=") != std::string_view::npos);
}

Link read_link(std::string_view text, Modules modules) { return LinkReader(modules).read(text); }

SavedSession opened_by(const Link& link, const SavedSession& before) {
    SavedSession session = link.session;
    session.looks = before.looks;
    session.habits = before.habits;
    session.parked = before.parked;
    if (before.comparison) park(session.parked, {before.comparison->model, before.comparison->edits});
    if (before.model) park(session.parked, {*before.model, before.edits, before.history});
    if (before.model && !before.edits.empty()) session.notice = parked_words(*before.model);
    if (!link.lesson.empty()) {  // what the link says beyond its lesson is restored after that
        session.edits = {};
        session.comparison.reset();
        session.link = nlohmann::ordered_json::object();
        if (link.lesson_on_own && link.session.link->contains("batch")) (*session.link)["batch"] = (*link.session.link)["batch"];
    }
    return session;
}

}  // namespace vitrine
