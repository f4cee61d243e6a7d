#include "app/actions/finder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitrine {

namespace {

std::string_view without_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

Finder::Finder(std::string_view typed) : typed_(without_blanks(typed)) {}

void Finder::offer(PaletteEntry entry, double favour, const std::string& also, double named) {
    texts_.push_back(typed_.empty() ? SearchedText{} : searched(entry.title, entry.detail + ' ' + also));
    offers_.push_back({std::move(entry), favour, named});
}

PaletteFinds Finder::take() {
    if (typed_.empty()) return everything();
    const UnderstoodWords typed = understood(typed_, texts_);
    const bool astray = typed.words.empty() || 3 * typed.left_out.size() > typed.content;
    constexpr std::size_t enough_for_half = 4;  // with fewer, a single word would be half of them
    std::array<PaletteFinds, 3> ways;
    for (std::size_t i = 0; i < offers_.size(); ++i) {
        auto& [entry, favour, named] = offers_[i];
        auto words = match_words(typed.words, texts_[i]);
        if (words && (astray || (words->found == WordsFound::half && typed.content < enough_for_half))) words.reset();
        if (!words && named == 0) continue;
        const std::size_t way = named > 0 ? 0 : static_cast<std::size_t>(words->found);
        entry.score = (words ? words->score : 0) + favour + named;
        if (words) entry.letters = std::move(words->letters);
        ways[way].entries.push_back(std::move(entry));
    }
    for (PaletteFinds& way : ways) way.left_out = typed.left_out;
    const auto best = std::ranges::find_if(ways, [](const PaletteFinds& way) { return !way.entries.empty(); });
    if (best == ways.end()) return {};
    std::ranges::stable_sort(best->entries, [](const PaletteEntry& a, const PaletteEntry& b) { return a.score > b.score; });
    return std::move(*best);
}

PaletteFinds Finder::everything() {
    PaletteFinds all;
    for (Offer& offer : offers_) all.entries.push_back(std::move(offer.entry));
    return all;
}

}  // namespace vitrine
