#include "app/script/script_blocks.h"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

#include "app/widgets/limits.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using namespace script;

/// Removes and returns the text before the first separator, or all of it if there is none.
std::string_view cut(std::string_view& text, char separator) {
    const std::string_view head = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(head.size() + 1, text.size()));
    return head;
}

int side(std::string_view text, const char* what) {
    return static_cast<int>(ScriptWords(text).whole_number(what, least_side, most_side));
}

/// "1,1.5,2".
std::vector<double> scales(std::string_view list) {
    std::vector<double> scales;
    for (bool more = true; more;) {
        more = list.find(',') != std::string_view::npos;
        scales.push_back(ScriptWords(cut(list, ',')).number("a scale", least_scale, most_scale));
    }
    return scales;
}

/// A size at a scale.
struct Display {
    Resize size;
    double scale;
};

/// "1280x800" at scale 1, "1280x800@1,2" at each of the scales.
std::vector<Display> displays_of(std::string_view word) {
    const bool scaled = word.find('@') != std::string_view::npos;
    std::string_view height = cut(word, '@');
    const std::string_view width = cut(height, 'x');
    const Resize size{side(width, "a width"), side(height, "a height")};
    std::vector<Display> displays;
    for (const double scale : scaled ? scales(word) : std::vector<double>{1}) {
        check_size(size.width, size.height, scale);
        displays.push_back({size, scale});
    }
    return displays;
}

/// Requires: the largest scale is the first. Before the first pass, the scale may be too large for its size; for any later pass,
/// the scale is not larger than in the pass before.
std::vector<ScriptPass> passes_of(const std::vector<Display>& displays) {
    std::vector<ScriptPass> passes;
    double before = 0;
    for (const auto& [size, scale] : displays) {
        ScriptPass pass{fmt::format("{}x{}", size.width, size.height), {}};
        if (passes.empty()) pass.before = {Scale{1}, size};
        if (scale != (passes.empty() ? 1 : before)) pass.before.push_back(Scale{scale});
        if (!passes.empty()) pass.before.push_back(size);
        before = scale;
        if (scale != 1) pass.value += fmt::format("@{}", scale);
        passes.push_back(std::move(pass));
    }
    return passes;
}

/// Sizes with the same scale are grouped: the fonts are rebuilt for each scale, which takes longer than anything else.
ScriptBlock size_block(ScriptWords& words) {
    std::vector<Display> displays;
    do {
        const std::string word = words.word("a size");
        for (const Display& display : within(fmt::format("size {}", in_quotes(word)), [&] { return displays_of(word); }))
            displays.push_back(display);
    } while (!words.at_end());
    std::ranges::stable_sort(displays, std::greater{}, &Display::scale);
    return {"size", passes_of(displays)};
}

ScriptBlock theme_block(ScriptWords&) {
    const auto in = [](const char* name, Appearance appearance) { return ScriptPass{name, {script::Theme{appearance}}}; };
    return {"theme", {in("dark", Appearance::dark), in("light", Appearance::light)}};
}

ScriptBlock value_block(ScriptWords& words) {
    ScriptBlock block{words.word("a name"), {}};
    if (!words.take("in")) throw Error(fmt::format("'in' and values are missing after the name {}", in_quotes(block.name)));
    do {
        block.passes.push_back({words.word("a value"), {}});
    } while (!words.at_end());
    return block;
}

struct Beginning {
    std::string_view word;
    ScriptBlock (*read)(ScriptWords&);
};

constexpr std::array beginnings{
    Beginning{"at-every-size", size_block},
    Beginning{"in-both-themes", theme_block},
    Beginning{"for-every", value_block},
};

}  // namespace

std::vector<std::string> block_words() {
    std::vector<std::string> words;
    for (const Beginning& beginning : beginnings) words.emplace_back(beginning.word);
    return words;
}

std::optional<ScriptBlock> parse_block(std::string_view word, ScriptWords& words) {
    for (const Beginning& beginning : beginnings) {
        if (beginning.word != word) continue;
        ScriptBlock block = beginning.read(words);
        words.end();
        return block;
    }
    return std::nullopt;
}

void ScriptPasses::begin(const std::string& name, const std::string& value) {
    constexpr std::size_t most = 8;
    const auto same = [&](const Change& change) { return change.name == name; };
    if (std::any_of(changes_.begin(), changes_.end(), same))
        throw Error(fmt::format("a block around this one changes {} already", in_quotes(name)));
    if (changes_.size() == most) throw Error(fmt::format("at most {} blocks stand in one another", most));
    changes_.push_back({name, value});
}

std::string ScriptPasses::filled_in(std::string_view line) const {
    std::string text(line);
    for (const auto& [name, value] : changes_) {
        const std::string slot = '{' + name + '}';
        for (std::size_t at = text.find(slot); at != std::string::npos; at = text.find(slot, at + value.size()))
            text.replace(at, slot.size(), value);
    }
    return text;
}

std::string ScriptPasses::in_brackets() const {
    if (changes_.empty()) return "";
    std::vector<std::string> passes;
    for (const auto& [name, value] : changes_) passes.push_back(name + ' ' + value);
    return fmt::format(" ({})", fmt::join(passes, ", "));
}

}  // namespace vitrine
