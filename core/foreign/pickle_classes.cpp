#include "core/foreign/pickle_classes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/files/problem.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

using Kind = PickleValue::Kind;

constexpr std::string_view ordered_dictionary = "collections.OrderedDict", tensor_function = "torch._utils._rebuild_tensor_v2",
                           parameter_function = "torch._utils._rebuild_parameter",
                           stateful_function = "torch._utils._rebuild_parameter_with_state", size_class = "torch.Size",
                           device_class = "torch.device", set_class = "builtins.set", old_set_class = "__builtin__.set";

constexpr std::array called_names{ordered_dictionary, tensor_function, parameter_function, stateful_function,
                                  size_class,         device_class,    set_class,          old_set_class};

struct StorageClass {
    std::string_view name;
    StoredType type;
};

constexpr std::array<StorageClass, 9> storage_classes{{{"torch.FloatStorage", StoredType::f32},
                                                       {"torch.HalfStorage", StoredType::f16},
                                                       {"torch.BFloat16Storage", StoredType::bf16},
                                                       {"torch.DoubleStorage", StoredType::f64},
                                                       {"torch.LongStorage", StoredType::i64},
                                                       {"torch.IntStorage", StoredType::i32},
                                                       {"torch.ShortStorage", StoredType::i16},
                                                       {"torch.CharStorage", StoredType::i8},
                                                       {"torch.ByteStorage", StoredType::u8}}};
constexpr StorageClass truths{"torch.BoolStorage", StoredType::boolean};

/// Types of numbers, which a checkpoint may contain beside the weights.
constexpr std::array<std::string_view, 10> number_types{"torch.float32", "torch.float64", "torch.float16", "torch.bfloat16",
                                                        "torch.int64",   "torch.int32",   "torch.int16",   "torch.int8",
                                                        "torch.uint8",   "torch.bool"};

const StorageClass* storage_class(std::string_view name) {
    if (name == truths.name) return &truths;
    const auto found = std::find_if(storage_classes.begin(), storage_classes.end(), [&](const auto& c) { return c.name == name; });
    return found == storage_classes.end() ? nullptr : &*found;
}

PickleId added(PickleValue value, Pickle& pickle) {
    pickle.values.push_back(std::move(value));
    return static_cast<PickleId>(pickle.values.size() - 1);
}

/// A tuple of sizes or strides.
std::vector<Size> sizes_in(const PickleValue& tuple, const Pickle& pickle, const char* what, const std::string& where) {
    if (tuple.kind != Kind::tuple) fail(where, std::string("a tensor's ") + what + " is no tuple");
    constexpr std::size_t most_axes = 8;
    if (tuple.items.size() > most_axes) fail(where, "a tensor has " + std::to_string(tuple.items.size()) + " axes");
    std::vector<Size> sizes;
    for (const PickleId id : tuple.items) {
        const PickleValue& size = pickle.at(id);
        const bool sound = size.kind == Kind::integer && size.integer >= 0 && size.integer < std::int64_t{1} << 48;
        if (!sound) fail(where, std::string("a tensor's ") + what + " has something else than sizes of 0 and more");
        sizes.push_back(size.integer);
    }
    return sizes;
}

/// Throws Error unless every number of the view lies in the storage, and the view has no more numbers than the storage.
void check_view(const ForeignTensor& view, const PickledStorage& storage, const std::string& where) {
    const std::string what = "a tensor of shape " + shape_text(view.shape);
    Size count = 1, last = view.offset;
    bool fits = view.shape.size() == view.strides.size();
    for (std::size_t axis = 0; fits && axis < view.shape.size(); ++axis) {
        Size reach = 0;
        fits = !__builtin_mul_overflow(count, view.shape[axis], &count) &&
               !__builtin_mul_overflow(std::max<Size>(view.shape[axis] - 1, 0), view.strides[axis], &reach) &&
               !__builtin_add_overflow(last, reach, &last);
    }
    if (!fits) fail(where, what + " has strides that do not fit it");
    if (count == 0) return;
    if (last >= storage.count || count > storage.count) {
        fail(where, what + " reaches beyond its storage, which has " + std::to_string(storage.count) + " numbers");
    }
}

