#include "app/export/transcript.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/export/transcript_number.h"
#include "app/run/picture.h"
#include "app/run/prediction.h"
#include "app/run/request.h"
#include "app/state/clipboard.h"
#include "app/state/lacking.h"
#include "app/state/place.h"
#include "app/words/alterations.h"
#include "app/words/backward.h"
#include "app/words/changes.h"
#include "app/words/gradients.h"
#include "app/words/update.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// A space at which lines are not broken. Printable words do not contain this character.
constexpr char together = '\x1f';

/// The tensor that is looked at if none is selected yet.
std::string shown_tensor(const State& state) {
    const Module& view = module_of(state.modules, state.view);
    return view.shown_tensor && works(state, view) ? view.shown_tensor(state) : "";
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
        const BackwardStep* backward = step_ == state_.step ? backward_step(state_) : nullptr;
        line(run_.model->name + ": " + run_.title);
        line(place_words(step, backward));
        if (state_.phase != Phase::update)
            line("In: " + (block.section == block.title ? block.section : block.section + ", " + block.title));
        if (const std::string altered = alterations_text(run_); !altered.empty())
            line((run_.difference ? "Altered in run B: " : "Altered: ") + altered);
        const NanFinding nan = run_.difference ? NanFinding{} : run_.statistics->nan();
        if (nan.first)
            line(fmt::format("NaN, not a number: first in {}, in {} altogether", nan.first->path,
                             counted(static_cast<Size>(nan.tensors), "tensor")));
        if (run_.difference) {
            heading("What is shown");
            line("B − A: the values of run B minus those of run A, cell by cell.");
        } else if (state_.phase == Phase::update) {
            heading("What it does");
            line(update_words(run_));
            return;
        } else if (backward) {
            heading("What it does");
            line(backward_words(run_, *backward));
            for (const MadeGradient& made : backward->makes) line(made.formula + ", which differentiates " + made.forward);
            write_tensors("Reads the gradients", backward->reads, Aspect::gradient);
            std::vector<std::string> makes;
            for (const MadeGradient& made : backward->makes) makes.push_back(made.path);
            write_tensors("Makes the gradients", makes, Aspect::gradient);
            return;
        } else {
            heading("What it does");
            line(step.text);
            line("Formula: " + step.formula);
        }
        write_tensors("Reads", step.inputs);
        write_tensors("With the parameters", step.parameters);
        write_tensors("Makes", step.outputs);
    }

    void write_sentences() {
        heading(fmt::format("Sentence {} of {}", state_.selection.sentence + 1, sentence_count(run_)));
        if (run_.is_transformer() && !run_.has_both_stacks()) {
            const Side side = side_of_predictions(run_);
            return words("Tokens: ", tokens_read(run_, side), vocabulary_of(run_, side));
        }
        const bool lone = !run_.is_transformer();
        words(lone ? "Keys and values: " : "Source: ", tokens_read(run_, Side::source), run_.model->source_vocabulary);
        words(lone ? "Queries: " : "Decoder input: ", tokens_read(run_, Side::target), run_.model->target_vocabulary);
    }

    void write_numbers() {
        if (shows_values(state_.aspect) || lacks_gradient_of(info_)) write_numbers(Aspect::value);
        if (state_.aspect == Aspect::value || lacks_gradient_of(info_)) return;
        write_numbers(state_.aspect == Aspect::both ? Aspect::gradient : state_.aspect);
    }

    void write_cell() {
        if (!cell_) return;
        const bool update = state_.phase == Phase::update;
        if (shows_values(state_.aspect) || lacks_gradient_of(info_) || run_.difference) {
            heading("The selected number");
            for (const std::string& text : number_lines(run_, info_, *cell_, state_.every_term)) line(text);
        }
        if (run_.difference || lacks_gradient_of(info_)) return;
        if (state_.aspect == Aspect::product) write_product();
        if (state_.aspect != Aspect::value) {
            heading("Its gradient");
            for (const std::string& text : gradient_lines_of(run_, info_, *cell_, state_.every_term)) line(text);
        }
        if (!update) return;
        heading("Its update");
        for (const std::string& text : update_lines(run_, info_.path, *cell_)) line(text);
    }

