/// The links of a term lead to things that any run has. If a text says that nothing is named after a term, nothing is.

#include "app/views/glossary/links.h"

#include <algorithm>
#include <cctype>

#include <doctest/doctest.h>

#include "app/words/glossary.h"
#include "tests/app/any_runs.h"

namespace vitrine::glossary_links_test {
using namespace vitrine::tests;

namespace {

/// Whether a title contains the term as a whole word.
bool names(std::string title, std::string term) {
    const auto lower = [](std::string& text) {
        for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    };
    lower(title), lower(term);
    const std::size_t at = title.find(term);
    if (at == std::string::npos) return false;
    const auto letter = [&](std::size_t place) {
        return place < title.size() && std::isalnum(static_cast<unsigned char>(title[place]));
    };
    return !(at > 0 && letter(at - 1)) && !letter(at + term.size());
}

}  // namespace

TEST_CASE("links of terms lead to tensors that are there, in any run, and without one nothing is named after the term") {
    Random random(131);
    int empty = 0, followed = 0;
    for (int round = 0; round < 60; ++round) {
        const auto run = any_edited_run(random);
        for (const Term& term : glossary()) {
            CAPTURE(term.name);
            const std::vector<RunLink> links = links_into_run(*run, term);
            for (const RunLink& link : links) {
                CAPTURE(link.path);
                CHECK(run->find(link.path).present());
                ++followed;
            }
            if (!links.empty()) continue;
            ++empty;
            for (const TensorInfo& info : run->outline().tensors) {
                CAPTURE(info.path);
                if (run->find(info.path).present())
                    CHECK_FALSE(term_of_tensor(info.path, run->outline().model.configuration) == &term);
            }
            for (const Block& block : run->outline().blocks)
                CHECK_FALSE((run->find(block.output).present() && names(block.title, std::string(term.name))));
            for (int step = 0; step <= run->last_step(); ++step)
                CHECK_FALSE(names(run->outline().steps[static_cast<std::size_t>(step)].title, std::string(term.name)));
        }
    }
    CHECK(empty > 100);
    CHECK(followed > 1000);
}

}  // namespace vitrine::glossary_links_test
