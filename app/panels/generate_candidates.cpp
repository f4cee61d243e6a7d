/// The words that may come next, likeliest first, and which of them the strategy leaves.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/generate_parts.h"
#include "app/widgets/axis.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float row_height = 26, cut_height = 20, last_line = 24, thickness = 12, thin = 6;

/// The list, and what the strategy makes of it.
struct NextWords {
    const GenerateDesk& desk;
    std::vector<Candidate> all;
    std::vector<const WordNode*> following;  ///< the nodes after the word that asks
    double scale = 1;                        ///< the probability of a full bar
    std::size_t left = 0;                    ///< how many of the likeliest can come, or go on
    bool samples = false;
    const WordNode* forced = nullptr;  ///< the one of them that was set by hand, where words are not drawn

    /// Whether a word can come, or goes on.
    bool stays(std::size_t place) const { return forced ? all[place].token == forced->token : place < left; }

    Strategy strategy() const { return desk.state.generate.options.strategy; }
    const WordNode* node_of(std::int32_t token) const {
        const auto found = std::find_if(following.begin(), following.end(), [&](const WordNode* n) { return n->token == token; });
        return found == following.end() ? nullptr : *found;
    }
};

bool goes_on(const WordNode* node) { return node && node->fate != Fate::pruned; }

NextWords next_words(const GenerateDesk& desk) {
    NextWords words{desk, shown_candidates(desk.state), {}};
    for (const WordNode& node : desk.generation().nodes) {
        if (node.parent == desk.asking) words.following.push_back(&node);
    }
    words.samples = words.strategy() == Strategy::sample;
    constexpr double small = 0.2;  // among very many words none is likely
    if (!words.all.empty() && words.all.front().probability > 0 && words.all.front().probability < small)
        words.scale = range_from_zero(std::max(words.all.front().probability, words.samples ? words.all.front().filtered : 0)).high;
    for (const WordNode* node : words.following) {
        if (node->reason == Reason::forced && !words.samples) words.forced = node;
    }
    if (words.forced) return words;
    if (words.samples) {
        // At temperature 0 all others are left without a share.
        while (words.left < words.all.size() && words.all[words.left].filtered > 0) ++words.left;
    } else if (words.strategy() == Strategy::greedy) {
        words.left = std::min<std::size_t>(1, words.all.size());
    } else {
        // Of one sentence the beam goes on with its likeliest words.
        while (words.left < words.all.size() && goes_on(words.node_of(words.all[words.left].token))) ++words.left;
    }
    return words;
}

/// What has become of the likeliest words in a beam search.
std::string beam_words(const NextWords& words) {
    const auto any = [&](Fate fate) {
        return std::any_of(words.following.begin(), words.following.end(), [&](const WordNode* n) { return n->fate == fate; });
    };
    if (any(Fate::kept)) return "the beam goes on with these";
    if (any(Fate::cut_off)) return "in the beam when the search ended";
    return words.left > 0 ? "this ends a sentence" : "the beam goes on with none of these";
}

/// What is written on the line behind the last word that is left.
std::string cut_words(const NextWords& words) {
    if (words.forced) return fmt::format("“{}” is set by hand", words.desk.word(words.forced->token));
    if (words.strategy() == Strategy::greedy) return "the likeliest is taken";
    if (!words.samples) return beam_words(words);
    if (words.left >= words.all.size()) return "";
    const SamplingOptions& sampling = words.desk.state.generate.options.sampling;
    if (sampling.temperature == 0) return "temperature 0 leaves the likeliest";
    if (words.all[words.left].cut == Cut::none) return "nothing is left for the others";
    return words.all[words.left].cut == Cut::top_k ? fmt::format("top-k {} ends here", sampling.top_k)
                                                   : fmt::format("top-p {:.2f} ends here", sampling.top_p);
}

struct RowColumns {
    float word, bar, number, right;
};

RowColumns columns_of(const Ui& ui, const GenerateColumn& column, const NextWords& words) {
    const float numbers = ui.width_of(Font::mono_small, "0.0000") + 12;
    const float word = column.left + std::clamp(0.27f * column.width(), 64.0f, 128.0f);
    return {word, word + 12, column.right - (words.samples ? 2 : 1) * numbers, column.right};
}

