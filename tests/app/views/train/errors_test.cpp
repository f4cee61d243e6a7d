#include "app/views/train/errors.h"

#include <algorithm>

#include <doctest/doctest.h>

namespace vitrine::errors_test {

namespace {

/// Four held-out sentences such as "a b c"; the model gets three of them wrong.
ErrorsView view_of_errors() {
    auto task = std::make_shared<Task>();
    task->source_vocabulary = Vocabulary({"a", "b", "c"});
    task->target_vocabulary = Vocabulary({"u", "v", "w"});
    ErrorsView view;
    const auto add = [&](Sentence source, Sentence truth, Sentence said, double loss) {
        JudgedSentence judged{.example = task->held_out.size(), .truth = truth, .said = said, .loss = loss};
        for (std::size_t i = 0; i < truth.size(); ++i) {
            if (truth[i] == said[i]) continue;
            if (judged.wrong++ == 0) judged.first_wrong = static_cast<int>(i);
        }
        task->held_out.push_back({std::move(source), std::move(truth), {}});
        view.judged.push_back(std::move(judged));
    };
    add({0, 1}, {0, 1}, {0, 2}, 0.5);
    add({1, 1}, {1, 1}, {1, 1}, 0.1);
    add({2, 0}, {2, 0}, {0, 0}, 0.2);
    add({1, 2}, {1, 2, 0}, {1, 2, 1}, 0.9);
    view.task = task;
    view.confusions = confusions(view.judged);
    return view;
}

std::vector<std::size_t> listed(const ErrorsView& view) {
    std::vector<std::size_t> examples;
    for (const JudgedSentence* judged : listed_errors(view)) examples.push_back(judged->example);
    return examples;
}

using Examples = std::vector<std::size_t>;

}  // namespace

TEST_CASE("held-out sentences are listed by loss or by their first wrong word, all or only wrong ones") {
    ErrorsView view = view_of_errors();
    CHECK(listed(view) == Examples{3, 0, 2});
    view.only_wrong = false;
    CHECK(listed(view) == Examples{3, 0, 2, 1});
    view.order = ErrorOrder::first_wrong;
    CHECK(listed(view) == Examples{2, 0, 3, 1});
}

TEST_CASE("a search finds sentences with all of its words, on either side or in what was said") {
    ErrorsView view = view_of_errors();
    view.only_wrong = false;
    view.search = typed_text("c");
    CHECK(listed(view) == Examples{3, 2});
    view.search = typed_text("a w");
    CHECK(listed(view) == Examples{0, 2});
    view.search = typed_text("nothing");
    CHECK(listed(view).empty());
}

TEST_CASE("what is said of errors counts them") {
    ErrorsView view = view_of_errors();
    CHECK(errors_remark(view) == "3 of 4 held-out sentences are wrong");
    view.judged.resize(2);
    CHECK(errors_remark(view) == "1 of the first 2 of 4 held-out sentences is wrong");
}

}  // namespace vitrine::errors_test