private:
    /// "Step 3 of 81: Linear", "Step 3 of 79 backwards: ∂masked, of softmax", "The update of the weights".
    std::string place_words(const Step& step, const BackwardStep* backward) const {
        if (state_.phase == Phase::update) return "The update of the weights";
        if (!backward) return fmt::format("Step {} of {}: {}", step_ + 1, run_.last_step() + 1, step.title);
        const Film& film = film_of(run_);
        return fmt::format("Step {} of {} backwards: {}", film_place(state_) - film.forward + 1, film.backward.size(),
                           backward_title(run_, *backward));
    }

    bool lacks_gradient_of(const TensorInfo& info) const { return !find_gradient(run_, info.path).present(); }

    void write_product() {
        heading("The selected number");
        const double product = find_tensor(run_, info_.path, Aspect::product).at(*cell_);
        const TensorView value = run_.find(info_.path);
        line("Value × gradient is " + transcript_number(value.at(*cell_), value.type) + " × " +
             transcript_slope(find_gradient(run_, info_.path).at(*cell_)) + " = " + transcript_slope(product));
        line(slope_words(Aspect::product, product));
    }

    void write_numbers(Aspect aspect) {
        const TensorInfo& info = info_;
        const TensorView tensor = run_.find(info.path);
        const Plane plane = plane_of(run_, info, state_.selection.sentence, state_.selection.head);
        heading((info.is_change ? "B − A of " : "Numbers of ") + name_of_numbers(aspect, info.path));
        line(place_of(tensor.layout, plane));
        if (lacks_change(run_, info)) return line(change_sentence(*run_.difference->find(info.path)));
        if (mask_of(run_, info))
            line(is_hidden_later(info) ? "Cells that the mask hides in a later step are in brackets."
                                       : "Cells that the mask hides are in brackets.");
        const Labels rows = labels(info, plane, plane.row_axis), columns = labels(info, plane, plane.column_axis);
        const Size row_count = rows.count();
        for (Size row = 0; row < std::min(row_count, most_transcript_rows); ++row) write_row(aspect, plane, rows, columns, row);
        if (row_count > most_transcript_rows) line("and " + counted(row_count - most_transcript_rows, "more row"));
    }

    void line(std::string_view text) {
        std::string lines = wrapped_text(text, transcript_columns, "  ");
        std::replace(lines.begin(), lines.end(), together, ' ');
        text_ += lines;
    }

    void heading(const std::string& text) {
        text_ += '\n';
        line(text);
    }

    void write_tensors(const std::string& title, const std::vector<std::string>& paths, Aspect aspect = Aspect::value) {
        if (paths.empty()) return;
        heading(title);
        for (const std::string& path : paths) {
            const TensorView tensor = find_tensor(run_, path, aspect);
            if (!tensor.present()) continue;
            const TensorInfo* info = run_.info(path);
            const std::string symbol = !info ? "" : aspect == Aspect::gradient ? gradient_symbol(info->symbol) : info->symbol;
            line(info ? (info->is_change ? "B − A of " : "") + symbol + ": " + path : path);
            if (info && lacks_change(run_, *info)) {
                line("  " + axes_words(run_, tensor.layout) + ", not to be compared: " + fit_words(*run_.difference->find(path)));
                continue;
            }
            const Statistics& found = statistics_of(run_, path, aspect);
            const auto number = [&](double value) {
                return aspect == Aspect::value ? transcript_number(value, tensor.type) : transcript_slope(value);
            };
            line("  " + axes_words(run_, tensor.layout) +
                 (found.finite == 0 ? ", no finite value"
                                    : fmt::format(", from {} to {}", number(found.minimum), number(found.maximum))));
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

    /// "sentence 1, head 2": the indices along the axes that are not shown.
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

    void write_row(Aspect aspect, const Plane& plane, const Labels& rows, const Labels& columns, Size row) {
        const TensorView tensor = find_tensor(run_, info_.path, aspect);
        const auto mask = mask_of(run_, info_);
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
            everyone[1] = 0;  // a mask has a single head for all
            const std::string word = printable(columns[column]);
            const std::string value =
                aspect == Aspect::value ? transcript_number(tensor.at(cell), tensor.type) : transcript_slope(tensor.at(cell));
            const std::string shown = mask && mask->at(everyone) == 0 ? "[" + value + "]" : value;
            text += (column ? (word.empty() ? " " : ", ") : "") + (word.empty() ? "" : word + together) + shown;
        }
        if (count > most_transcript_columns) text += fmt::format(" and {} more", count - most_transcript_columns);
        line(text);
    }

    const State& state_;
    const Run& run_;
    const TensorInfo& info_;  // of the tensor that the transcript is about
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
