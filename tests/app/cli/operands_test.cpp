#include "app/cli/operands.h"

#include <doctest/doctest.h>

#include "tests/temporary_folder.h"

namespace vitrine::operands_test {

namespace {

using Words = std::vector<std::string>;

/// The arguments that the program reads for those of the shell.
Words read_as(Words words) {
    CommandLine program("vitrine", "");
    program.add_subcommand("trace", "");
    std::vector<char*> pointers;
    words.insert(words.begin(), "vitrine");
    for (std::string& word : words) pointers.push_back(word.data());
    Words read = with_operands_named(program, static_cast<int>(pointers.size()), pointers.data());
    read.erase(read.begin());
    return read;
}

}  // namespace

TEST_CASE("links, files and sessions without an option get theirs") {
    const TemporaryFolder folder;
    const auto made = [&](const char* name) { return folder.file(name, "x").string(); };
    const std::string model = made("my model.pt"), batch = made("batch.json"), session = made("mine.vitrine");
    CHECK(read_as({"vitrine:sample=navigation"}) == Words{"--link", "vitrine:sample=navigation"});
    CHECK(read_as({model, batch}) == Words{"--open", model, "--open", batch});
    CHECK(read_as({session}) == Words{"--session", session});
    CHECK(read_as({"file://" + folder.path().string() + "/my%20model.pt"}) == Words{"--open", model});
}

TEST_CASE("subcommands, values of options and what is no file stay as they are") {
    const TemporaryFolder folder;
    const std::string path = folder.file("trace", "x").string();
    for (const Words& words : {Words{"trace", path}, Words{"--model", path}, Words{"nothing-of-this-name"},
                               Words{"--link", "vitrine:sample=x"}, Words{"file:///nothing%2"}, Words{}})
        CHECK(read_as(words) == words);
}

}  // namespace vitrine::operands_test
