#include "app/state/run.h"

#include <algorithm>
#include <atomic>

#include "core/model/transformer.h"

namespace vitrine {

int Run::last_step() const {
    const bool has_loss = !activations.loss.empty();
    return static_cast<int>(outline().steps.size()) - (has_loss ? 1 : 2);
}

std::shared_ptr<const Run> make_run(const ModelRequest& request) {
    static std::atomic<std::uint64_t> generations = 0;
    auto run = std::make_shared<Run>();
    run->request = request;
    run->model = open_model(request);
    run->generation = ++generations;
    const Model& model = run->model;
    forward(model.configuration, model.parameters, model.batch, run->activations);
    run->trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), run->activations);
    run->parameters = list_parameters(model.parameters);
    run->statistics.reserve(run->trace.tensors.size());
    for (const TensorView& tensor : run->trace.tensors) run->statistics.push_back(statistics(tensor));
    return run;
}

namespace {

std::vector<std::string> token_labels(const Run& run, Side side, Size sentence) {
    const IndexTensor& tokens = side == Side::source ? run.model.batch.src : run.model.batch.tgt;
    const Vocabulary& vocabulary = side == Side::source ? run.model.source_vocabulary : run.model.target_vocabulary;
    std::vector<std::string> labels;
    for (Size position = 0; position < tokens.size(1); ++position)
        labels.push_back(vocabulary.word(tokens.at({sentence, position})));
    return labels;
}

}  // namespace

std::vector<std::string> axis_labels(const Run& run, const TensorInfo& info, int axis, Size sentence) {
    const TensorView tensor = run.trace.find(info.path);
    switch (tensor.layout.axes[static_cast<std::size_t>(axis)]) {
        case Axis::position:
            // Rows of a table of positions belong to no sentence.
            if (tensor.layout.find(Axis::batch) < 0) break;
            [[fallthrough]];
        case Axis::query:
            return token_labels(run, info.side, sentence);
        case Axis::key:
            return token_labels(run, info.key_side, sentence);
        case Axis::vocabulary:
            if (!run.model.target_vocabulary.empty()) return run.model.target_vocabulary.words();
            break;
        case Axis::batch: {
            std::vector<std::string> sentences;
            for (Size i = 0; i < sentence_count(run); ++i) sentences.push_back("sentence " + std::to_string(i + 1));
            return sentences;
        }
        default:
            break;
    }
    return std::vector<std::string>(static_cast<std::size_t>(tensor.layout.shape[static_cast<std::size_t>(axis)]));
}

TensorView find_parameter(const Run& run, const std::string& name) {
    const auto found = std::ranges::find(run.parameters, name, &ParameterView::name);
    return found == run.parameters.end() ? TensorView{} : found->tensor;
}

Size sentence_count(const Run& run) { return run.model.batch.sentences(); }

Size head_count(const Run& run) { return run.model.configuration.nhead; }

}  // namespace vitrine
