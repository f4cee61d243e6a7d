#include "core/listing/tensor_text.h"

#include <ostream>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// Splits a tensor into blocks: one for each index of the batch and head axes; the other axes are rows and columns.
class Blocks {
public:
    Blocks(const LabelledTensor& source, int precision) : source_(source), layout_(source.tensor.layout), precision_(precision) {
        while (outer_ < layout_.rank - 1 && (layout_.axes[outer_] == Axis::batch || layout_.axes[outer_] == Axis::head)) ++outer_;
        for (int axis = 0; axis < outer_; ++axis) count_ *= layout_.shape[axis];
        is_row_ = layout_.rank - outer_ == 1;
        row_axis_ = layout_.rank - 2, column_axis_ = layout_.rank - 1;
        measure();
    }

    void write(std::ostream& out) const {
        for (Size block = 0; block < count_; ++block) {
            if (block > 0) out << '\n';
            is_row_ ? write_row(out, start_of(block)) : write_matrix(out, start_of(block));
        }
    }

private:
    Size rows() const { return is_row_ ? 1 : layout_.shape[row_axis_]; }
    Size columns() const { return layout_.shape[column_axis_]; }

    Index start_of(Size block) const {
        Index index{};
        for (int axis = outer_ - 1; axis >= 0; --axis) {
            index[static_cast<std::size_t>(axis)] = block % layout_.shape[axis];
            block /= layout_.shape[axis];
        }
        return index;
    }

    std::string cell(Index index, Size row, Size column) const {
        if (!is_row_) index[static_cast<std::size_t>(row_axis_)] = row;
        index[static_cast<std::size_t>(column_axis_)] = column;
        return number_text(source_.tensor.at(index), source_.tensor.type, precision_);
    }

    /// The words along an axis of a block; empty if the axis has no tokens.
    const std::vector<std::string>* words(int axis, const Index& index) const {
        const auto length = static_cast<std::size_t>(layout_.shape[axis]);
        const TokenLabels& labels = source_.labels;
        const bool over_keys = layout_.axes[axis] == Axis::key;
        const bool over_tokens = over_keys || layout_.axes[axis] == Axis::query || layout_.axes[axis] == Axis::position;
        const std::vector<std::string>* found = nullptr;
        if (layout_.axes[axis] == Axis::vocabulary) found = &labels.vocabulary;
        if (over_tokens && layout_.axes[0] == Axis::batch) {
            const Side side = over_keys ? source_.key_side : source_.side;
            const auto& sentences = side == Side::source ? labels.source : labels.target;
            const auto sentence = static_cast<std::size_t>(index[0]);
            if (side != Side::none && sentence < sentences.size()) found = &sentences[sentence];
        }
        return found && found->size() == length ? found : nullptr;
    }

    std::string row_label(const Index& index, Size row) const {
        const auto* found = words(row_axis_, index);
        return found ? (*found)[static_cast<std::size_t>(row)] : std::to_string(row);
    }

    std::string heading(const Index& index) const {
        std::string text;
        for (int axis = 0; axis < outer_; ++axis) {
            const bool is_head = layout_.axes[axis] == Axis::head;
            if (is_head && source_.tensor.type == ElementType::mask && layout_.shape[axis] == 1)
                continue;  // one mask for all heads
            text += text.empty() ? "" : ", ";
            text += (is_head ? "head " : "sentence ") + std::to_string(index[static_cast<std::size_t>(axis)] + 1);
        }
        return text;
    }

    void measure() {
        widths_.assign(static_cast<std::size_t>(columns()), 0);
        for (Size block = 0; block < count_; ++block) {
            const Index index = start_of(block);
            const auto* labels = words(column_axis_, index);
            for (std::size_t column = 0; column < widths_.size(); ++column) {
                std::size_t& width = widths_[column];
                if (labels) width = std::max(width, text_width((*labels)[column]));
                for (Size row = 0; row < rows(); ++row) width = std::max(width, cell(index, row, Size(column)).size());
            }
            if (is_row_) label_width_ = std::max(label_width_, text_width(heading(index)));
            for (Size row = 0; !is_row_ && row < rows(); ++row)
                label_width_ = std::max(label_width_, text_width(row_label(index, row)));
        }
    }

    void write_labels(std::ostream& out, const std::vector<std::string>& labels) const {
        for (std::size_t column = 0; column < widths_.size(); ++column)
            out << "  " << right_aligned(labels[column], widths_[column]);
        out << '\n';
    }

    void write_numbers(std::ostream& out, const Index& index, Size row) const {
        for (std::size_t column = 0; column < widths_.size(); ++column)
            out << "  " << right_aligned(cell(index, row, Size(column)), widths_[column]);
        out << '\n';
    }

    void write_row(std::ostream& out, const Index& index) const {
        std::string label = "  " + left_aligned(heading(index), label_width_);
        if (const auto* labels = words(column_axis_, index)) {
            out << label;
            write_labels(out, *labels);
            label.assign(text_width(label), ' ');
        }
        out << label;
        write_numbers(out, index, 0);
    }

    void write_matrix(std::ostream& out, const Index& index) const {
        const std::string title = heading(index);
        if (!title.empty()) out << "  " << title << '\n';
        if (const auto* labels = words(column_axis_, index)) {
            out << std::string(4 + label_width_, ' ');
            write_labels(out, *labels);
        }
        for (Size row = 0; row < rows(); ++row) {
            out << "    " << left_aligned(row_label(index, row), label_width_);
            write_numbers(out, index, row);
        }
    }

    const LabelledTensor& source_;
    const Layout& layout_;
    int precision_;
    int outer_ = 0, row_axis_ = 0, column_axis_ = 0;
    Size count_ = 1;
    bool is_row_ = false;
    std::vector<std::size_t> widths_;
    std::size_t label_width_ = 0;
};

}  // namespace

std::string axes_text(const Layout& layout) {
    std::string text;
    for (int axis = 0; axis < layout.rank; ++axis) {
        text += text.empty() ? "[" : ", ";
        text += std::string(name(layout.axes[axis])) + ' ' + std::to_string(layout.shape[axis]);
    }
    return text + ']';
}

void write_cells(std::ostream& out, const LabelledTensor& tensor, int precision) { Blocks(tensor, precision).write(out); }

}  // namespace vitrine
