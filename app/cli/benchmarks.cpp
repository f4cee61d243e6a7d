#include "app/cli/benchmarks.h"

#include <algorithm>
#include <memory>

#include "core/io/model.h"
#include "core/model/transformer.h"
#include "core/tensor/random.h"
#include "core/trace/trace.h"

namespace vitrine {

namespace {

/// A model with its last run, kept between passes as the program keeps them.
struct Run {
    Model model;
    Activations activations;
    Trace trace;

    void compute() { forward(model.configuration, model.parameters, model.batch, activations); }
    void name() { update_trace(activations, trace); }
};

std::shared_ptr<Run> make_run(Model model) {
    const auto run = std::make_shared<Run>();
    run->model = std::move(model);
    run->compute();
    run->trace = make_trace(std::make_shared<const Outline>(make_outline(run->model.configuration)), run->activations);
    return run;
}

std::shared_ptr<Run> navigation() {
    ModelRequest request;
    request.sample = "navigation";
    return make_run(open_model(request));
}

/// The paper's base model with its tied vocabulary, on one sentence pair.
std::shared_ptr<Run> base() {
    constexpr Size vocabulary = 37000, length = 64;
    Model model;
    model.configuration.src_vocab_size = model.configuration.tgt_vocab_size = vocabulary;
    model.configuration.tie = Tie::all;
    model.parameters = initialise(model.configuration, {.seed = 1});
    Random random(2);
    for (IndexTensor* tokens : {&model.batch.src, &model.batch.tgt}) {
        tokens->resize({1, length});
        for (Size i = 0; i < length; ++i) tokens->data()[i] = static_cast<std::int32_t>(3 + random.below(vocabulary - 3));
    }
    return make_run(std::move(model));
}

Body computing_and_naming(const std::shared_ptr<Run>& run) {
    return [run] {
        run->compute();
        run->name();
    };
}

Body computing(const std::shared_ptr<Run>& run) {
    return [run] { run->compute(); };
}

Body naming(const std::shared_ptr<Run>& run) {
    return [run] { run->name(); };
}

}  // namespace

const std::vector<Workload>& workloads() {
    static const std::vector<Workload> list{
        {.name = "trace-tiny",
         .text = "forward pass of the sample 'navigation', every tensor recorded and named",
         .repetitions = 101,
         .seconds = 0.01,
         .prepare = [] { return computing_and_naming(navigation()); }},
        {.name = "trace-names",
         .text = "naming the tensors of a finished pass of 'navigation', and its share of that pass",
         .repetitions = 101,
         .seconds = 0.005,
         .prepare = [] { return naming(navigation()); },
         .whole = [] { return computing(navigation()); }},
        {.name = "trace-base",
         .text = "forward pass of the paper's base model, 64 tokens to 64, every tensor recorded and named",
         .repetitions = 21,
         .seconds = 0.05,
         .prepare = [] { return computing_and_naming(base()); }},
    };
    return list;
}

const Workload* find_workload(const std::string& name) {
    const auto& list = workloads();
    const auto found = std::find_if(list.begin(), list.end(), [&](const Workload& workload) { return workload.name == name; });
    return found == list.end() ? nullptr : &*found;
}

}  // namespace vitrine
