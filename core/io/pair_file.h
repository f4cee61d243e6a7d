#pragma once
/// A TSV file of sentence pairs that stays on disk: only where its lines begin is in memory, 8 bytes for each.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/files/descriptor.h"
#include "core/tasks/stored_text.h"

namespace vitrine {

class PairFile final : public PairLines {
public:
    /// Reads the file once. Throws Error, as parallel_text_from() and parallel_bytes_from() do, naming a line that is no pair.
    /// `utf8`: every line has to be UTF-8.
    PairFile(const std::filesystem::path& path, bool utf8);

    std::size_t size() const override { return begins_.size(); }
    Line read(std::size_t line) const override;
    std::string place(std::size_t line) const override;
    std::string name() const override { return std::filesystem::path(path_).filename().string(); }

    /// Of the whole content, as fingerprint_of() gives it.
    const std::string& fingerprint() const { return fingerprint_; }

private:
    void add_line(std::string_view line, std::uint64_t begin, int number, bool utf8);

    std::string path_;
    Descriptor file_;
    std::vector<std::uint64_t> begins_;  // of lines with a pair, in bytes from the beginning of the file
    std::uint64_t end_ = 0;              // of the file
    std::string fingerprint_;
    mutable std::string line_;  // the last one read
};

}  // namespace vitrine
