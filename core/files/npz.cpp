#include "core/files/npz.h"

#include <cstdint>
#include <deque>

#include <zip.h>

#include "core/files/file.h"
#include "core/files/problem.h"

namespace vitrine {

namespace {

/// "(2, 3, 5)"; with one axis "(2,)".
std::string tuple_text(const Layout& layout) {
    std::string text;
    for (int axis = 0; axis < layout.rank; ++axis) text += (axis ? ", " : "") + std::to_string(layout.shape[axis]);
    return "(" + text + (layout.rank == 1 ? ",)" : ")");
}

std::string_view numpy_type(ElementType type) {
    if (type == ElementType::index) return "<i4";
    return type == ElementType::mask ? "|u1" : "<f4";
}

/// The header of a .npy file of version 1.0: magic, version, length, and a Python dictionary, padded to a multiple of 64 bytes.
std::string npy_header(const TensorView& tensor) {
    std::string dictionary = "{'descr': '" + std::string(numpy_type(tensor.type)) +
                             "', 'fortran_order': False, 'shape': " + tuple_text(tensor.layout) + ", }";
    constexpr std::size_t magic_size = 10, border = 64;
    const std::size_t total = (magic_size + dictionary.size() + 1 + border - 1) / border * border;
    dictionary.resize(total - magic_size - 1, ' ');
    dictionary += '\n';
    const auto length = static_cast<std::uint16_t>(dictionary.size());
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(length & 0xff);
    header += static_cast<char>(length >> 8);
    return header + dictionary;
}

/// A .npy file in two pieces, header and cells, so that the cells need not be copied.
class NpyFile {
public:
    explicit NpyFile(const TensorView& tensor) : header_(npy_header(tensor)), cells_(tensor) {
        const auto piece = [](std::string_view bytes) {
            return zip_buffer_fragment_t{reinterpret_cast<zip_uint8_t*>(const_cast<char*>(bytes.data())), bytes.size()};
        };
        pieces_[0] = piece(header_);
        pieces_[1] = piece(cells_.bytes());
    }
    NpyFile(const NpyFile&) = delete;
    NpyFile& operator=(const NpyFile&) = delete;

    const zip_buffer_fragment_t* pieces() const { return pieces_; }

private:
    std::string header_;
    TensorBytes cells_;
    zip_buffer_fragment_t pieces_[2];
};

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};

using Archive = std::unique_ptr<zip_t, Discard>;

void add(zip_t* archive, const std::string& name, const NpyFile& file, const std::string& where) {
    zip_source_t* source = zip_source_buffer_fragment(archive, file.pieces(), 2, 0);
    const zip_int64_t index = source ? zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        zip_source_free(source);
        fail(where, "cannot hold '" + name + "': " + zip_strerror(archive));
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

}  // namespace

void write_npz(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors, const GoesOn& goes_on) {
    ask_to_go_on(goes_on, 0);
    const std::string where = path.string();
    OutputFile output(path);
    int error = 0;
    Archive archive(zip_open(output.temporary().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error));
    if (!archive) fail(where, "cannot be written: zip error " + std::to_string(error));
    std::deque<NpyFile> files;  // read by zip_close
    for (const auto& [name, tensor] : tensors) add(archive.get(), name + ".npy", files.emplace_back(tensor), where);
    ZipWatch watch{goes_on};
    if (goes_on) watch.follow(archive.get());
    const bool closed = zip_close(archive.get()) == 0;
    if (watch.stopped && !closed) throw WritingStopped();
    if (!closed) fail(where, std::string("cannot be written: ") + zip_strerror(archive.get()));
    (void)archive.release();  // freed by zip_close
    output.commit();
}

}  // namespace vitrine
