#pragma once
/// The output of a command: standard output, or a file that is written completely or not at all.

#include <array>
#include <filesystem>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "core/files/file.h"
#include "core/io/model.h"
#include "core/text/plain_text.h"

namespace vitrine {

/// Takes the places of standard streams that are closed, so that no file that is opened gets the number of one, and what is meant
/// for the stream goes into the file. Reading and writing still fail.
void occupy_closed_streams();

class Output {
public:
    /// Without a path: standard output.
    explicit Output(const std::optional<std::filesystem::path>& path);

    /// Writes what is for other programs: JSON, CSV, files. Throws Error if writing fails, for example on a full disk.
    void write(std::string_view bytes);

    /// Writes lines for people: what they quote cannot command a terminal.
    void say(std::string_view lines) { write(printable_lines(lines)); }

    /// write() as a function.
    Sink sink();

    /// Flushes the output and moves the file to its place.
    void finish();

private:
    std::optional<OutputFile> file_;
};

/// Whether --quiet was given.
bool& quiet();

/// Standard error, for progress and what else is of no use to a script; with --quiet nothing is written.
std::ostream& messages();

/// Writes what has been done, unless --quiet was given: to standard output, or, where a file has been written there, to messages().
void write_summary(const std::string& text, const std::optional<std::filesystem::path>& file = {});

/// Writes a note about the result as a line to messages().
void say_note(const std::string& note);

/// Writes the model's notes to messages().
void say_notes(const Model& model);

/// A buffer with which a std::ostream writes to an Output. Set the stream's exceptions to badbit, so that the Output's own error is
/// thrown, and flush the stream at the end.
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
