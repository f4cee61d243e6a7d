/// Finds the flows between the tensors of a block of the map, from the outline's steps, with intermediate tensors on the way.

#include <algorithm>

#include "app/views/map/layout_blocks.h"

namespace vitrine {

namespace {

/// Collects the arrows of one step at a time.
class Arrows {
public:
    Arrows(const MapBlock& placed, const Outline& outline) : placed_(placed), outline_(outline) {}

    void add(int number) {
        number_ = number;
        const Step& step = outline_.steps[static_cast<std::size_t>(number)];
        switch (step.operation) {
            case Operation::inputs:
                return;
            case Operation::projections:
                return project(step);
            case Operation::residual:
                return add_addends(step);
            case Operation::positions:
                return add_up(step);
            case Operation::head_norm:
            case Operation::rotation:
                return prepare(step);
            case Operation::position_bias:
                flow(step.inputs.front(), step.outputs.back());
                return flow(step.outputs.front(), step.outputs.back());
            case Operation::layer_norm:  // the mean and the deviation are between x and its norm
                chain(step);
                return flow(step.inputs.front(), step.outputs.back());
            case Operation::loss:
                return compare(step);
            case Operation::merge:
            case Operation::embedding:
                return chain(step);
            default:
                for (const std::string& input : step.inputs) flow(input, step.result);
                if (step.outputs.size() > 1) flow(step.outputs.front(), step.outputs.back());
        }
    }

    std::vector<MapArrow> take() { return std::move(list_); }

private:
    int find(const std::string& path) const {
        const auto found = std::ranges::find(placed_.tensors, path, &MapTensor::path);
        return found == placed_.tensors.end() ? -1 : static_cast<int>(found - placed_.tensors.begin());
    }

    Role role_of(const std::string& path) const { return outline_.find(path)->role; }

    void add(const std::string& from, const std::string& to, Joint joint, Role role) {
        const int first = find(from), last = find(to);
        if (first >= 0 && last >= 0) list_.push_back({first, last, number_, joint, role});
    }

    void flow(const std::string& from, const std::string& to) { add(from, to, Joint::arrow, role_of(from)); }

    /// x + the addends → sum. A norm of what is added, which is filled in this block, is to the left of x.
    void add_addends(const Step& step) {
        std::vector<std::string> parts = step.inputs;
        const int last = find(parts.back());
        if (last >= 0 && !placed_.tensors[static_cast<std::size_t>(last)].is_input) std::ranges::reverse(parts);
        for (std::size_t i = 1; i < parts.size(); ++i) add(parts[i - 1], parts[i], Joint::plus, role_of(parts[i - 1]));
        flow(parts.back(), step.result);
    }

    /// Queries and keys, and what is made of them before their products.
    void prepare(const Step& step) {
        for (const std::string& output : step.outputs) {
            const std::vector<std::string>& operands = outline_.find(output)->operands;
            if (!operands.empty()) flow(operands.front(), output);
        }
    }

    /// x, the positions and the segment's row, if they exist, become their sum.
    void add_up(const Step& step) {
        const std::string& x = step.inputs.front();
        const bool has_positions = last_name(step.outputs.front()) == "positions";
        if (has_positions) add(x, step.outputs.front(), Joint::plus, role_of(x));
        flow(has_positions ? step.outputs.front() : x, step.result);
        for (const std::string& output : step.outputs) {
            if (last_name(output) != "segment") continue;
            flow(output + "s", output);
            flow(output, step.result);
        }
    }

    /// x becomes Q; x or the memory becomes K and V. Each arrow has the colour of its target.
    void project(const Step& step) {
        for (const std::string& output : step.outputs) {
            const std::string name = last_name(output);
            const bool own = step.inputs.size() > 2 && name == "key";  // an attention alone has separate inputs
            const std::string& from = name == "query" ? step.inputs.front() : own ? step.inputs[1] : step.inputs.back();
            if (name == "key_transposed") {
                flow(step.outputs[1], output);
            } else {
                add(from, output, Joint::arrow, role_of(output));
            }
        }
    }

    /// Logits and labels become a loss for every word, and these become one loss.
    void compare(const Step& step) {
        flow(step.inputs.front(), step.outputs[1]);
        for (std::size_t i = 1; i < step.outputs.size(); ++i) flow(step.outputs[i - 1], step.outputs[i]);
    }

    void chain(const Step& step) {
        if (!step.inputs.empty()) flow(step.inputs.front(), step.outputs.front());
        for (std::size_t i = 1; i < step.outputs.size(); ++i) flow(step.outputs[i - 1], step.outputs[i]);
    }

    const MapBlock& placed_;
    const Outline& outline_;
    int number_ = 0;
    std::vector<MapArrow> list_;
};

}  // namespace

std::vector<MapArrow> arrows_between(const MapBlock& placed, const Block& block, const Outline& outline) {
    Arrows arrows(placed, outline);
    for (int i = block.first_step; i < block.first_step + block.step_count; ++i) arrows.add(i);
    return arrows.take();
}

}  // namespace vitrine
