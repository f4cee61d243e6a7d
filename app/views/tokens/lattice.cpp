/// How a unigram model finds the tokens of a piece: all tokens that there are in it, their scores, and the best way through them.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/tokens/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float lane_height = 40, arc_box_height = 34;

/// The characters of a piece: where each begins, and behind the last the end.
std::vector<std::size_t> lattice_columns(std::string_view piece) {
    std::vector<std::size_t> starts;
    for (std::size_t at = 0; at < piece.size(); at += utf8_step(piece, at).length) starts.push_back(at);
    starts.push_back(piece.size());
    return starts;
}

/// The arcs in lanes below each other, so that none lies over another: those of the best way in the first.
struct LatticeLanes {
    std::vector<std::size_t> lane;  ///< by arc
    std::size_t count = 1;
};

LatticeLanes lanes_of(const UnigramLattice& lattice) {
    LatticeLanes lanes{std::vector<std::size_t>(lattice.arcs.size(), 0), 1};
    std::vector<bool> chosen(lattice.arcs.size(), false);
    for (const std::size_t arc : lattice.path) chosen[arc] = true;
    std::vector<std::size_t> ends{0};  // of each lane but the first
    for (std::size_t i = 0; i < lattice.arcs.size(); ++i) {
        if (chosen[i]) continue;
        std::size_t lane = 1;
        while (lane < ends.size() && ends[lane] > lattice.arcs[i].start) ++lane;
        if (lane == ends.size()) ends.push_back(0);
        ends[lane] = lattice.arcs[i].end;
        lanes.lane[i] = lane;
    }
    lanes.count = ends.size();
    return lanes;
}

struct LatticePlan {
    const std::vector<std::size_t>& starts;
    float left, pitch, top;

    float x_of(std::size_t byte) const {
        const auto place = std::ranges::lower_bound(starts, byte) - starts.begin();
        return left + pitch * static_cast<float>(place);
    }
};

void draw_arc(Ui& ui, const TokensScene& scene, const LatticePlan& plan, const LatticeLanes& lanes, std::size_t number) {
    const UnigramArc& arc = scene.piece.lattice.arcs[number];
    const bool chosen = lanes.lane[number] == 0;
    const float gap = plan.pitch > 8 ? 3.0f : 0.0f;
    const float top = plan.top + lane_height * static_cast<float>(lanes.lane[number]);
    const Rect box{{plan.x_of(arc.start), top}, {plan.x_of(arc.end) - gap, top + arc_box_height}};
    const bool hovered = ui.place(fmt::format("tokens/arc/{}", number), box).hovered;
    if (!ui.sees(box)) return;
    ui.fill(box, chosen ? mixed(ui.theme.raised, ui.theme.accent, 0.2f) : ui.theme.raised, metrics::radius);
    ui.frame(box, chosen ? ui.theme.accent : hovered ? ui.theme.dim : ui.theme.line, metrics::radius, chosen ? 1.5f : 1.0f);
    const auto write = [&](float y, Font font, Colour colour, const std::string& text) {
        if (ui.width_of(font, text) + 4 <= box.width())
            ui.text({box.centre().x, y}, font, colour, text, {.align = Align::centre, .vertical = VerticalAlign::middle});
    };
    write(top + 9, Font::mono_small, chosen ? ui.theme.text : ui.theme.dim, scene.word(arc.token));
    write(top + 25, Font::mono_tiny, ui.theme.dim, plain_number(arc.score));
    if (!hovered) return;
    ui.note({"“" + scene.word(arc.token) + "”", fmt::format("id {}, score {}", arc.token, plain_number(arc.score)),
             fmt::format("best sum of scores up to its end: {}", plain_number(scene.piece.lattice.best[arc.end])),
             chosen ? "on the best path" : "not on the best path"},
            box);
}

/// "-3.2 - 4.1 = -7.3": the scores of the best way.
std::string sum_words(const UnigramLattice& lattice) {
    constexpr std::size_t most = 8;
    std::string words;
    for (std::size_t i = 0; i < std::min(most, lattice.path.size()); ++i)
        words += (i ? " + " : "") + fmt::format("({})", plain_number(lattice.arcs[lattice.path[i]].score));
    if (lattice.path.size() > most) words += " + …";
    return words + " = " + plain_number(lattice.best.back());
}

}  // namespace

void draw_lattice(Ui& ui, Column& column, const TokensScene& scene) {
    const UnigramLattice& lattice = scene.piece.lattice;
    column.heading("Lattice", "every token found in the piece, with its score; framed: the best path", Shorten::end);
    const std::string& piece = scene.piece.text.spelling;
    const std::vector<std::size_t> starts = lattice_columns(piece);
    constexpr float widest = 64;
    const float pitch = std::min(widest, column.width() / static_cast<float>(std::max<std::size_t>(starts.size() - 1, 1)));
    const float top = column.y;
    const Rect characters = column.row(20);
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        const std::string text = visible_bytes(piece.substr(starts[i], starts[i + 1] - starts[i]));
        if (ui.width_of(Font::mono, text) <= pitch)
            ui.text({column.left + pitch * (static_cast<float>(i) + 0.5f), characters.min.y}, Font::mono, ui.theme.dim, text,
                    {.align = Align::centre});
    }
    const LatticeLanes lanes = lanes_of(lattice);
    const LatticePlan plan{starts, column.left, pitch, column.row(lane_height * static_cast<float>(lanes.count), 8).min.y};
    for (std::size_t i = 0; i < lattice.arcs.size(); ++i) draw_arc(ui, scene, plan, lanes, i);
    ui.place("tokens/lattice", column.since(top));
    if (lattice.path.empty()) return;
    const Rect sum = column.paragraph(Font::note, ui.theme.text,
                                      fmt::format("The best path has {} token{}: {}. No other path has a higher sum of scores.",
                                                  lattice.path.size(), lattice.path.size() == 1 ? "" : "s", sum_words(lattice)),
                                      14);
    ui.place("tokens/best-way", sum);
}

void draw_by_library(Ui& ui, Column& column) {
    column.heading("Cut by the library", "", Shorten::end);
    column.paragraph(Font::body, ui.theme.dim,
                     "The sentencepiece library reports only the pieces it has chosen, not the alternatives. Each is shown below "
                     "with its id in the model's vocabulary, which is another file; a piece missing there becomes <unk>.",
                     16);
}

}  // namespace vitrine