void draw_share(Ui& ui, const Rect& track, double share, Colour colour) {
    constexpr float least = 2;  // what is not nothing can be seen
    if (!(share > 0)) return;
    const float length = std::max(least, track.width() * static_cast<float>(std::min(share, 1.0)));
    ui.fill({track.min, {track.min.x + length, track.max.y}}, colour, std::min(3.0f, length / 2));
}

/// "0.0051", "4e-6": as short as the column is.
std::string share_text(double share) {
    std::string text = short_signed_number(share, 4);
    return text.front() == '+' ? text.substr(1) : text;
}

/// The bars of one word: what it has under the model and, where words are drawn, what is left of that.
void draw_bars(Ui& ui, const RowColumns& at, float middle, const Candidate& candidate, const NextWords& words, bool left) {
    const Colour strong = left ? ui.theme.output : mixed(ui.theme.line, ui.theme.dim, 0.5f);
    const float right = at.number - 8;
    if (!words.samples) {
        draw_share(ui, {{at.bar, middle - thickness / 2}, {right, middle + thickness / 2}}, candidate.probability / words.scale,
                   strong);
        return;
    }
    draw_share(ui, {{at.bar, middle - thin - 1}, {right, middle - 1}}, candidate.probability / words.scale,
               mixed(ui.theme.raised, strong, 0.45f));
    draw_share(ui, {{at.bar, middle + 1}, {right, middle + 1 + thin}}, candidate.filtered / words.scale, strong);
}

void draw_numbers(Ui& ui, const RowColumns& at, float middle, const Candidate& candidate, const NextWords& words, bool left) {
    const TextOptions right{.align = Align::right, .vertical = VerticalAlign::middle};
    const Colour colour = left ? ui.theme.text : ui.theme.faint;
    if (!words.samples) {
        ui.text({at.right, middle}, Font::mono_small, colour, share_text(candidate.probability), right);
        return;
    }
    ui.text({(at.number + at.right) / 2, middle}, Font::mono_small, ui.theme.faint, share_text(candidate.probability), right);
    ui.text({at.right, middle}, Font::mono_small, colour, left ? share_text(candidate.filtered) : "–", right);
}

std::vector<std::string> note_of(const Candidate& candidate, const NextWords& words) {
    const GenerateDesk& desk = words.desk;
    std::vector<std::string> lines{fmt::format("{}  {}", desk.word(candidate.token), plain_number(candidate.probability)),
                                   "logit " + signed_number(candidate.logit, ElementType::scalar)};
    if (words.samples && candidate.cut == Cut::none) lines.push_back("drawn with probability " + plain_number(candidate.filtered));
    if (candidate.cut == Cut::top_k) lines.push_back("cut by top-k: never drawn");
    if (candidate.cut == Cut::top_p) lines.push_back("cut by top-p: never drawn");
    lines.push_back("a click makes the sentence go on with it");
    return lines;
}

void draw_candidate(Ui& ui, const Rect& row, const RowColumns& at, std::size_t place, const NextWords& words) {
    const GenerateDesk& desk = words.desk;
    const Candidate& candidate = words.all[place];
    const bool left = words.stays(place), taken = goes_on(words.node_of(candidate.token));
    const Interaction does = ui.control(fmt::format("generate/candidate/{}", candidate.token), row);
    if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
    const float middle = row.centre().y;
    const bool shown = desk.at(desk.node).parent == desk.asking && desk.at(desk.node).token == candidate.token;
    const Colour colour = shown ? ui.theme.accent : left || does.hovered ? ui.theme.text : ui.theme.faint;
    ui.text({at.word, middle}, taken ? Font::note_strong : Font::note, colour, desk.word(candidate.token),
            {.max_width = at.word - row.min.x - 4, .align = Align::right, .vertical = VerticalAlign::middle});
    draw_bars(ui, at, middle, candidate, words, left);
    draw_numbers(ui, at, middle, candidate, words, left);
    if (does.hovered) ui.note(note_of(candidate, words), row);
    if (does.clicked) desk.commands.push_back(ForceWord{desk.asking, candidate.token});
}

