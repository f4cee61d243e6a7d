#include "app/export/backwards.h"

#include <algorithm>
#include <utility>

#include "app/export/exporting.h"
#include "app/run/make_run.h"
#include "core/export/gradient_files.h"
#include "core/io/parameters_file.h"
#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

RunBackwards::RunBackwards(std::shared_ptr<const Run> run) : run_(std::move(run)) {
    if (const std::string why = gradient_refusal(*run_); !why.empty()) throw Error(why);
    if (run_->difference) {
        trace_ = run_->gradients->trace;
        return;
    }
    parameters_ = make_parameters(run_->model->configuration);
    go_backwards(*run_, {activations_, parameters_});
    trace_ = make_trace(run_->trace.outline, activations_);
}

TensorView RunBackwards::find(const std::string& path) const {
    if (const TensorView recorded = trace_.find(path); recorded.present()) return recorded;
    if (!run_->difference) {
        const std::vector<NamedTensor> parameters = named_parameters(parameters_);
        const auto found = std::ranges::find(parameters, path, &NamedTensor::name);
        if (found != parameters.end()) return found->tensor;
    }
    throw Error(in_quotes(path) + " has no gradient");
}

std::vector<NamedTensor> RunBackwards::all() const {
    return run_->difference ? recorded_tensors(trace_) : named_gradients(activations_, parameters_);
}

}  // namespace vitrine
