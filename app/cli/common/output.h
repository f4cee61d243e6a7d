#pragma once
/// Where a command's results go: standard output, or a file that is there whole or not at all.

#include <array>
#include <filesystem>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

#include "core/files/file.h"
#include "core/io/model.h"

namespace vitrine {

class Output {
public:
    /// Standard output where there is no path.
    explicit Output(const std::optional<std::filesystem::path>& path);

    /// Throws Error where it cannot be written, a full disk for example.
    void write(std::string_view bytes);

    /// The same as a function.
    Sink sink();

    /// Sends off what is left and puts the file in its place.
    void finish();

private:
    std::optional<OutputFile> file_;
};

/// Tells on standard error, in a line, what somebody should know of the result.
void say_note(const std::string& note);

/// Tells there what was not taken as it stood or had to be made up.
void say_notes(const Model& model);

/// For options that name a file: what is wrong with the name, or nothing.
std::string refuse_empty(const std::string& name);

/// What a std::ostream needs to write to an Output. Set the stream's exceptions to badbit, so that the Output's own error comes
/// through, and flush it at the end.
class OutputBuffer : public std::streambuf {
public:
    explicit OutputBuffer(Output& output);

private:
    int_type overflow(int_type next) override;
    int sync() override;

    Output& output_;
    std::array<char, 1 << 16> buffer_;
};

}  // namespace vitrine
