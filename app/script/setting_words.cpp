#include "app/script/setting_words.h"

#include <limits>

#include <fmt/format.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using namespace script;

constexpr Size farthest = std::numeric_limits<std::int32_t>::max();

/// An index that is counted from 1 in scripts.
Size place_from_1(ScriptWords& words, const char* what) { return words.whole_number(what, 1, farthest) - 1; }

std::vector<Size> index_to_end(ScriptWords& words) {
    std::vector<Size> index;
    while (!words.at_end()) index.push_back(words.whole_number("an index", 0, farthest));
    if (index.size() > max_rank) throw Error(fmt::format("an index has at most {} numbers", max_rank));
    return index;
}

ScriptAction select(ScriptWords& words) {
    Select select{words.word("the path of a tensor"), {}};
    select.index = index_to_end(words);
    return select;
}

/// The last of the numbers is the value; the others are the index.
ScriptAction write(ScriptWords& words) {
    SetCell write{words.word("the path of a tensor"), {}, 0};
    std::vector<double> numbers;
    constexpr double most = 1e30;
    while (!words.at_end()) numbers.push_back(words.number("a number", -most, most));
    if (numbers.size() < 2 || numbers.size() > max_rank + 1) throw Error("the index of a cell and a value are expected");
    write.value = numbers.back();
    numbers.pop_back();
    for (const double place : numbers) {
        if (place < 0 || place > farthest || place != static_cast<double>(static_cast<Size>(place)))
            throw Error(fmt::format("{} is no index", place));
        write.index.push_back(static_cast<Size>(place));
    }
    return write;
}

ScriptAction aspect(ScriptWords& words) {
    const std::string name = words.word("value, gradient, both or product");
    static constexpr std::pair<std::string_view, Aspect> aspects[] = {
        {"value", Aspect::value}, {"gradient", Aspect::gradient}, {"both", Aspect::both}, {"product", Aspect::product}};
    for (const auto& [known, aspect] : aspects) {
        if (known == name) return ShowAspect{aspect};
    }
    throw Error(fmt::format("{} is not an aspect: value, gradient, both or product", in_quotes(name)));
}

ScriptAction set_word(ScriptWords& words) {
    const std::string side = words.word("source or target");
    if (side != "source" && side != "target") throw Error(fmt::format("{} is not a side: source or target", in_quotes(side)));
    const Size place = place_from_1(words, "a place");
    return SetWord{side == "source" ? BatchSide::source : BatchSide::target, place, words.word("a word")};
}

constexpr ScriptWord words_of_settings[] = {
    {"sample", [](ScriptWords& words) -> ScriptAction { return OpenSample{words.word("the name of a sample")}; }},
    {"view", [](ScriptWords& words) -> ScriptAction { return ShowView{words.word("the name of a view")}; }},
    {"aspect", aspect},
    {"select", select},
    {"sentence",
     [](ScriptWords& words) -> ScriptAction {
         return Choose{Choose::What::sentence, place_from_1(words, "a sentence")};
     }},
    {"head",
     [](ScriptWords& words) -> ScriptAction {
         return Choose{Choose::What::head, place_from_1(words, "a head")};
     }},
    {"go", [](ScriptWords& words) -> ScriptAction { return Go{words.word("the path of a tensor")}; }},
    {"frame", [](ScriptWords& words) -> ScriptAction { return Frame{words.word("a block or a tensor")}; }},
    {"without", [](ScriptWords& words) -> ScriptAction { return TakeBack{words.word("a choice of the design")}; }},
    {"restore", [](ScriptWords&) -> ScriptAction { return Restore{}; }},
    {"silence",
     [](ScriptWords& words) -> ScriptAction {
         const std::string attention = words.word("the path of an attention");
         return Silence{attention, place_from_1(words, "a head")};
     }},
    {"write", write},
    {"word", set_word},
    {"keep",
     [](ScriptWords& words) -> ScriptAction {
         const std::string module = words.word("the name of a module");
         return Keep{module, words.text("a JSON object")};
     },
     true},
    {"perform", [](ScriptWords& words) -> ScriptAction { return Perform{words.word("an action")}; }},
};

}  // namespace

std::span<const ScriptWord> setting_words() { return words_of_settings; }

}  // namespace vitrine