PickleId tensor_of(const PickleValue& arguments, Pickle& pickle, const std::string& where) {
    if (arguments.items.size() < 4) fail(where, "a tensor has too few properties");
    const PickleValue &storage = pickle.at(arguments.items[0]), &offset = pickle.at(arguments.items[1]);
    if (storage.kind != Kind::storage) fail(where, "a tensor is made of something that is no storage");
    if (offset.kind != Kind::integer || offset.integer < 0) fail(where, "a tensor begins before its storage");
    PickledTensor tensor;
    tensor.storage = static_cast<std::size_t>(storage.integer);
    const PickledStorage& behind = pickle.storages[tensor.storage];
    tensor.view.type = behind.type;
    tensor.view.offset = offset.integer;
    tensor.view.shape = sizes_in(pickle.at(arguments.items[2]), pickle, "shape", where);
    tensor.view.strides = sizes_in(pickle.at(arguments.items[3]), pickle, "list of strides", where);
    check_view(tensor.view, behind, where);
    pickle.tensors.push_back(std::move(tensor));
    return added({.kind = Kind::tensor, .integer = static_cast<std::int64_t>(pickle.tensors.size() - 1)}, pickle);
}

/// The line that saves the weights alone.
constexpr const char* saving_line = "torch.save(model.state_dict(), \"model.pt\")";

}  // namespace

std::string_view known_name(const std::string& name, std::string_view bytes, const std::string& where) {
    if (const auto* found = std::find(called_names.begin(), called_names.end(), name); found != called_names.end()) return *found;
    if (const auto* found = std::find(number_types.begin(), number_types.end(), name); found != number_types.end()) return *found;
    if (const StorageClass* found = storage_class(name)) return found->name;
    const bool module = name.starts_with("torch.nn.modules.") || bytes.find("_parameters") != std::string_view::npos;
    const bool dangerous = name.starts_with("os.") || name.starts_with("posix.") || name.starts_with("builtins.") ||
                           name.starts_with("__builtin__.") || name.starts_with("subprocess.");
    if (module && !dangerous) {
        fail(where, "this is a whole module, saved with its class " + in_quotes(name) +
                        ", which only Python can make again: save its weights instead, " + saving_line);
    }
    fail(where, "the pickle names " + in_quotes(name) +
                    ", which is not a tensor, and nothing in a file is executed; save the weights alone: " + saving_line);
}

PickleId called_in_pickle(std::string_view name, PickleId id, Pickle& pickle, const std::string& where) {
    const PickleValue& arguments = pickle.at(id);
    if (arguments.kind != Kind::tuple) fail(where, std::string(name) + " is called without arguments");
    if (name == tensor_function) return tensor_of(arguments, pickle, where);
    if (name == parameter_function || name == stateful_function) {
        const bool sound = !arguments.items.empty() && pickle.at(arguments.items[0]).kind == Kind::tensor;
        return sound ? arguments.items[0] : (fail(where, "a parameter is made of something that is no tensor"), id);
    }
    if (name == ordered_dictionary) {
        if (!arguments.items.empty()) fail(where, "an OrderedDict is made of something; PyTorch makes it empty and then fills it");
        return added({.kind = Kind::dictionary}, pickle);
    }
    if (name == size_class) {
        const bool sound = arguments.items.size() == 1 && pickle.at(arguments.items[0]).kind == Kind::tuple;
        return sound ? arguments.items[0] : (fail(where, "a torch.Size is made of something that is no tuple"), id);
    }
    if (name == device_class || name == set_class || name == old_set_class) return added({.kind = Kind::other}, pickle);
    fail(where, std::string(name) + " is called, which is nothing to call");
}

PickleId storage_of_pickle(PickleId reference, Pickle& pickle, const std::string& where) {
    const PickleValue& tuple = pickle.at(reference);
    const bool sound = tuple.kind == Kind::tuple && tuple.items.size() >= 5 && pickle.at(tuple.items[0]).text == "storage";
    if (!sound) fail(where, "the pickle refers to something outside of it that is no storage");
    const PickleValue &type = pickle.at(tuple.items[1]), &key = pickle.at(tuple.items[2]), &count = pickle.at(tuple.items[4]);
    const StorageClass* found = type.kind == Kind::name ? storage_class(type.text) : nullptr;
    if (!found) fail(where, "a storage is of a type that is no storage of PyTorch");
    if (key.kind != Kind::text || key.text.empty()) fail(where, "a storage has no name");
    if (count.kind != Kind::integer || count.integer < 0 || count.integer >= std::int64_t{1} << 48) {
        fail(where, "storage " + std::string(key.text) + " has no sound number of numbers");
    }
    pickle.storages.push_back({key.text, found->type, count.integer});
    return added({.kind = Kind::storage, .integer = static_cast<std::int64_t>(pickle.storages.size() - 1)}, pickle);
}

}  // namespace vitrine
