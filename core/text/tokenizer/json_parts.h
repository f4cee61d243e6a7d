#pragma once
/// The parts of a tokenizer in tokenizer.json: an object for every kind, whose "type" is its name. JsonKind<T> gives the name of
/// a kind and one list of its fields for reading and writing: it calls a visitor, visit("lowercase", kind.lowercase).

#include <algorithm>
#include <variant>

#include "core/text/tokenizer/json_values.h"

namespace vitrine {

template <class T>
struct JsonKind;

/// Whether a field may be missing; if it is, its value stays as it is.
enum class Presence : std::uint8_t { optional, required };

/// Reads the fields of an object, and refuses those that were not asked for.
class PartReader {
public:
    PartReader(const TokenizerJson& object, std::string path);

    template <class T>
    void operator()(const char* key, T& value, Presence presence = Presence::optional) {
        if (const TokenizerJson* found = find(key, presence)) JsonForm<T>::read(*found, name(key), value);
    }

    /// A field that is read elsewhere or has no effect; null if it is missing.
    const TokenizerJson& at(const char* key);

    /// A field that may only have one of these values, or be missing.
    void only(const char* key, std::initializer_list<TokenizerJson> values, const std::string& why);

    /// An older name of a field, which is read but not written.
    template <class T>
    void older(const char* key, T& value) {
        (*this)(key, value);
    }

    std::string name(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

    /// Throws Error naming a field that was not asked for.
    void finish() const;

private:
    /// The value of a field; null if it is missing, or null and may be missing.
    const TokenizerJson* find(const char* key, Presence presence);

    const TokenizerJson& object_;
    const std::string path_;
    std::vector<std::string> asked_;
};

/// Writes the fields of an object, in the order of the visits.
struct PartWriter {
    OrderedTokenizerJson object = OrderedTokenizerJson::object();

    template <class T>
    void operator()(const char* key, const T& value, Presence = Presence::optional) {
        object[key] = JsonForm<T>::write(value);
    }

    template <class T>
    void older(const char*, const T&) {}
};

/// A struct without a kind of its own, inside another one.
template <class T>
void read_fields(const TokenizerJson& object, const std::string& path, T& part) {
    PartReader reader(object, path);
    if constexpr (requires { JsonKind<T>::name; }) reader.at("type");
    JsonKind<T>::fields(part, reader);
    reader.finish();
    if constexpr (requires { JsonKind<T>::check(part, path); }) JsonKind<T>::check(part, path);
}

template <class T>
OrderedTokenizerJson written_fields(const T& part) {
    PartWriter writer;
    if constexpr (requires { JsonKind<T>::name; }) writer.object["type"] = JsonKind<T>::name;
    JsonKind<T>::fields(part, writer);
    return std::move(writer.object);
}

/// The "type" of an object. Throws Error if it has none.
std::string type_of(const TokenizerJson& object, const std::string& path);

template <class... Kinds>
class JsonSteps {
public:
    using Step = std::variant<Kinds...>;

    /// Reads the steps of a part: none for null; for a Sequence those under the key `sequence`, in order.
    static std::vector<Step> read(const TokenizerJson& value, const std::string& path, const char* sequence) {
        std::vector<Step> steps;
        if (!value.is_null()) append(value, path, sequence, steps);
        return steps;
    }

    static OrderedTokenizerJson write(const std::vector<Step>& steps, const char* sequence) {
        OrderedTokenizerJson list = OrderedTokenizerJson::array();
        for (const Step& step : steps) list.push_back(std::visit([](const auto& kind) { return written(kind); }, step));
        if (list.empty()) return {};
        if (list.size() == 1) return list[0];
        return {{"type", "Sequence"}, {sequence, std::move(list)}};
    }

private:
    static void append(const TokenizerJson& value, const std::string& path, const char* sequence, std::vector<Step>& steps) {
        const std::string type = type_of(value, path);
        if (type != "Sequence") return append_kind(type, value, path, steps);
        PartReader reader(value, path);
        reader.at("type");
        const TokenizerJson& list = reader.at(sequence);
        if (!list.is_array()) refuse_field(reader.name(sequence), list, "it must be a list");
        std::size_t index = 0;
        for (const TokenizerJson& item : list) {
            append(item, reader.name(sequence) + "[" + std::to_string(index++) + "]", sequence, steps);
        }
        reader.finish();
    }

    static void append_kind(const std::string& type, const TokenizerJson& value, const std::string& path,
                            std::vector<Step>& steps) {
        const bool known = ((JsonKind<Kinds>::name == type && (read_fields(value, path, add<Kinds>(steps)), true)) || ...);
        if (known) return;
        std::string names;
        ((names += (names.empty() ? "" : ", ") + std::string(JsonKind<Kinds>::name)), ...);
        refuse_field(path + ".type", value.at("type"), "which is not supported, only " + names + " and Sequence");
    }

    template <class Kind>
    static Kind& add(std::vector<Step>& steps) {
        return std::get<Kind>(steps.emplace_back(Kind()));
    }

    template <class Kind>
    static OrderedTokenizerJson written(const Kind& kind) {
        return written_fields(kind);
    }
};

}  // namespace vitrine
