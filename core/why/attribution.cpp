#include "core/why/attribution.h"

#include "core/tensor/eigen.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

using Vector = Eigen::VectorXd;

Vector vector_of(const Direction& direction) {
    return Eigen::Map<const Vector>(direction.data(), static_cast<Eigen::Index>(direction.size()));
}

Direction direction_of(const Vector& vector) { return {vector.data(), vector.data() + vector.size()}; }

/// A weight matrix [output, input].
ConstMatrixView matrix(const TensorView& weight) {
    return {static_cast<const Scalar*>(weight.data), weight.layout.shape[0], weight.layout.shape[1]};
}

/// weightᵀ · direction: the direction of what a linear layer reads.
Vector before_linear(const TensorView& weight, const Direction& direction) {
    return matrix(weight).transpose().cast<double>() * vector_of(direction);
}

/// Follows the logit backwards along the stream of its position.
class Walk {
public:
    Walk(const AskedRun& run, const AskedLogit& logit) : run_(run), logit_(logit) {}

    Attribution walk() {
        check(logit_, run_);
        attribution_.logit = recorded_logit(logit_, run_);
        const Outline& outline = *run_.trace.outline;
        for (std::size_t i = outline.steps.size(); i-- > 0;) follow(outline.steps[i]);
        for (std::size_t i = found_.size(); i-- > 0;) attribution_.components.push_back(std::move(found_[i]));
        if (has_norm_bias_) attribution_.components.push_back({"norms", {}, norms_});
        if (has_head_bias_) attribution_.components.push_back({"head_bias", {}, head_bias_});
        return std::move(attribution_);
    }

private:
    const TensorInfo& info(const std::string& path) const { return *run_.trace.outline->find(path); }

    /// The features of a tensor at the logit's position: its last axis. Tables of positions have no sentences.
    Vector features(const std::string& path) const {
        const TensorView tensor = run_.find(path);
        const Layout& layout = tensor.layout;
        const int last = layout.rank - 1;
        Index at{};
        if (layout.find(Axis::batch) >= 0) at[0] = logit_.sentence;
        if (const int position = layout.find(Axis::position); position >= 0)
            at[static_cast<std::size_t>(position)] = logit_.position;
        Vector found(layout.shape[static_cast<std::size_t>(last)]);
        for (Size j = 0; j < found.size(); ++j) {
            at[static_cast<std::size_t>(last)] = j;
            found[j] = tensor.at(at);
        }
        return found;
    }

    /// What a bias or another parameter with one number for each feature adds in this direction.
    double given_by(const std::string& parameter, const Direction& direction) const {
        const TensorView tensor = run_.find(parameter);
        double sum = 0;
        for (std::size_t j = 0; j < direction.size(); ++j) sum += tensor.at({static_cast<Size>(j)}) * direction[j];
        return sum;
    }

    void add(const std::string& path, const Vector& direction) {
        auto [known, is_new] = directions_.try_emplace(path, direction_of(direction));
        if (is_new) return;
        for (std::size_t j = 0; j < known->second.size(); ++j) known->second[j] += direction[static_cast<Eigen::Index>(j)];
    }

    void follow(const Step& step) {
        if (step.operation == Operation::logits || step.operation == Operation::class_scores) return begin(step);
        const auto known = directions_.find(step.result.empty() && !step.outputs.empty() ? step.outputs.back() : step.result);
        if (known == directions_.end()) return;
        const std::string& path = known->first;
        const Direction direction = known->second;
        switch (step.operation) {
            case Operation::projection_of_output:
            case Operation::head_linear:
            case Operation::class_linear:
                return through_head(path, direction);
            case Operation::output_scaling:
                return add(step.inputs[0], info(path).dependence->scale * vector_of(direction));
            case Operation::activation:
                return through_activation(step.inputs[0], path, direction);
            case Operation::layer_norm:
                return through_norm(path, direction);
            case Operation::residual:
                for (const std::string& part : step.inputs) add(part, vector_of(direction));
                return;
            case Operation::merge:
                return open_attention(step, path, direction);
            case Operation::linear2:
                return open_network(step, path, direction);
            case Operation::positions:
                return open_embedding(path, direction);
            default:
                throw Error(path + ": attributions go through models without dropout");
        }
    }

