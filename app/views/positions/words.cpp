/// The texts of the positions view.

#include <cmath>

#include <fmt/format.h>

#include "app/run/positions.h"
#include "app/views/positions/parts.h"
#include "app/widgets/number.h"
#include "app/words/alterations.h"
#include "app/words/next_word.h"
#include "core/text/plain_text.h"

namespace vitrine {

bool PositionsScene::is_altered(PositionKind kind) const {
    return kind == own && alteration_of(run(), positions_tensor(view().side)) != Alteration::none;
}

Size PositionsScene::in_turn(Size feature) const {
    if (waves() != PositionKind::sines_first) return feature;
    const Size sines = (width + 1) / 2;
    return feature < sines ? 2 * feature : 2 * (feature - sines) + 1;
}

Size PositionsScene::from_turn(Size feature) const {
    if (waves() != PositionKind::sines_first) return feature;
    return feature / 2 + (feature % 2 == 0 ? 0 : (width + 1) / 2);
}

std::string encoding_title(PositionKind kind) {
    if (kind == PositionKind::learned) return "Learned";
    return kind == PositionKind::sines_first ? "Sinusoidal, sines first" : "Sinusoidal";
}

std::string encoding_origin(PositionKind kind, const PositionsScene& scene) {
    if (kind == scene.own) return kind == PositionKind::learned ? "this model's own table" : "this model's own encoding";
    return kind == PositionKind::learned ? "drawn at random, seed 1" : "for comparison";
}

namespace {

/// "Position 0 is", "Positions 0–5 are".
std::string batch_positions(const PositionsScene& scene) {
    if (scene.recorded == 1) return "Position 0 is this batch's";
    return fmt::format("Positions 0–{} are this batch's", scene.recorded - 1);
}

std::string end_of_table(const PositionsScene& scene) {
    const Size rows = learned_row_count(scene.run(), scene.view().side), offset = scene.run().model->configuration.position_offset;
    if (offset > 0) {
        const std::string shown = scene.positions < rows ? fmt::format("; {} positions are shown", scene.positions) : "";
        return fmt::format("The table has {} rows, of which position 0 has row {}{}. This model can read at most {} tokens.",
                           grouped(rows + offset), offset, shown, rows);
    }
    if (rows > position_counts(scene.state).back())
        return fmt::format("The table has {} rows; the first {} are shown. The model cannot read sentences longer than the table.",
                           grouped(rows), scene.positions);
    if (scene.positions < rows) return fmt::format("The table has {} rows: the model cannot read longer sentences.", rows);
    return fmt::format("The table ends here: the model cannot read sentences longer than {}.", rows);
}

}  // namespace

std::string encoding_remark(PositionKind kind, const PositionsScene& scene) {
    const bool longer = scene.positions > scene.recorded;
    if (kind != scene.own) {
        return kind == PositionKind::learned ? "This model has no learned table. Shown is one with random initial values, before "
                                               "any training: it has no order yet."
                                             : "What the formula of the paper gives instead of this model's learned table.";
    }
    const std::string rest = !longer                         ? ""
                             : kind == PositionKind::learned ? "; the rest is for longer sentences"
                                                             : "; the rest is for longer sentences";
    const std::string batch = batch_positions(scene) + rest + ". ";
    if (kind == PositionKind::learned) return batch + end_of_table(scene);
    if (kind == PositionKind::sines_first) return batch + "The left half holds sines, the right half cosines of the same angles.";
    if (scene.width < 4) return batch.substr(0, batch.size() - 1);  // one pair of features alone
    return batch + "Like the hands of a clock, fast dimensions tell neighbours apart, and slow ones distant positions.";
}

namespace {

/// The word that follows a word of the decoder's input.
std::string next_behind(Size position, const PositionsScene& scene) {
    return scene.view().side == Side::target ? next_word_behind(scene.run(), scene.state.selection.sentence, position) : "";
}

}  // namespace

std::string position_words(Size position, const PositionsScene& scene) {
    if (position >= scene.words.count()) return fmt::format("position {}", position);
    return fmt::format("position {} {}{}", position, briefly_quoted(scene.words[position]), next_behind(position, scene));
}

std::string position_note(Size position, const PositionsScene& scene) {
    return position < scene.words.count()
               ? fmt::format("position {} {}{}", position, quoted(scene.words[position]), next_behind(position, scene))
               : position_words(position, scene);
}

std::string wavelength_text(double wavelength) {
    if (wavelength < 100) return fmt::format("{:.1f}", wavelength);
    if (wavelength < 1000) return fmt::format("{:.0f}", wavelength);
    return grouped(std::llround(wavelength));
}

std::string origin_text(PositionKind kind, Size position, Size feature, const PositionsScene& scene) {
    if (kind == PositionKind::learned) {
        if (kind == scene.own)
            return fmt::format("row {} of the learned table", position + scene.run().model->configuration.position_offset);
        return "drawn at random from N(0, 1)";
    }
    const PositionWave wave = scene.wave_of(feature);
    return wave.formula(position) + " = " + signed_number(wave.at(static_cast<double>(position)), ElementType::scalar);
}

namespace {

/// "Dimensions 2 and 3 repeat every 11.2 positions, dimensions 6 and 7 every 35.3."
std::string neighbours_text(const PositionWave& wave, const PositionsScene& scene) {
    const auto pair = [&](Size even) {
        const PositionWave other{even, wave.width};
        return (other.partner() ? fmt::format("dimensions {} and {}", scene.from_turn(even), scene.from_turn(even + 1))
                                : fmt::format("dimension {}", scene.from_turn(even))) +
               fmt::format(" every {}", wavelength_text(other.wavelength()));
    };
    std::string text;
    if (wave.even() >= 2) text = pair(wave.even() - 2);
    if (wave.even() + 2 < wave.width) text += (text.empty() ? "" : ", ") + pair(wave.even() + 2);
    if (text.empty()) return text;
    text.front() = 'D';
    return " " + text + ".";
}

}  // namespace

std::string wave_text(const PositionsScene& scene) {
    const PositionWave wave = scene.wave();
    const bool sinusoidal = scene.view().shows(scene.waves()), learned = scene.view().shows(PositionKind::learned);
    std::string text;
    if (sinusoidal) {
        text = fmt::format("{}(position / 10000^({}/{})) repeats every {} positions.", wave.is_sine() ? "sin" : "cos", wave.even(),
                           wave.width, wavelength_text(wave.wavelength()));
        if (!learned) text += neighbours_text(wave, scene);
    }
    if (learned)
        text += std::string(sinusoidal ? " " : "") +
                "A learned table has values only at whole positions; the lines between them are there for the eye.";
    return text;
}

std::string distances_text(const PositionsScene& scene) {
    if (!scene.view().shows(scene.waves()) || scene.is_altered(scene.waves())) return "";
    const bool beside = scene.kinds.size() > 1;  // beside a table, for which this does not hold
    if (scene.width % 2 != 0) {
        return beside ? "Sinusoidal: the last sine has no cosine, so every position has a different curve."
                      : "The last sine has no cosine, so every position has a different curve.";
    }
    return fmt::format(
        "{} same curve for every position: Σ cos(k·ω) over the pairs of dimensions{}, where ω is the angle by which a pair rotates "
        "per position.",
        beside ? "Sinusoidal: the" : "The", scene.cosine() ? ", divided by the number of pairs" : "");
}

std::string similarity_remark(PositionKind kind, const PositionsScene& scene) {
    if (scene.is_altered(kind)) return "";
    if (kind != PositionKind::learned && scene.width % 2 != 0)
        return "The last sine has no cosine, so the similarity of two positions depends on the positions themselves, not only on "
               "their distance.";
    if (kind != PositionKind::learned) {
        return "The same along every diagonal: only the distance of two positions counts. PE(p + k) is PE(p) with each pair of "
               "dimensions rotated by its own fixed angle, so attention can learn to attend k positions back.";
    }
    if (kind != scene.own) return "Random initial values: nothing says yet which positions are neighbours.";
    return "No formula: any order among the positions is in the learned values of the table.";
}

std::string similarity_name(const PositionsScene& scene) { return scene.cosine() ? "cosine" : "dot product"; }

const Tensor& chosen_similarity(const PositionTable& table, const PositionsScene& scene) {
    return scene.cosine() ? table.similarity.cosine : table.similarity.dot_product;
}

}  // namespace vitrine
