#include "core/files/zip.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <memory>

#include <zip.h>

#include "core/files/file.h"
#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

using Archive = std::unique_ptr<zip_t, Discard>;

void add(zip_t* archive, const ZipEntry& file, const std::string& where) {
    const auto fragment = [](std::string_view bytes) {
        return zip_buffer_fragment_t{reinterpret_cast<zip_uint8_t*>(const_cast<char*>(bytes.data())), bytes.size()};
    };
    const zip_buffer_fragment_t pieces[] = {fragment(file.pieces[0]), fragment(file.pieces[1])};
    zip_source_t* source = zip_source_buffer_fragment(archive, pieces, 2, 0);
    const zip_int64_t index = source ? zip_file_add(archive, file.name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        zip_source_free(source);
        fail(where, "cannot hold " + in_quotes(file.name) + ": " + zip_strerror(archive));
    }
    const auto entry = static_cast<zip_uint64_t>(index);
    zip_set_file_compression(archive, entry, ZIP_CM_STORE, 0);
    zip_file_set_dostime(archive, entry, 0, 1 << 5 | 1, 0);  // the earliest date of zip files, 1 January 1980
}

/// Reports progress of zip_close, which writes everything. No exception may pass through libzip, which is C.
struct ZipWatch {
    const GoesOn& goes_on;
    bool stopped = false;

    void follow(zip_t* archive) {
        constexpr double precision = 0.005;
        const auto advance = [](zip_t*, double done, void* watch) { static_cast<ZipWatch*>(watch)->ask(done); };
        const auto is_stopped = [](zip_t*, void* watch) { return static_cast<ZipWatch*>(watch)->stopped ? 1 : 0; };
        zip_register_progress_callback_with_state(archive, precision, advance, nullptr, this);
        zip_register_cancel_callback_with_state(archive, is_stopped, nullptr, this);
    }
    void ask(double done) { stopped = stopped || !goes_on(done); }
};

/// The target of libzip's writing. Without it, libzip would write to a temporary file of its own beside the target, which a
/// signal would leave behind. No exception may pass through libzip, so an Error waits in `failure`.
class ZipTarget {
public:
    explicit ZipTarget(OutputFile& file) : file_(file) { zip_error_init(&error_); }
    ~ZipTarget() { zip_error_fini(&error_); }
    ZipTarget(const ZipTarget&) = delete;
    ZipTarget& operator=(const ZipTarget&) = delete;

    zip_source_t* source(zip_error_t* error) {
        const auto answer = [](void* target, void* data, zip_uint64_t size, zip_source_cmd_t command) {
            return static_cast<ZipTarget*>(target)->answer(data, size, command);
        };
        return zip_source_function_create(answer, this, error);
    }

    /// The Error that stopped the writing, or none.
    const std::exception_ptr& failure() const { return failure_; }

private:
    static constexpr zip_int64_t refused = -1;

    zip_int64_t answer(void* data, zip_uint64_t size, zip_source_cmd_t command) {
        switch (command) {
            case ZIP_SOURCE_SUPPORTS:
                return ZIP_SOURCE_SUPPORTS_WRITABLE;
            case ZIP_SOURCE_WRITE:
                return write({static_cast<const char*>(data), static_cast<std::size_t>(size)});
            case ZIP_SOURCE_TELL_WRITE:
                return static_cast<zip_int64_t>(place_);
            case ZIP_SOURCE_SEEK_WRITE:
                return seek(data, size);
            case ZIP_SOURCE_ERROR:
                return zip_error_to_data(&error_, data, size);
            case ZIP_SOURCE_BEGIN_WRITE:
            case ZIP_SOURCE_COMMIT_WRITE:
            case ZIP_SOURCE_ROLLBACK_WRITE:
            case ZIP_SOURCE_FREE:
                return 0;
            case ZIP_SOURCE_STAT:  // there is no archive yet
                zip_error_set(&error_, ZIP_ER_READ, ENOENT);
                return refused;
            default:
                zip_error_set(&error_, ZIP_ER_OPNOTSUPP, 0);
                return refused;
        }
    }

    zip_int64_t write(std::string_view bytes) {
        try {
            file_.write_at(place_, bytes);
        } catch (...) {
            failure_ = std::current_exception();
            zip_error_set(&error_, ZIP_ER_WRITE, EIO);
            return refused;
        }
        place_ += bytes.size();
        size_ = std::max(size_, place_);
        return static_cast<zip_int64_t>(bytes.size());
    }

    zip_int64_t seek(void* data, zip_uint64_t size) {
        const zip_int64_t place = zip_source_seek_compute_offset(place_, size_, data, size, &error_);
        if (place < 0) return refused;
        place_ = static_cast<std::uint64_t>(place);
        return 0;
    }

    OutputFile& file_;
    std::uint64_t place_ = 0, size_ = 0;
    std::exception_ptr failure_;
    zip_error_t error_;
};

/// Throws Error with what libzip says.
Archive open_archive(ZipTarget& target, const std::string& where) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = target.source(&error);
    Archive archive(source ? zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error) : nullptr);
    const std::string reason = archive ? "" : zip_error_strerror(&error);
    if (!archive) zip_source_free(source);
    zip_error_fini(&error);
    if (!archive) fail(where, "cannot be written: " + reason);
    return archive;
}

}  // namespace

void write_zip(const std::filesystem::path& path, const std::vector<ZipEntry>& entries, const GoesOn& goes_on) {
    const std::string where = path.string();
    OutputFile output(path);
    ZipTarget target(output);
    Archive archive = open_archive(target, where);
    for (const ZipEntry& entry : entries) add(archive.get(), entry, where);
    ZipWatch watch{goes_on};
    if (goes_on) watch.follow(archive.get());
    const bool closed = zip_close(archive.get()) == 0;
    if (watch.stopped && !closed) throw WritingStopped();
    if (target.failure()) std::rethrow_exception(target.failure());
    if (!closed) fail(where, std::string("cannot be written: ") + zip_strerror(archive.get()));
    (void)archive.release();  // freed by zip_close
    output.commit();
}

void zip_folder(const std::filesystem::path& folder, const std::filesystem::path& path) {
    std::vector<std::filesystem::path> files;
    for (const auto& found : std::filesystem::recursive_directory_iterator(folder))
        if (found.is_regular_file()) files.push_back(found.path());
    std::ranges::sort(files);
    std::vector<std::string> contents;
    for (const auto& file : files) contents.push_back(read_file(file));
    std::vector<ZipEntry> entries;
    for (std::size_t i = 0; i < files.size(); ++i)
        entries.push_back({(folder.filename() / files[i].lexically_relative(folder)).generic_string(), {contents[i], {}}});
    write_zip(path, entries);
}

}  // namespace vitrine
