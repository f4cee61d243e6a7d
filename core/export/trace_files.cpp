#include "core/export/trace_files.h"

#include <algorithm>

#include "core/export/trace_json.h"
#include "core/files/csv.h"
#include "core/files/made_folder.h"
#include "core/files/npz.h"
#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/tensor/error.h"
#include "core/text/glob.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

bool same_cells(const TensorView& a, const TensorView& b) { return a.data == b.data && a.fetched == b.fetched; }

/// The path of the tensor that a view shares memory with.
std::string shown_by(const Trace& trace, std::size_t view) {
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (!info.is_view && trace.tensors[i].present() && same_cells(trace.tensors[i], trace.tensors[view])) return info.path;
    }
    return "";
}

[[noreturn]] void fail_to_match(const Trace& trace, std::string_view only) {
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (trace.tensors[i].present() && info.is_view && matches_glob(only, info.path)) {
            throw Error(in_quotes(info.path) + " is a view of " + in_quotes(shown_by(trace, i)) +
                        " and not written to files: ask for that");
        }
    }
    throw Error(nothing_matches(trace, only));
}

void write_table(const TensorView& tensor, OutputFile& file, const GoesOn& goes_on) {
    double lines = 0;
    const double all = static_cast<double>(tensor.layout.count()) + 1;
    write_csv(tensor, [&](std::string_view text) {
        file.write(text);
        lines += static_cast<double>(std::ranges::count(text, '\n'));
        ask_to_go_on(goes_on, lines / all);
    });
}

void save_tables(const std::vector<NamedTensor>& tensors, const std::filesystem::path& path, const GoesOn& goes_on) {
    if (path.extension() == ".csv") {
        if (tensors.size() > 1) {
            fail(path.string(), "a CSV file holds one tensor, and these are " + std::to_string(tensors.size()) +
                                    ": name a folder, which gets a file for each");
        }
        OutputFile file(path);
        write_table(tensors.front().tensor, file, goes_on);
        return file.commit();
    }
    const MadeFolder made(path);
    OutputFiles files;
    const auto all = static_cast<double>(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const GoesOn of_all = [&](double done) { return !goes_on || goes_on((static_cast<double>(i) + done) / all); };
        write_table(tensors[i].tensor, files.add(path / (tensors[i].name + ".csv")), of_all);
    }
    files.commit();
}

void save_json(const std::vector<NamedTensor>& tensors, const std::filesystem::path& path, const GoesOn& goes_on) {
    OutputFile file(path);
    double values = 0, all = 0;
    for (const NamedTensor& named : tensors) all += static_cast<double>(named.tensor.layout.count());
    write_trace_json(tensors, [&](std::string_view text) {
        file.write(text);
        values += static_cast<double>(std::ranges::count(text, ','));  // nearly one per value
        ask_to_go_on(goes_on, std::min(1.0, values / std::max(all, 1.0)));
    });
    file.commit();
}

}  // namespace

std::vector<NamedTensor> recorded_tensors(const Trace& trace, std::string_view only, const Parameters* parameters,
                                          const ParameterNames& names) {
    std::vector<NamedTensor> tensors;
    for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
        const TensorInfo& info = trace.outline->tensors[i];
        if (trace.tensors[i].present() && !info.is_view && matches_glob(only, info.path))
            tensors.push_back({info.path, trace.tensors[i]});
    }
    if (parameters) {
        for (const ParameterView& parameter : list_parameters(*parameters, names)) {
            const std::string path = "parameters." + parameter.name;
            if (matches_glob(only, path)) tensors.push_back({path, parameter.tensor});
        }
    }
    if (tensors.empty()) fail_to_match(trace, only);
    return tensors;
}

const char* name(TraceFormat format) {
    static constexpr const char* names[] = {"json", "npz", "safetensors", "csv"};
    return names[static_cast<std::size_t>(format)];
}

void save_tensors(const std::vector<NamedTensor>& tensors, TraceFormat format, const std::filesystem::path& path,
                  const GoesOn& goes_on, const Metadata& metadata) {
    if (format == TraceFormat::npz) return write_npz(path, tensors, metadata, goes_on);
    if (format == TraceFormat::safetensors) return write_safetensors(path, tensors, metadata, goes_on);
    if (format == TraceFormat::csv) return save_tables(tensors, path, goes_on);
    save_json(tensors, path, goes_on);
}

void save_trace(const Trace& trace, TraceFormat format, const std::filesystem::path& path, std::string_view only,
                const GoesOn& goes_on) {
    save_tensors(recorded_tensors(trace, only), format, path, goes_on);
}

}  // namespace vitrine
