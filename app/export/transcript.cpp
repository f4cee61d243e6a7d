#include "app/export/transcript.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/run/picture.h"
#include "app/run/request.h"
#include "app/run/term_listing.h"
#include "app/state/clipboard.h"
#include "app/words/alterations.h"
#include "core/listing/cell_text.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

std::string number(double value, ElementType type) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    return number_text(value, type, 4);
}

/// A blank at which no line is broken; printable words have no such character.
constexpr char together = '\x1f';

/// What is looked at where nothing of it has been selected yet.
std::string shown_tensor(const State& state) {
    const Module& view = module_of(state.modules, state.view);
    return view.shown_tensor ? view.shown_tensor(state) : "";
}

/// The transcript's tensor: the selected one, or the view's, if the selected one belongs to another operation.
const TensorInfo& subject_of(const State& state) {
    const TensorInfo& selected = *selected_tensor(state);
    const std::string shown = shown_tensor(state);
    const TensorInfo* found = state.run->outline().find(shown);
    return !found || selected.path.starts_with(shown.substr(0, shown.rfind('.') + 1)) ? selected : *found;
}

/// Collects the text line by line.
class Writer {
public:
    explicit Writer(const State& state) : state_(state), run_(*state.run), info_(subject_of(state)) {
        const bool selected = info_.path == state.selection.tensor;
        step_ = selected ? state.step : info_.step;
        if (selected) cell_ = state.selection.cell;
    }

    std::string text() && { return std::move(text_); }

    void write_step() {
        const Outline& outline = run_.outline();
        const Step& step = outline.steps[static_cast<std::size_t>(step_)];
        const Block& block = outline.block_of(step_);
        line(run_.model->name + ": " + run_.title);
        line(fmt::format("Step {} of {}: {}", step_ + 1, run_.last_step() + 1, step.title));
        line("In: " + (block.section == block.title ? block.section : block.section + ", " + block.title));
        if (const std::string altered = alterations_text(run_); !altered.empty()) line("Altered: " + altered);
        const NanFinding nan = run_.difference ? NanFinding{} : run_.statistics->nan();
        if (nan.first)
            line(fmt::format("NaN, not a number: first in {}, in {} altogether", nan.first->path,
                             counted(static_cast<Size>(nan.tensors), "tensor")));
        heading("What it does");
        line(step.text);
        line("Formula: " + step.formula);
        write_tensors("Reads", step.inputs);
        write_tensors("With the parameters", step.parameters);
        write_tensors("Makes", step.outputs);
    }

    void write_sentences() {
        heading(fmt::format("Sentence {} of {}", state_.selection.sentence + 1, sentence_count(run_)));
        const Activations& a = *run_.activations;
        words("Source: ", a.src.tokens, run_.model->source_vocabulary);
        words("Target, as far as given: ", a.tgt.tokens, run_.model->target_vocabulary);
    }

    void write_numbers() {
        const TensorInfo& info = info_;
        const TensorView tensor = run_.find(info.path);
        const Plane plane = plane_of(tensor.layout, state_.selection.sentence, state_.selection.head);
        heading("Numbers of " + info.path);
        line(place_of(tensor.layout, plane));
        const auto mask = mask_of(run_, info);
        if (mask) line("Hidden cells, which the mask takes out, are in brackets.");
        const Labels rows = labels(info, plane, plane.row_axis), columns = labels(info, plane, plane.column_axis);
        const Size row_count = rows.count();
        for (Size row = 0; row < std::min(row_count, most_transcript_rows); ++row) write_row(info, plane, rows, columns, row);
        if (row_count > most_transcript_rows) line("and " + counted(row_count - most_transcript_rows, "more row"));
    }

    void write_cell() {
        if (!cell_) return;
        const TensorInfo& info = info_;
        const Index cell = *cell_;
        const TensorView tensor = run_.find(info.path);
        heading("The selected number");
        line(cell_text(info.path, tensor.layout, cell) + " is " + number(tensor.at(cell), tensor.type));
        line(cell_words(run_, info, cell));
        write_terms(run_.anatomy->explain(info.path, cell));
        write_uses(run_.anatomy->uses(info.path, cell));
    }

private:
    void line(std::string_view text) {
        std::string lines = wrapped_text(text, transcript_columns, "  ");
        std::replace(lines.begin(), lines.end(), together, ' ');
        text_ += lines;
    }

    void heading(const std::string& text) {
        text_ += '\n';
        line(text);
    }

    void write_tensors(const std::string& title, const std::vector<std::string>& paths) {
        if (paths.empty()) return;
        heading(title);
        for (const std::string& path : paths) {
            const TensorView tensor = run_.find(path);
            if (!tensor.present()) continue;
            const TensorInfo* info = run_.info(path);
            line(info ? info->symbol + ": " + path : path);
            const Statistics& found = run_.statistics_of(path).of(path);
            line("  " + axes_words(tensor.layout) +
                 (found.finite == 0
                      ? ", no finite number"
                      : fmt::format(", from {} to {}", number(found.minimum, tensor.type), number(found.maximum, tensor.type))));
            if (found.nan + found.infinite > 0) line(fmt::format("  {} NaN, {} infinite", found.nan, found.infinite));
        }
    }

