#include "app/run/run.h"

#include <atomic>
#include <utility>

#include "core/pass/memory_needed.h"
#include "core/trace/parameter_trace.h"

namespace vitrine {

int Run::last_step() const {
    const bool lacks_loss = outline().step_of("loss") >= 0 && !has_loss();  // some models have no loss, whatever their batch
    return static_cast<int>(outline().steps.size()) - (lacks_loss ? 2 : 1);
}

TensorView Run::find(const std::string& path) const { return anatomy->find(path); }

const TensorInfo* Run::info(const std::string& path) const {
    const TensorInfo* tensor = outline().find(path);
    return tensor ? tensor : parameter_trace.outline->find(path);
}

TraceStatistics& Run::statistics_of(const std::string& path) const {
    return outline().find(path) ? *statistics : *parameter_statistics;
}

const Run& run_b_or_self(const Run& run) { return run.difference ? *run.difference->b : run; }

void name_parameters(Run& run) {
    const ParameterNames& names = run.model->parameter_names;
    run.parameter_list = list_parameters(*run.parameters, names);
    run.parameter_trace = make_parameter_trace(run.outline(), run.parameter_list, names);
    run.parameter_statistics = std::make_shared<TraceStatistics>(run.parameter_trace);
    run.anatomy = std::make_shared<const Anatomy>(run.trace, run.parameter_trace);
}

void point_at_parameters(Run& run) {
    run.parameter_list = list_parameters(*run.parameters, run.model->parameter_names);
    run.parameter_trace.tensors = parameter_tensors(*run.parameter_trace.outline, run.parameter_list);
    run.parameter_statistics = std::make_shared<TraceStatistics>(run.parameter_trace);
    run.anatomy = std::make_shared<const Anatomy>(run.trace, run.parameter_trace);
}

std::uint64_t next_generation() {
    static std::atomic<std::uint64_t> generations = 0;
    return ++generations;
}

bool is_on_device(const Run& run) { return run.device && are_fetched(*run.activations); }

bool rests_on_device(const Run& run) {
    const auto does = [](const Run* any) { return any && is_on_device(*any); };
    return does(&run) || does(run.opened.get()) || does(run.untouched.get());
}

Pass pass_of(const Run& run) {
    constexpr Size most_bytes = Size{1} << 29;  // of scores and weights, to be kept
    const Configuration& c = run.model->configuration;
    const bool keeps_grids = run.in_memory || attention_bytes(c, *run.batch) <= most_bytes;
    return {c, *run.parameters, *run.batch, run.regime, &run.edits.interventions, run.device.get(), keeps_grids};
}

std::vector<std::string> paths_of(const Run& run) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < run.trace.tensors.size(); ++i) {
        if (run.trace.tensors[i].present()) paths.push_back(run.outline().tensors[i].path);
    }
    for (const ParameterView& parameter : run.parameter_list) paths.push_back(parameter.name);
    return paths;
}

TensorView find_gradient(const Run& run, const std::string& path) {
    if (!run.gradients) return {};
    const Trace& trace = run.outline().find(path) ? run.gradients->trace : run.gradients->parameter_trace;
    return trace.find(path);
}

TraceStatistics& gradient_statistics_of(const Run& run, const std::string& path) {
    return run.outline().find(path) ? *run.gradients->statistics : *run.gradients->parameter_statistics;
}

const IndexTensor& tokens_read(const Run& run, Side side) {
    if (!run.is_transformer()) return side == Side::source ? run.batch->src : run.batch->tgt;
    return side == Side::source ? run.activations->src.tokens : run.activations->tgt.tokens;
}

namespace {

Labels token_labels(const Run& run, Side side, Size sentence) {
    const IndexTensor& tokens = tokens_read(run, side);
    const Vocabulary& vocabulary = vocabulary_of(run, side);
    const std::int32_t* ids = tokens.data() + sentence * tokens.size(1);
    return {LabelsIdentity{ids, run.generation, tokens.size(1)},
            [ids, &vocabulary](Size position) { return vocabulary.word(ids[position]); }};
}

/// For a difference, if both runs have such a position: "like → am" if their words differ.
Labels compared_labels(const Run& run, Side side, Size sentence) {
    const Labels now = token_labels(run, side, sentence);
    if (!run.difference || sentence >= sentence_count(*run.difference->a)) return now;
    const Labels before = token_labels(*run.difference->a, side, sentence);
    return {now.identity(), [now, before](Size position) {
                const std::string word = now[position];
                if (position >= before.count() || before[position] == word) return word;
                return before[position] + " → " + word;
            }};
}

/// Whether a tensor has one number for each sentence in place of one for each token: the labels and losses of classes.
bool is_of_sentence(const Run& run, const TensorInfo& info) {
    const bool has_classes = run.model->configuration.classes > 0;
    return has_classes && run.outline().steps[static_cast<std::size_t>(info.step)].operation == Operation::loss;
}

}  // namespace