    /// The rows of the logit's words in the last weights are where it begins.
    void begin(const Step& step) {
        const TensorInfo& asked = info(asked_tensor(run_.configuration));
        const TensorView weight = run_.find(asked.operands[1]);
        const auto row_of = [&](std::int32_t word) -> Vector { return matrix(weight).row(word).transpose().cast<double>(); };
        Vector direction = row_of(logit_.word);
        if (logit_.against) direction -= row_of(*logit_.against);
        add(step.inputs[0], direction);
        if (asked.operands.size() > 2) {
            const TensorView bias = run_.find(asked.operands[2]);
            has_head_bias_ = true;
            head_bias_ += bias.at({logit_.word}) - (logit_.against ? bias.at({*logit_.against}) : 0);
        }
        if (!run_.configuration.logits_cap) return;
        const TensorView logits = run_.find("logits");
        const auto capped = [&](Size word) { return logits.at({logit_.sentence, logit_.position, word}); };
        attribution_.capped = capped(logit_.word) - (logit_.against ? capped(*logit_.against) : 0);
    }

    void through_head(const std::string& path, const Direction& direction) {
        const std::vector<std::string>& operands = info(path).operands;
        add(operands[0], before_linear(run_.find(operands[1]), direction));
        if (operands.size() < 3) return;
        has_head_bias_ = true;
        head_bias_ += given_by(operands[2], direction);
    }

    void through_activation(const std::string& input, const std::string& path, const Direction& direction) {
        const Vector x = features(input), y = features(path);
        Vector kept(x.size());
        for (Eigen::Index j = 0; j < x.size(); ++j) kept[j] = x[j] == 0 ? 0 : direction[static_cast<std::size_t>(j)] * y[j] / x[j];
        attribution_.keeps_ratio = true;
        add(input, kept);
    }

    /// The norm keeps the deviation or the root mean square of this run; a mean is taken from every component by itself.
    void through_norm(const std::string& path, const Direction& direction) {
        const TensorInfo& norm = info(path);
        const Dependence& rule = *norm.dependence;
        bool has_mean = false;
        double statistic = 1;
        std::string gain, bias;
        for (std::size_t term = 0; term < rule.terms.size(); ++term) {
            const std::string& label = rule.terms[term].label;
            const std::string& operand = norm.operands[static_cast<std::size_t>(rule.terms[term].factors[0].operand)];
            if (label == "mean") has_mean = true;
            if (label == "deviation" || label == "rms") statistic = run_.find(operand).at({logit_.sentence, logit_.position});
            if (label == "gain") gain = operand;
            if (label == "bias") bias = operand;
        }
        Vector before = vector_of(direction) / statistic;
        for (Eigen::Index j = 0; j < before.size(); ++j) before[j] *= gain_of(rule, gain, j);
        if (has_mean) before.array() -= before.mean();
        add(norm.operands[0], before);
        if (bias.empty()) return;
        has_norm_bias_ = true;
        norms_ += given_by(bias, direction);
    }

    /// What the norm makes of 1 where the mean is 0 and the deviation 1: the gain, or 1 plus its weight.
    double gain_of(const Dependence& rule, const std::string& gain, Size feature) const {
        TermValues one;
        for (const TermRule& term : rule.terms) {
            const bool is_zero = term.label == "mean" || term.label == "bias";
            one.terms.push_back({is_zero ? 0.0 : term.label == "gain" ? run_.find(gain).at({feature}) : 1.0});
        }
        return rule.result(one);
    }

