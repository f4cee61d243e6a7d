#pragma once
/// Writes a command's output to standard output, or to a file that is written completely or not at all.

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

/// Opens closed standard streams on /dev/null. Otherwise a file opened later could get the number of such a stream, and text
/// meant for the stream would be written into the file. Reading and writing these streams still fails.
void occupy_closed_streams();

class Output {
public:
    /// Without a path, writes to standard output.
    explicit Output(const std::optional<std::filesystem::path>& path);

    /// Writes output for other programs: JSON, CSV, files. Throws Error if writing fails, for example on a full disk.
    void write(std::string_view bytes);

    /// Writes lines for people. Quoted text in them cannot control the terminal.
    void say(std::string_view lines) { write(printable_lines(lines)); }

    /// write() as a function.
    Sink sink();

    /// Flushes the output and moves the finished file into its place.
    void finish();

private:
    std::optional<OutputFile> file_;
};

/// Whether --quiet was given.
bool& quiet();

/// Standard error, for progress and everything else that a script does not need. With --quiet, nothing is written.
std::ostream& messages();

/// Writes what has been done, unless --quiet was given: to standard output or, if a file has been written there, to messages().
void write_summary(const std::string& text, const std::optional<std::filesystem::path>& file = {});

/// Writes a note about the result as a line to messages().
void say_note(const std::string& note);

/// Writes the model's notes to messages().
void say_notes(const Model& model);

/// A buffer through which a std::ostream writes to an Output. Set the stream's exceptions to badbit, so that the Output's own
/// error is thrown, and flush the stream at the end.
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