bool all_share(const TensorInfo& info, int axis) {
    return info.dependence && axis >= 0 && info.dependence->output.substr(static_cast<std::size_t>(axis), 1) == "0";
}

Labels axis_labels(const Run& run, const TensorInfo& info, int axis, Size sentence) {
    const TensorView tensor = run.find(info.path);
    const int batch = tensor.layout.find(Axis::batch);
    const bool shared = all_share(info, batch);
    switch (tensor.layout.axes[static_cast<std::size_t>(axis)]) {
        case Axis::position:
            // Rows of a table of positions do not belong to a sentence.
            if (batch < 0) break;
            if (is_of_sentence(run, info)) return {1, [](Size) { return std::string(); }};
            [[fallthrough]];
        case Axis::query:
            if (shared) break;
            return compared_labels(run, info.side, sentence);
        case Axis::key:
            if (shared) break;
            return compared_labels(run, info.key_side, sentence);
        case Axis::vocabulary: {
            const Vocabulary& words = vocabulary_of(run, info.side);
            if (words.empty()) break;
            return {LabelsIdentity{&words, run.generation, static_cast<Size>(words.words().size())},
                    [&words](Size id) { return words.word(static_cast<std::int32_t>(id)); }};
        }
        case Axis::category: {
            const Vocabulary& words = run.model->classes;
            if (words.empty()) break;
            return {LabelsIdentity{&words, run.generation, static_cast<Size>(words.words().size())},
                    [&words](Size id) { return words.word(static_cast<std::int32_t>(id)); }};
        }
        case Axis::batch:
            if (shared) return {1, [](Size) { return std::string("all sentences"); }};
            return {sentence_count(run), [](Size i) { return "sentence " + std::to_string(i + 1); }};
        default:
            break;
    }
    return Labels::numbers(tensor.layout.shape[static_cast<std::size_t>(axis)]);
}

namespace {

struct KeptFilm {
    std::optional<Film> film;
};

}  // namespace

const Film& film_of(const Run& run) {
    const Run& shown = run_b_or_self(run);
    std::optional<Film>& film = shown.of<KeptFilm>().film;
    if (!film) film = make_film(shown.trace, shown.parameter_trace, shown.last_step() + 1);
    return *film;
}

UpdateBasis update_basis_of(const Run& run) { return run.update ? *run.update : UpdateBasis{}; }

TensorView find_parameter(const Run& run, const std::string& name) { return run.parameter_trace.find(name); }

const Vocabulary& vocabulary_of(const Run& run, Side side) {
    return side == Side::source ? run.model->source_vocabulary : run.model->target_vocabulary;
}

Size sentence_count(const Run& run) { return run.batch->sentences(); }

Size head_count(const Run& run) {
    const Configuration& c = run.model->configuration;
    if (!c.has_encoder()) return c.heads(StackKind::decoder);
    return c.has_decoder() ? std::max(c.heads(StackKind::encoder), c.heads(StackKind::decoder)) : c.heads(StackKind::encoder);
}

const AttentionDescription& described(const Run& run, const AttentionPlace& attention) {
    return attention_of(run.outline().model, attention);
}

Size head_count(const Run& run, const AttentionPlace& attention) { return described(run, attention).heads; }

namespace {

/// The sizes of a tensor's head axis and of the head axis of its attention's queries.
struct HeadAxis {
    Size own = 1, queries = 1;
};

HeadAxis head_axis_of(const Run& run, const TensorInfo& info) {
    const Layout layout = run.find(info.path).layout;
    const int axis = layout.find(Axis::head);
    const std::optional<AttentionPlace> attention = attention_at(info.path);
    if (axis < 0 || !attention) return {};
    return {layout.shape[static_cast<std::size_t>(axis)], head_count(run, *attention)};
}

}  // namespace

Size head_in(const Run& run, const TensorInfo& info, Size head) {
    const auto [own, queries] = head_axis_of(run, info);
    return std::clamp<Size>(head, 0, queries - 1) * own / queries;
}

Size first_head_of(const Run& run, const TensorInfo& info, Size place) {
    const auto [own, queries] = head_axis_of(run, info);
    return own == 0 ? 0 : place * queries / own;
}

}  // namespace vitrine
