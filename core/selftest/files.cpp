/// What is written to files, read again.

#include <filesystem>

#include "core/export/trace_files.h"
#include "core/files/npz_reading.h"
#include "core/io/model_saving.h"
#include "core/io/open_model.h"
#include "core/selftest/checks.h"
#include "core/selftest/sample_run.h"
#include "core/selftest/scratch_folder.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;

/// Every number of the recorded tensors, against those in a file.
void compare_recorded(const Trace& trace, const StoredTensors& stored, const char* format, Comparisons& comparisons) {
    for (const NamedTensor& tensor : recorded_tensors(trace))
        compare(tensor.name + " as " + format, numbers_of(tensor.tensor), numbers_of(stored, tensor.name), comparisons);
}

/// A model that was saved as a folder and opened again.
void compare_models(const Model& saved, const Model& opened, Comparisons& comparisons) {
    const auto same = [&](bool equal, const char* what) {
        comparisons.add(equal ? 0 : 1, [&] { return std::string(what) + " of a model's folder"; });
    };
    same(saved.configuration == opened.configuration, "configuration");
    same(saved.batch == opened.batch, "batch");
    same(saved.source_vocabulary.words() == opened.source_vocabulary.words(), "source vocabulary");
    same(saved.target_vocabulary.words() == opened.target_vocabulary.words(), "target vocabulary");
    for_each_tensor(
        "",
        [&](const std::string& name, const Tensor& written, const Tensor& read) {
            for (Size i = 0; i < written.count(); ++i)
                comparisons.add(read.count() == written.count() && read.data()[i] == written.data()[i] ? 0 : 1,
                                [&] { return name; });
        },
        saved.parameters, opened.parameters);
}

}  // namespace

SelfTestResult check_files(const Computation& computation) {
    Comparisons comparisons("numbers", 0);
    const SampleRun run(padded_sample, computation);
    const Model& model = run.model;
    const ScratchFolder folder;
    save_model(folder.path / "model",
               {model.configuration, model.parameters, model.source_vocabulary, model.target_vocabulary, model.batch});
    compare_models(model, open_model({.folder = folder.path / "model"}), comparisons);
    const Trace trace = run.trace();
    for (const TraceFormat format : {TraceFormat::safetensors, TraceFormat::npz}) {
        const fs::path file = folder.path / (std::string("trace.") + name(format));
        save_tensors(recorded_tensors(trace), format, file);
        compare_recorded(trace, format == TraceFormat::npz ? read_npz(file) : computation.read_tensors(file), name(format),
                         comparisons);
    }
    return comparisons.take();
}

}  // namespace vitrine
