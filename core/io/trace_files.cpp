#include "core/io/trace_files.h"

#include "core/io/csv.h"
#include "core/io/npz.h"
#include "core/io/problem.h"
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

void save_table(const TensorView& tensor, const std::filesystem::path& path) {
    OutputFile file(path);
    write_csv(tensor, [&](std::string_view text) { file.write(text); });
    file.commit();
}

void save_tables(const std::vector<NamedTensor>& tensors, const std::filesystem::path& path) {
    if (path.extension() == ".csv") {
        if (tensors.size() == 1) return save_table(tensors.front().tensor, path);
        fail(path.string(), "a CSV file holds one tensor, and these are " + std::to_string(tensors.size()) +
                                ": name a folder, which gets a file for each");
    }
    std::error_code problem;
    std::filesystem::create_directories(path, problem);
    if (problem) fail(path.string(), "the folder cannot be made: " + problem.message());
    for (const NamedTensor& named : tensors) save_table(named.tensor, path / (named.name + ".csv"));
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

const char* name(TraceFormat format) {
    static constexpr const char* names[] = {"json", "npz", "safetensors", "csv"};
    return names[static_cast<std::size_t>(format)];
}

void save_tensors(const std::vector<NamedTensor>& tensors, TraceFormat format, const std::filesystem::path& path) {
    if (format == TraceFormat::npz) return write_npz(path, tensors);
    if (format == TraceFormat::safetensors) return write_safetensors(path, tensors);
    if (format == TraceFormat::csv) return save_tables(tensors, path);
    OutputFile file(path);
    write_trace_json(tensors, [&](std::string_view text) { file.write(text); });
    file.commit();
}

void save_trace(const Trace& trace, TraceFormat format, const std::filesystem::path& path, std::string_view only) {
    save_tensors(recorded_tensors(trace, only), format, path);
}

}  // namespace vitrine
