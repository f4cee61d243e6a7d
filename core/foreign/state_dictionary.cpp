#include "core/foreign/state_dictionary.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Kind = PickleValue::Kind;

/// Keys under which checkpoints have their weights, the clearest first.
constexpr std::array<std::string_view, 9> keys_of_weights{"model_state_dict", "state_dict", "model_state", "model", "net",
                                                          "network",          "weights",    "params",      "module"};

/// Parts of keys under which there are tensors but no weights.
constexpr std::array<std::string_view, 7> keys_of_others{"optim", "sched", "scaler", "ema", "history", "rng", "loss"};

bool is_other(std::string_view key) {
    return std::any_of(keys_of_others.begin(), keys_of_others.end(),
                       [&](std::string_view part) { return key.find(part) != std::string_view::npos; });
}

bool has_tensors(const Pickle& pickle, const PickleValue& dictionary) {
    for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
        if (pickle.at(dictionary.items[i]).kind == Kind::text && pickle.at(dictionary.items[i + 1]).kind == Kind::tensor)
            return true;
    }
    return false;
}

void take_tensors(const Pickle& pickle, const PickleValue& dictionary, const std::string& prefix, StateDictionary& state) {
    for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
        const PickleValue &key = pickle.at(dictionary.items[i]), &value = pickle.at(dictionary.items[i + 1]);
        if (key.kind != Kind::text || value.kind != Kind::tensor) continue;
        state.tensors.emplace_back(prefix + std::string(key.text), &pickle.tensors[static_cast<std::size_t>(value.integer)]);
    }
}

/// The dictionaries below a dictionary, by their keys.
std::map<std::string, const PickleValue*> dictionaries_in(const Pickle& pickle, const PickleValue& dictionary) {
    std::map<std::string, const PickleValue*> inner;
    for (std::size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
        const PickleValue &key = pickle.at(dictionary.items[i]), &value = pickle.at(dictionary.items[i + 1]);
        if (key.kind == Kind::text && value.kind == Kind::dictionary) inner[std::string(key.text)] = &value;
    }
    return inner;
}

/// Takes every dictionary that has tensors and is not that of an optimizer.
bool take_every_part(const Pickle& pickle, const std::map<std::string, const PickleValue*>& inner, StateDictionary& state) {
    for (const auto& [key, part] : inner) {
        if (!is_other(key) && has_tensors(pickle, *part)) take_tensors(pickle, *part, key + '.', state);
    }
    return !state.tensors.empty();
}

std::string what_it_is(const PickleValue& top) {
    switch (top.kind) {
        case Kind::tensor:
            return "a single tensor without a name";
        case Kind::list:
        case Kind::tuple:
            return "a list, whose tensors have no names";
        case Kind::dictionary:
            return "a dictionary without tensors";
        default:
            return "no dictionary";
    }
}

}  // namespace

StateDictionary find_state_dictionary(const Pickle& pickle, const std::string& where) {
    StateDictionary state;
    const PickleValue* dictionary = &pickle.at(pickle.top);
    constexpr int deepest = 3;  // {"checkpoint": {"model": {"state_dict": …}}}
    for (int depth = 0; depth < deepest && dictionary->kind == Kind::dictionary; ++depth) {
        if (has_tensors(pickle, *dictionary)) {
            take_tensors(pickle, *dictionary, "", state);
            return state;
        }
        const auto inner = dictionaries_in(pickle, *dictionary);
        const auto* const key = std::find_if(keys_of_weights.begin(), keys_of_weights.end(),
                                             [&](std::string_view name) { return inner.count(std::string(name)) > 0; });
        if (key == keys_of_weights.end()) {
            if (take_every_part(pickle, inner, state)) return state;
            if (inner.size() != 1) break;
            dictionary = inner.begin()->second;
            continue;
        }
        state.notes.push_back("the weights are those below " + in_quotes(*key) + " of the checkpoint");
        dictionary = inner.at(std::string(*key));
    }
    fail(where,
         "holds " + what_it_is(pickle.at(pickle.top)) + "; a state_dict is wanted: torch.save(model.state_dict(), \"model.pt\")");
}

}  // namespace vitrine
