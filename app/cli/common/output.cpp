#include "app/cli/common/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include <fcntl.h>
#include <unistd.h>

#include "core/tensor/error.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

[[noreturn]] void fail_to_write() { throw Error(std::string("standard output cannot be written: ") + std::strerror(errno)); }

}  // namespace

void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) >= 0) continue;
        // open() returns the lowest free number, which is this stream's. The file is opened for the wrong direction, so that
        // using the stream still fails.
        if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
    }
}

Output::Output(const std::optional<std::filesystem::path>& path) {
    if (path) file_.emplace(*path);
}

void Output::write(std::string_view bytes) {
    if (file_) return file_->write(bytes);
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail_to_write();
}

Sink Output::sink() {
    return [this](std::string_view bytes) { write(bytes); };
}

void Output::finish() {
    if (file_) return file_->commit();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_to_write();
}

bool& quiet() {
    static bool given = false;
    return given;
}

std::ostream& messages() {
    static std::ostream nowhere(nullptr);
    return quiet() ? nowhere : std::cerr;
}

void write_summary(const std::string& text, const std::optional<std::filesystem::path>& file) {
    if (quiet()) return;
    if (file && *file == standard_output) return void(messages() << printable_lines(text));
    Output output({});
    output.say(text);
    output.finish();
}

void say_note(const std::string& note) { messages() << "vitrine: note: " << printable(note) << '\n'; }

void say_notes(const Model& model) {
    for (const std::string& note : model.notes) say_note(note);
}

OutputBuffer::OutputBuffer(Output& output) : output_(output) { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

OutputBuffer::int_type OutputBuffer::overflow(int_type next) {
    sync();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
}

int OutputBuffer::sync() {
    output_.write({pbase(), static_cast<std::size_t>(pptr() - pbase())});
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return 0;
}

}  // namespace vitrine
