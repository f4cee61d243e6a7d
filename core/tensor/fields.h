#pragma once
/// Names for the members of plain structs, and one walk over all tensors below a struct.
///
///   struct LinearParameters {
///       Tensor weight{Axis::output, Axis::input}, bias{Axis::output};
///       static constexpr auto fields() {
///           return std::tuple{Field{"weight", &LinearParameters::weight}, Field{"bias", &LinearParameters::bias}};
///       }
///   };
///   for_each_tensor("", [](const std::string& path, auto& value, const auto& gradient) { … }, parameters, gradients);
///
/// A struct with a member `bool present` has no tensors while that is false.
///
/// A field named "" is the value of the struct itself: it has the struct's path, and its sibling fields follow below that path.
///
/// A struct whose members differ from one object to the next has this function in place of fields(). It calls visit(name, member,
/// the same member of each of same…) for every member that the object has, until visit returns true, and returns whether it did:
///
///       template <class Visit, class Node, class... Same>
///       static bool any_member(Visit&& visit, Node& node, Same&... same);

#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/tensor/tensor.h"

namespace vitrine {

template <class Owner, class Member>
struct Field {
    std::string_view name;
    Member Owner::*member;
};
template <class Owner, class Member>
Field(const char*, Member Owner::*) -> Field<Owner, Member>;

template <class T>
concept HasFields = requires {
    std::remove_cvref_t<T>::fields();
};

template <class T>
concept HasMembers = std::remove_cvref_t<T>::names_members;

/// The fields of a struct as a constant: a walk over them knows at compile time where each member is.
template <HasFields T>
inline constexpr auto all_fields = std::remove_cvref_t<T>::fields();

/// Whether a struct says of itself that it has no tensors.
template <class T>
bool is_absent(const T& node) {
    if constexpr (requires { node.present; }) return !node.present;
    return false;
}

inline std::string join(const std::string& path, std::string_view name) {
    if (path.empty() || name.empty()) return path + std::string(name);
    return path + '.' + std::string(name);
}

/// The part of a path below `name`, without the dot between them. Empty optional where the path does not start with that name.
inline std::optional<std::string_view> below(std::string_view path, std::string_view name) {
    if (!path.starts_with(name)) return {};
    path.remove_prefix(name.size());
    if (path.empty()) return path;
    return path.front() == '.' && path.size() > 1 ? std::optional(path.substr(1)) : std::nullopt;
}

/// Calls visit(path, tensor, same…) for every tensor below node. Structs are walked by their fields(), lists by index. same… are
/// trees of the same type with lists of the same lengths; they are walked in step.
template <class Visit, class Node, class... Same>
void for_each_tensor(const std::string& path, Visit&& visit, Node& node, Same&... same) {
    if constexpr (is_tensor<std::remove_const_t<Node>>) {
        visit(path, node, same...);
    } else if constexpr (HasFields<Node>) {
        if (is_absent(node)) return;
        auto descend = [&](const auto& field) {
            for_each_tensor(join(path, field.name), visit, node.*field.member, same.*field.member...);
        };
        std::apply([&](const auto&... field) { (descend(field), ...); }, all_fields<Node>);
    } else if constexpr (HasMembers<Node>) {
        const auto descend = [&](std::string_view name, auto& member, auto&... same_member) {
            for_each_tensor(join(path, name), visit, member, same_member...);
            return false;
        };
        std::remove_cvref_t<Node>::any_member(descend, node, same...);
    } else {
        for (std::size_t i = 0; i < node.size(); ++i) for_each_tensor(join(path, std::to_string(i)), visit, node[i], same[i]...);
    }
}

/// Calls visit(tensor) for the tensor with this path, named as in for_each_tensor. Returns false, without a call, where no tensor
/// has it.
template <class Visit, class Node>
bool visit_tensor(std::string_view path, Visit&& visit, Node& node) {
    if constexpr (is_tensor<std::remove_const_t<Node>>) {
        if (path.empty()) visit(node);
        return path.empty();
    } else if constexpr (HasFields<Node>) {
        if (is_absent(node)) return false;
        const auto descend = [&](const auto& field) {
            if (field.name.empty()) return visit_tensor(path, visit, node.*field.member);
            const auto rest = below(path, field.name);
            return rest && visit_tensor(*rest, visit, node.*field.member);
        };
        return std::apply([&](const auto&... field) { return (descend(field) || ...); }, all_fields<Node>);
    } else if constexpr (HasMembers<Node>) {
        const auto descend = [&](std::string_view name, auto& member) {
            const auto rest = below(path, name);
            return rest && visit_tensor(*rest, visit, member);
        };
        return std::remove_cvref_t<Node>::any_member(descend, node);
    } else {
        for (std::size_t i = 0; i < node.size(); ++i) {
            if (const auto rest = below(path, std::to_string(i))) return visit_tensor(*rest, visit, node[i]);
        }
        return false;
    }
}

/// The walk of for_each_tensor without paths, which is faster: calls visit(tensor, same…).
template <class Visit, class Node, class... Same>
void visit_tensors(Visit&& visit, Node& node, Same&... same) {
    if constexpr (is_tensor<std::remove_const_t<Node>>) {
        visit(node, same...);
    } else if constexpr (HasFields<Node>) {
        if (is_absent(node)) return;
        auto descend = [&](const auto& field) { visit_tensors(visit, node.*field.member, same.*field.member...); };
        std::apply([&](const auto&... field) { (descend(field), ...); }, all_fields<Node>);
    } else if constexpr (HasMembers<Node>) {
        const auto descend = [&](std::string_view, auto& member, auto&... same_member) {
            visit_tensors(visit, member, same_member...);
            return false;
        };
        std::remove_cvref_t<Node>::any_member(descend, node, same...);
    } else {
        for (std::size_t i = 0; i < node.size(); ++i) visit_tensors(visit, node[i], same[i]...);
    }
}

}  // namespace vitrine