/// The line between the words that are left and the others.
float draw_cut(Ui& ui, const GenerateColumn& column, float y, const std::string& words) {
    const float middle = y + cut_height / 2;
    const Rect written = ui.text({column.right, middle}, Font::label, ui.theme.text, words,
                                 {.max_width = column.width() - 24, .align = Align::right, .vertical = VerticalAlign::middle});
    constexpr float dash = 6, space = 4;
    for (float x = column.left; x + dash < written.min.x - 6; x += dash + space)
        ui.fill({{x, middle - 0.5f}, {x + dash, middle + 0.5f}}, ui.theme.dim);
    ui.place("generate/cut", rect_at({column.left, y}, column.width(), cut_height));
    return y + cut_height;
}

/// "31 more words, together 0.0132", or how far away the cut is.
std::string rest_words(const NextWords& words, std::size_t listed) {
    double share = 0;
    for (std::size_t i = listed; i < words.all.size(); ++i) share += words.all[i].probability;
    std::string text = fmt::format("{} more word{}, together {}", words.all.size() - listed,
                                   words.all.size() - listed == 1 ? "" : "s", plain_number(share));
    if (words.left > listed && words.left < words.all.size()) text += fmt::format("; {} of them are left", words.left - listed);
    return text;
}

/// What the columns of numbers are, where there are two.
float draw_column_titles(Ui& ui, float y, const RowColumns& at, const NextWords& words) {
    if (words.scale < 1) {
        ui.text({at.bar, y}, Font::label, ui.theme.faint, "full bar: " + tick_text(words.scale),
                {.max_width = at.number - 8 - at.bar});
    }
    if (!words.samples) return words.scale < 1 ? y + 18 : y;
    ui.text({(at.number + at.right) / 2, y}, Font::label, ui.theme.faint, "model", {.align = Align::right});
    ui.text({at.right, y}, Font::label, ui.theme.dim, "drawn", {.align = Align::right});
    return y + 18;
}

std::string title_of(const GenerateDesk& desk) { return fmt::format("Step {}", desk.at(desk.asking).step + 1); }

std::string remark_of(const GenerateDesk& desk) {
    return desk.asking == 0 ? "the first word" : fmt::format("after “{}”", words_to(desk.state, desk.asking));
}

/// Why the word that is looked at was taken, or was not.
float draw_reason(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    if (desk.at(desk.node).parent < 0) return y;
    const std::string words = fmt::format("“{}”: {}", desk.word_at(desk.node), why(desk.generation(), desk.node));
    const Rect said = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, words, {.width = column.width()});
    ui.place("generate/why", said);
    return said.max.y + 10;
}

}  // namespace

float draw_generate_candidates(Ui& ui, const GenerateColumn& column, float y, float height, const GenerateDesk& desk) {
    const float bottom = y + height;
    y = draw_generate_heading(ui, column, y, title_of(desk), remark_of(desk));
    y = draw_reason(ui, column, y, desk);
    const NextWords words = next_words(desk);
    const RowColumns at = columns_of(ui, column, words);
    y = draw_column_titles(ui, y, at, words);
    constexpr std::size_t fewest = 5;
    const std::string cut = cut_words(words);
    const auto fitting = static_cast<std::size_t>(std::max(0.0f, (bottom - y - cut_height - last_line) / row_height));
    const bool all_fit = words.all.size() <= fitting + 1;  // in place of the line that counts the rest
    const std::size_t listed = all_fit ? words.all.size() : std::min(words.all.size(), std::max(fewest, fitting));
    for (std::size_t place = 0; place <= listed; ++place) {
        if (place == words.left && !cut.empty() && !words.all.empty()) y = draw_cut(ui, column, y, cut);
        if (place == listed) break;
        draw_candidate(ui, rect_at({column.left - 4, y}, column.width() + 4, row_height), at, place, words);
        y += row_height;
    }
    if (listed < words.all.size()) {
        ui.text({column.left, y + 4}, Font::note, ui.theme.dim, rest_words(words, listed), {.max_width = column.width()});
        y += last_line;
    }
    return y + 4;
}

}  // namespace vitrine