    void open_attention(const Step& step, const std::string& path, const Direction& direction) {
        const std::vector<std::string>& operands = info(path).operands;
        attribution_.directions[step.block] = direction;
        if (operands.size() > 2) found_.push_back({step.block + ".bias", {}, given_by(operands[2], direction)});
        const Vector before = before_linear(run_.find(operands[1]), direction), merged = features(operands[0]);
        const Size heads = run_.find(step.block + ".context").layout.shape[1], width = merged.size() / heads;
        for (Size head = heads; head-- > 0;)
            found_.push_back({step.block, head, before.segment(head * width, width).dot(merged.segment(head * width, width))});
    }

    void open_network(const Step& step, const std::string& path, const Direction& direction) {
        const std::vector<std::string>& operands = info(path).operands;
        attribution_.directions[step.block] = direction;
        if (operands.size() > 2) found_.push_back({step.block + ".bias", {}, given_by(operands[2], direction)});
        const Vector hidden = features(operands[0]);
        found_.push_back({step.block, {}, before_linear(run_.find(operands[1]), direction).dot(hidden)});
    }

    void open_embedding(const std::string& path, const Direction& direction) {
        const std::vector<std::string>& operands = info(path).operands;
        const Vector along = vector_of(direction);
        for (std::size_t i = operands.size(); i-- > 1;) {
            const bool segment = operands[i].ends_with(".segment");
            found_.push_back({segment ? "segments" : "positions", {}, along.dot(features(operands[i]))});
        }
        found_.push_back({"embedding", {}, along.dot(features(operands[0]))});
    }

    const AskedRun& run_;
    const AskedLogit& logit_;
    Attribution attribution_;
    std::unordered_map<std::string, Direction> directions_;  // of every tensor on the way
    std::vector<Component> found_;                           // the last one computed first
    double norms_ = 0, head_bias_ = 0;
    bool has_norm_bias_ = false, has_head_bias_ = false;
};

/// The tensor that a block's last linear layer reads, and its weights.
struct LastLinear {
    TensorView read, weight;
    Vector before;  ///< the direction of what it reads
};

LastLinear last_linear(const AskedRun& run, const Attribution& attribution, const std::string& block, const char* output) {
    const auto direction = attribution.directions.find(block);
    const TensorInfo* info = run.trace.outline->find(block + output);
    if (direction == attribution.directions.end() || !info) throw Error(block + " adds nothing to this logit by itself");
    const TensorView weight = run.find(info->operands[1]);
    return {run.find(info->operands[0]), weight, before_linear(weight, direction->second)};
}

}  // namespace

Attribution attribute(const AskedRun& run, const AskedLogit& logit) { return Walk(run, logit).walk(); }

std::vector<double> by_position(const AskedRun& run, const AskedLogit& logit, const Attribution& attribution,
                                const std::string& attention, Size head) {
    const LastLinear output = last_linear(run, attribution, attention, ".output");
    const TensorView weights = run.find(attention + ".weights"), value = run.find(attention + ".value");
    const Size heads = weights.layout.shape[1], keys = weights.layout.shape[3], width = value.layout.shape[3];
    if (head < 0 || head >= heads) throw Error(attention + " has no head " + std::to_string(head));
    const Size key_head = head * value.layout.shape[1] / heads;
    std::vector<double> parts;
    for (Size key = 0; key < keys; ++key) {
        double given = 0;
        for (Size i = 0; i < width; ++i) given += value.at({logit.sentence, key_head, key, i}) * output.before[head * width + i];
        parts.push_back(weights.at({logit.sentence, head, logit.position, key}) * given);
    }
    return parts;
}

std::vector<double> by_unit(const AskedRun& run, const AskedLogit& logit, const Attribution& attribution,
                            const std::string& network) {
    const LastLinear output = last_linear(run, attribution, network, ".linear2");
    std::vector<double> parts;
    for (Size unit = 0; unit < output.before.size(); ++unit)
        parts.push_back(output.read.at({logit.sentence, logit.position, unit}) * output.before[unit]);
    return parts;
}

}  // namespace vitrine
