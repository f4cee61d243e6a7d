#include "core/foreign/torch_file.h"

#include <algorithm>
#include <map>

#include "core/files/problem.h"
#include "core/files/zip_reading.h"
#include "core/foreign/pickle.h"
#include "core/foreign/state_dictionary.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::string_view pickle_name = "data.pkl";

/// The beginning that the names of all entries share: "archive/" or "model/".
std::string prefix_in(const ZipFile& zip, const std::string& where) {
    const auto& names = zip.names();
    const auto is_pickle = [](const std::string& name) {
        return name == pickle_name || (name.size() > pickle_name.size() && name.ends_with(pickle_name) &&
                                       name.find('/') == name.size() - pickle_name.size() - 1);
    };
    const auto found = std::find_if(names.begin(), names.end(), is_pickle);
    if (found == names.end()) fail(where, "is a zip file without data.pkl, so nothing that torch.save has written");
    return found->substr(0, found->size() - pickle_name.size());
}

void swap_bytes(std::string& bytes, std::size_t size) {
    for (std::size_t begin = 0; begin + size <= bytes.size(); begin += size) {
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.begin() + static_cast<std::ptrdiff_t>(begin + size));
    }
}

/// Reads storages when tensors ask for them, each only once.
class Storages {
public:
    Storages(ZipFile& zip, std::string prefix, const std::string& where) : zip_(zip), prefix_(std::move(prefix)), where_(where) {
        if (!zip.has(prefix_ + "byteorder")) return;
        const std::string order = zip.read(prefix_ + "byteorder");
        if (order != "little" && order != "big") fail(where, "'byteorder' says " + in_quotes(order) + ", it must be little or big");
        big_ = order == "big";
    }

    std::shared_ptr<const std::string> read(const PickledStorage& storage) {
        auto& known = known_[std::string(storage.key)];
        const std::string name = prefix_ + "data/" + std::string(storage.key);
        if (!known) {
            std::string bytes = zip_.read(name);
            if (big_) swap_bytes(bytes, static_cast<std::size_t>(bytes_of(storage.type)));
            known = std::make_shared<const std::string>(std::move(bytes));
        }
        const auto asked = static_cast<std::size_t>(storage.count * bytes_of(storage.type));
        if (known->size() != asked) {
            fail(where_,
                 in_quotes(name) + " has " + std::to_string(known->size()) + " bytes, the pickle says " + std::to_string(asked));
        }
        return known;
    }

private:
    ZipFile& zip_;
    std::string prefix_;
    const std::string& where_;
    bool big_ = false;
    std::map<std::string, std::shared_ptr<const std::string>> known_;
};

/// There may be many views of one storage, as when layers share their weights, but not arbitrarily many, since each is copied to
/// numbers of its own.
void check_total(Size all, Size stored, const std::string& where) {
    constexpr Size most_views = 64, always_allowed = Size{1} << 20;
    if (all > most_views * stored + always_allowed) {
        fail(where, "its tensors have " + std::to_string(all) + " numbers, its storages only " + std::to_string(stored));
    }
}

}  // namespace

ForeignWeights read_torch_file(const std::filesystem::path& path) {
    const std::string where = path.string();
    ZipFile zip(path);
    const std::string prefix = prefix_in(zip, where);
    if (zip.has(prefix + "constants.pkl")) {
        fail(where, "this is a TorchScript program: save its weights instead, torch.save(torch.jit.load(\"" +
                        path.filename().string() + "\").state_dict(), \"model.pt\")");
    }
    const std::string bytes = zip.read(prefix + std::string(pickle_name));
    const Pickle pickle = read_pickle(bytes, where);
    StateDictionary state = find_state_dictionary(pickle, where);
    Storages storages(zip, prefix, where);
    ForeignWeights weights;
    weights.notes = std::move(state.notes);
    Size all = 0;
    std::map<const std::string*, Size> stored;
    for (const auto& [name, tensor] : state.tensors) {
        const PickledStorage& storage = pickle.storages[tensor->storage];
        const auto content = storages.read(storage);
        ForeignTensor view = tensor->view;
        view.storage = {content->data(), content->size()};
        all += view.count();
        if (stored.emplace(content.get(), storage.count).second) weights.contents.push_back(content);
        weights.tensors.emplace_back(name, std::move(view));
    }
    Size total = 0;
    for (const auto& [content, count] : stored) total += count;
    check_total(all, total, where);
    weights.index_names();
    return weights;
}

bool is_old_torch_file(std::string_view beginning) {
    // The pickle of the number 0x1950a86a20f9469cfc6c, in ten bytes, the lowest first.
    constexpr std::string_view magic("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19\x2e", 13);
    return beginning.size() > 2 && beginning[0] == '\x80' && beginning.substr(2).starts_with(magic);
}

}  // namespace vitrine