    void words(const std::string& title, const IndexTensor& tokens, const Vocabulary& vocabulary) {
        std::string text = title;
        const Layout layout = tokens.layout();
        for (Size i = 0; i < layout.shape[1]; ++i) {
            const std::int32_t id = tokens.data()[state_.selection.sentence * layout.shape[1] + i];
            text += (i ? " " : "") + printable(vocabulary.word(id));
        }
        line(text);
    }

    /// "sentence 1, head 2": where along the other axes the numbers are.
    std::string place_of(const Layout& layout, const Plane& plane) const {
        std::string text;
        for (int axis = 0; axis < layout.rank; ++axis) {
            const auto at = static_cast<std::size_t>(axis);
            if (axis == plane.row_axis || axis == plane.column_axis) continue;
            text += (text.empty() ? "" : ", ") + axis_word(layout.axes[at]) +
                    fmt::format(" {} of {}", plane.fixed[at] + 1, layout.shape[at]);
        }
        const auto axis = [&](int which) { return axis_word(layout.axes[static_cast<std::size_t>(which)]); };
        if (!text.empty()) text += "; ";
        if (plane.row_axis >= 0) text += "a line for each " + axis(plane.row_axis) + ", ";
        return text + "along it every " + axis(plane.column_axis);
    }

    Labels labels(const TensorInfo& info, const Plane& plane, int axis) const {
        return axis < 0 ? Labels::numbers(1) : plane_labels(run_, info, plane, axis);
    }

    void write_row(const TensorInfo& info, const Plane& plane, const Labels& rows, const Labels& columns, Size row) {
        const TensorView tensor = run_.find(info.path);
        const auto mask = mask_of(run_, info);
        const Size count = columns.count();
        std::string text;
        if (plane.row_axis >= 0) {
            const std::string label = printable(rows[row]);
            text = (label.empty() ? std::to_string(row) : label) + ": ";
        }
        for (Size column = 0; column < std::min(count, most_transcript_columns); ++column) {
            Index cell = plane.fixed;
            if (plane.row_axis >= 0) cell[static_cast<std::size_t>(plane.row_axis)] = row;
            cell[static_cast<std::size_t>(plane.column_axis)] = column;
            Index everyone = cell;
            everyone[1] = 0;  // a mask has one head for all
            const std::string word = printable(columns[column]);
            const std::string value = number(tensor.at(cell), tensor.type);
            const std::string shown = mask && mask->at(everyone) == 0 ? "[" + value + "]" : value;
            text += (column ? (word.empty() ? " " : ", ") : "") + (word.empty() ? "" : word + together) + shown;
        }
        if (count > most_transcript_columns) text += fmt::format(" and {} more", count - most_transcript_columns);
        line(text);
    }

    std::string product_of(const ExplanationTerm& term) const {
        std::string text = term.label.empty() ? "" : term.label + ": ";
        for (std::size_t i = 0; i < term.factors.size(); ++i) {
            const std::string path(term.factors[i].path);
            const ElementType type = path.empty() ? ElementType::scalar : run_.find(path).type;
            text += (i ? " × " : "") + number(term.factors[i].value, type);
        }
        return term.factors.size() > 1 ? text + " = " + number(term.value, ElementType::scalar) : text;
    }

    void write_terms(const Explanation& explanation) {
        if (explanation.terms.empty()) {
            const bool written = is_written(run_, explanation.path, explanation.index);
            return line(written ? "It was set by hand: nothing computes it." : "Nothing computes it.");
        }
        line("It is made as " + explanation.formula);
        const TermListing listing = list_terms(explanation, state_.every_term);
        for (const std::size_t term : listing.listed) line(product_of(explanation.terms[term]));
        if (!listing.smaller.empty())
            line(fmt::format("{} smaller terms, together {}", listing.smaller.size(),
                             number(sum_of(explanation, listing.smaller), ElementType::scalar)));
        if (!listing.zeros.empty()) line(zeros_words(listing));
        for (const std::size_t term : listing.apart) line(product_of(explanation.terms[term]));
        if (explanation.scale != 1) line(fmt::format("times {:.6g}", explanation.scale));
        const ElementType type = run_.find(explanation.path).type;
        line("gives " + number(explanation.result, type));
        const std::string by_hand = by_hand_words(run_, explanation.path, explanation.index);
        if (!by_hand.empty()) line("But " + by_hand + ", and so it is " + number(explanation.value, type));
    }

    void write_uses(const std::vector<CellUse>& uses) {
        if (uses.empty()) return;
        line("It goes into");
        for (const CellUse& use : uses) line("  " + use.path + cells_text(run_.find(use.path).layout, use.cells));
    }

    const State& state_;
    const Run& run_;
    const TensorInfo& info_;  // of the tensor it is about
    int step_ = 0;
    std::optional<Index> cell_;
    std::string text_;
};

}  // namespace

std::string transcript(const State& state) {
    if (!selected_tensor(state)) return {};
    Writer writer(state);
    writer.write_step();
    writer.write_sentences();
    writer.write_numbers();
    writer.write_cell();
    return std::move(writer).text();
}

void do_command(State& state, const CopyTranscript&) { copy_text(state, transcript(state)); }

}  // namespace vitrine
