#include "core/io/trace_files.h"

#include "core/io/npz.h"
#include "core/io/safetensors.h"
#include "core/io/trace_json.h"
#include "core/tensor/error.h"
#include "core/trace/glob.h"

namespace vitrine {

namespace {

/// The path of the tensor whose numbers a view shows.
std::string shown_by(const Trace& trace, std::size_t view) {
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (!info.is_view && trace.tensors[i].present() && trace.tensors[i].data == trace.tensors[view].data) return info.path;
    }
    return "";
}

[[noreturn]] void fail_to_match(const Trace& trace, std::string_view only) {
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (trace.tensors[i].present() && info.is_view && fits_glob(only, info.path)) {
            throw Error("'" + info.path + "' is a view of '" + shown_by(trace, i) + "' and not written to files: ask for that");
        }
    }
    throw Error("no recorded tensor's path matches '" + std::string(only) + "'");
}

}  // namespace

std::vector<NamedTensor> recorded_tensors(const Trace& trace, std::string_view only) {
    std::vector<NamedTensor> tensors;
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (trace.tensors[i].present() && !info.is_view && fits_glob(only, info.path))
            tensors.push_back({info.path, trace.tensors[i]});
    }
    if (tensors.empty()) fail_to_match(trace, only);
    return tensors;
}

void save_trace(const Trace& trace, TraceFormat format, const std::filesystem::path& path, std::string_view only) {
    const std::vector<NamedTensor> tensors = recorded_tensors(trace, only);
    if (format == TraceFormat::npz) return write_npz(path, tensors);
    if (format == TraceFormat::safetensors) return write_safetensors(path, tensors);
    OutputFile file(path);
    write_trace_json(tensors, [&](std::string_view text) { file.write(text); });
    file.commit();
}

}  // namespace vitrine
