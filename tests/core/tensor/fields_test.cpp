#include "core/tensor/fields.h"

#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace vitrine::fields_test {

namespace {

struct Leaf {
    Tensor helper{Axis::feature}, own{Axis::feature};
    static constexpr auto fields() { return std::tuple{Field{"helper", &Leaf::helper}, Field{"", &Leaf::own}}; }
};

struct Tree {
    std::vector<Leaf> list{2};
    Leaf one;
    IndexTensor tokens{Axis::position};
    static constexpr auto fields() {
        return std::tuple{Field{"list", &Tree::list}, Field{"one", &Tree::one}, Field{"tokens", &Tree::tokens}};
    }
};

}  // namespace

TEST_CASE("a tree's tensors are named by fields and list places, in the order of the fields") {
    Tree tree;
    std::vector<std::string> paths;
    for_each_tensor(
        "", [&](const std::string& path, const auto&) { paths.push_back(path); }, tree);
    CHECK(paths == std::vector<std::string>{"list.0.helper", "list.0", "list.1.helper", "list.1", "one.helper", "one", "tokens"});
}

TEST_CASE("names begin with the path that is handed in") {
    const Tree tree;
    std::string last;
    for_each_tensor(
        "top", [&](const std::string& path, const auto&) { last = path; }, tree);
    CHECK(last == "top.tokens");
}

TEST_CASE("trees of one type are walked in step") {
    Tree first, second;
    first.list[1].own.resize({1}), second.list[1].own.resize({1});
    second.list[1].own.fill(5);
    for_each_tensor(
        "",
        [](const std::string&, auto& to, const auto& from) {
            if (!from.empty()) to = from;
        },
        first, second);
    CHECK(first.list[1].own.data()[0] == 5);
}

TEST_CASE("the walk without names visits the same tensors in the same order") {
    Tree tree;
    std::vector<const void*> named, unnamed;
    for_each_tensor(
        "", [&](const std::string&, const auto& tensor) { named.push_back(&tensor); }, tree);
    visit_tensors([&](const auto& tensor) { unnamed.push_back(&tensor); }, tree);
    CHECK(named == unnamed);
    CHECK(named.size() == 7);
}

TEST_CASE("names join with a dot, and an empty name adds nothing") {
    CHECK(join("", "a") == "a");
    CHECK(join("a", "") == "a");
    CHECK(join("a", "b") == "a.b");
}

TEST_CASE("a tensor is found by its path, and nothing by a path that is none") {
    Tree tree;
    for_each_tensor(
        "",
        [&](const std::string& path, const auto& tensor) {
            const void* found = nullptr;
            CHECK(visit_tensor(
                path, [&](const auto& there) { found = &there; }, tree));
            CHECK(found == &tensor);
        },
        tree);
    for (const char* path :
         {"", "list", "list.", "list.2", "list.0.help", "list.0.helper.", "one.", "tokens.0", "token", "list.0.own"}) {
        CAPTURE(path);
        CHECK_FALSE(visit_tensor(
            path, [](const auto&) {}, tree));
    }
}

}  // namespace vitrine::fields_test
