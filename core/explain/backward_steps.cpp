#include "core/explain/backward_steps.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace vitrine {

namespace {

class BackwardPass {
public:
    BackwardPass(const Trace& values, const Trace& parameters)
        : values_(values), parameters_(parameters), outline_(*values.outline), symbols_(values.outline, parameters.outline) {}

    std::vector<BackwardStep> write() {
        if (!values_.find("loss").present()) return {};
        for (int step = static_cast<int>(outline_.steps.size()); step-- > 0;) add(step);
        mark_beginnings_and_ends();
        return std::move(steps_);
    }

private:
    /// Whether a tensor or parameter has a gradient if a tensor that is computed from it has one: it consists of real numbers and
    /// is not constant, as sinusoidal positions are.
    bool has_slope(const std::string& path) const {
        const TensorInfo* info = outline_.find(path);
        const TensorView tensor = info ? values_.find(path) : parameters_.find(path);
        return tensor.present() && tensor.type == ElementType::scalar && (!info || !info->operands.empty());
    }

    void differentiate(const TensorInfo& info, BackwardStep& to) {
        for (std::size_t operand = 0; operand < info.operands.size(); ++operand) {
            const std::string& path = info.operands[operand];
            const auto gradient = gradient_dependence(*info.dependence, static_cast<int>(operand));
            if (!gradient || !has_slope(path)) continue;
            to.makes.push_back({.path = path,
                                .formula = gradient_formula(info, static_cast<int>(operand), *gradient, symbols_),
                                .of = info.path,
                                .forward = info.dependence->formula});
            made_.insert(path);
        }
    }

    void add(int number) {
        const Step& step = outline_.steps[static_cast<std::size_t>(number)];
        BackwardStep backward{.step = number, .reads = {}, .makes = {}, .result = {}};
        for (auto output = step.outputs.rbegin(); output != step.outputs.rend(); ++output) {
            const TensorInfo& info = *outline_.find(*output);
            const bool is_last = !info.further_value.empty();  // the loss per token, whose declaration includes the mean
            if (!info.dependence || info.is_view || !values_.find(*output).present() || (!is_last && !made_.contains(*output)))
                continue;
            const bool from_later = std::ranges::none_of(backward.makes, [&](const auto& made) { return made.path == *output; });
            if (from_later && !is_last) backward.reads.push_back(*output);
            differentiate(info, backward);
        }
        if (backward.makes.empty()) return;
        std::ranges::reverse(backward.reads);
        backward.result = result_of(step, backward);
        steps_.push_back(std::move(backward));
    }

    static std::string result_of(const Step& step, const BackwardStep& backward) {
        const auto is_made = [&](const std::string& path) {
            return std::ranges::any_of(backward.makes, [&](const MadeGradient& made) { return made.path == path; });
        };
        const auto input = std::ranges::find_if(step.inputs, is_made);
        return input != step.inputs.end() ? *input : backward.makes.front().path;
    }

    /// Several steps may add to the same gradient; marks the first and the last of them.
    void mark_beginnings_and_ends() {
        std::unordered_map<std::string, int> first, last;
        for (const BackwardStep& step : steps_) {
            for (const MadeGradient& made : step.makes) first.try_emplace(made.path, step.step), last[made.path] = step.step;
        }
        for (BackwardStep& step : steps_) {
            for (MadeGradient& made : step.makes) {
                made.begins = first.at(made.path) == step.step;
                made.completes = last.at(made.path) == step.step;
            }
        }
    }

    const Trace &values_, &parameters_;
    const Outline& outline_;
    const Symbols symbols_;
    std::set<std::string> made_;
    std::vector<BackwardStep> steps_;
};

}  // namespace

std::vector<BackwardStep> backward_steps(const Trace& values, const Trace& parameters) {
    return BackwardPass(values, parameters).write();
}

}  // namespace vitrine
