#pragma once
/// Zip files to be read: NumPy's archives and PyTorch's checkpoints.

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/layout.h"

namespace vitrine {

/// Whether a file begins like a zip file. Throws Error if it cannot be read.
bool is_zip(const std::filesystem::path& path);

/// A zip file whose entries are read on request. Entries may be compressed, but everything that is read may take up at most eight
/// times the file's own size plus 16 MB. Numbers hardly shrink, so a small file that unpacks to much more was made to fill
/// memory.
class ZipFile {
public:
    /// Throws Error if the file is missing or not a sound zip file.
    explicit ZipFile(const std::filesystem::path& path);
    ~ZipFile();
    ZipFile(const ZipFile&) = delete;
    ZipFile& operator=(const ZipFile&) = delete;

    /// The names of the entries, in the file's order.
    const std::vector<std::string>& names() const { return names_; }
    bool has(const std::string& name) const { return places_.count(name) > 0; }

    /// The content of an entry. Throws Error naming it if it is missing, cut off, damaged, encrypted or too large.
    std::string read(const std::string& name);

private:
    struct Archive;

    void require_room(Size bytes, const std::string& name);

    std::string where_;
    std::unique_ptr<Archive> archive_;
    std::vector<std::string> names_;
    std::map<std::string, std::uint64_t> places_;
    Size room_ = 0;
};

}  // namespace vitrine
