#include "app/session/session_partial.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/run/run.h"
#include "app/session/fields.h"
#include "app/session/session.h"
#include "core/files/json_fields.h"
#include "core/io/batch_file.h"
#include "core/text/split.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// The members of an object that another object lacks, or has with another value.
OrderedJson members_beyond(const OrderedJson& object, const OrderedJson& usual) {
    OrderedJson beyond = OrderedJson::object();
    for (const auto& [key, value] : object.items()) {
        if (!usual.contains(key) || usual[key] != value) beyond[key] = value;
    }
    return beyond;
}

/// The fields of the modules that differ from the usual ones, without those that only concern this machine. `only`: a module;
/// empty: all modules.
OrderedJson fields_beyond(const OrderedJson& fields, const OrderedJson& usual, Modules modules, SavedFields Module::*kind,
                          std::string_view only = {}) {
    OrderedJson beyond = OrderedJson::object();
    for (const Module* module : modules) {
        const std::string name(module->name);
        if (!fields.contains(name) || (!only.empty() && only != name)) continue;
        const OrderedJson nothing = OrderedJson::object();
        OrderedJson own = members_beyond(fields[name], usual.contains(name) ? usual[name] : nothing);
        for (const std::string_view key : (module->*kind).of_this_machine) own.erase(std::string(key));
        if (!own.empty()) beyond[name] = std::move(own);
    }
    return beyond;
}

void put_fields(OrderedJson& fields, const OrderedJson& said) {
    for (const auto& [name, object] : said.items()) {
        for (const auto& [key, value] : object.items()) fields[name][key] = value;
    }
}

const OrderedJson& part_of(const OrderedJson& said, const char* key) {
    static const OrderedJson nothing = OrderedJson::object();
    return said.contains(key) ? said[key] : nothing;
}

/// Whether a value was accepted. Objects, such as the position of the map's camera, are fitted to the window, and floats are
/// rounded.
bool was_taken(const OrderedJson& wanted, const OrderedJson& now) {
    constexpr double rounding = 1e-5;
    if (wanted.is_number() && now.is_number())
        return std::abs(wanted.get<double>() - now.get<double>()) <= rounding * std::abs(wanted.get<double>());
    return wanted.is_object() || wanted == now;
}

void note_misfits(const OrderedJson& said, const OrderedJson& wanted, const OrderedJson& now, const std::string& before,
                  std::vector<std::string>& keys) {
    for (const auto& item : said.items()) {
        const std::string& key = item.key();
        if (now.contains(key) && !was_taken(wanted[key], now[key])) keys.push_back(fmt::format("'{}{}'", before, key));
    }
}

/// The values in a link that the state has not accepted.
std::vector<std::string> misfits(const State& state, const OrderedJson& said, const SavedSession& wanted) {
    const SavedSession now = session_of(state);
    std::vector<std::string> keys;
    note_misfits(part_of(said, "place"), place_json(wanted.place), place_json(now.place), "", keys);
    for (const auto& [name, object] : part_of(said, "views").items())
        note_misfits(object, wanted.views[name], now.views.contains(name) ? now.views[name] : OrderedJson::object(), name + ".",
                     keys);
    return keys;
}

}  // namespace

OrderedJson said_beyond(const SavedSession& session, const SavedSession& usual, Modules modules) {
    OrderedJson said = OrderedJson::object();
    const auto put = [&said](const char* key, OrderedJson part) {
        if (!part.empty()) said[key] = std::move(part);
    };
    put("place", members_beyond(place_json(session.place), place_json(usual.place)));
    put("views", fields_beyond(session.views, usual.views, modules, &Module::saved));
    put("habits", fields_beyond(session.habits, usual.habits, modules, &Module::habits, session.place.view.name));
    return said;
}

SavedSession with_said(SavedSession usual, const OrderedJson& said, Modules modules) {
    OrderedJson place = place_json(usual.place);
    for (const auto& [key, value] : part_of(said, "place").items()) place[key] = value;
    usual.place = place_from(place, "the link", modules);
    put_fields(usual.views, part_of(said, "views"));
    put_fields(usual.habits, part_of(said, "habits"));
    return usual;
}

OrderedJson rows_in_words(const IndexTensor& rows, const Vocabulary& vocabulary, bool has_tokenizer, bool labels) {
    OrderedJson list = OrderedJson::array();
    for (Size i = 0; rows.count() > 0 && i < rows.size(0); ++i) {
        const std::int32_t* row = rows.data() + i * rows.size(1);
        OrderedJson ids = OrderedJson::array(), words = OrderedJson::array();
        std::string text;
        Size length = rows.size(1);
        while (!labels && length > 0 && row[length - 1] == filler) --length;
        // A tokenizer would split a text in its own way.
        bool is_text = !has_tokenizer, mean_the_same = !vocabulary.empty();
        for (Size j = 0; j < length; ++j) {
            const std::string word = vocabulary.word(row[j]);
            mean_the_same = mean_the_same && vocabulary.id(word) == row[j];
            is_text = is_text && split_at_spaces(word).size() == 1 && split_at_spaces(word).front() == word;
            ids.push_back(row[j] == filler ? OrderedJson() : OrderedJson(row[j]));
            words.push_back(word);
            text += (j == 0 ? "" : " ") + word;
        }
        list.push_back(!mean_the_same ? std::move(ids) : is_text ? OrderedJson(text) : std::move(words));
    }
    return list;
}

std::shared_ptr<const Batch> batch_said(const OrderedJson& batch, const Model& model, const Batch& usual,
                                        std::vector<std::string>& notes) {
    const bool has_tokenizer = model.tokenizer != nullptr;
    const Vocabulary& labels = model.label_words();
    OrderedJson whole{{"src", rows_in_words(usual.src, model.source_vocabulary, has_tokenizer)},
                      {"tgt", rows_in_words(usual.tgt, model.target_vocabulary, has_tokenizer)},
                      {"labels", rows_in_words(usual.labels, labels, has_tokenizer, true)},
                      {"segments", rows_in_words(usual.segments, {}, has_tokenizer)}};
    for (const auto& [key, rows] : batch.items()) whole[key] = rows;
    for (const char* key : {"src", "tgt", "labels", "segments"}) {
        if (whole[key].empty()) whole.erase(key);
    }
    return std::make_shared<const Batch>(batch_from(nlohmann::json(whole),
                                                    {.configuration = model.configuration,
                                                     .source = model.source_vocabulary,
                                                     .target = model.target_vocabulary,
                                                     .notes = &notes,
                                                     .tokenizer = model.tokenizer.get(),
                                                     .classes = &model.classes},
                                                    "the link"));
}

std::string restore_said(State& state, const OrderedJson& said, const SavedSession& usual) {
    SavedSession session = with_said(usual, said, state.modules);
    const std::string view(session.place.view.name);
    if (session.habits.contains(view)) take_fields(state, &Module::habits, OrderedJson{{view, session.habits[view]}}, "the link");
    session.link.reset();
    restore(state, session);
    const std::vector<std::string> keys = misfits(state, said, session);
    if (keys.empty()) return "";
    return fmt::format("the link's {} {} no place in this model and {} left out", fmt::join(keys, ", "),
                       keys.size() == 1 ? "has" : "have", keys.size() == 1 ? "is" : "are");
}

}  // namespace vitrine
