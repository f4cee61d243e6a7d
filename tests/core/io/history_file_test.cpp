#include "core/io/history_file.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/io/model_folder.h"
#include "core/tensor/error.h"
#include "tests/core/train/small_session.h"
#include "tests/temporary_folder.h"

namespace vitrine::history_file_test {
using namespace vitrine::tests;

namespace {

/// Files hold single precision.
bool equal_cells(const ParameterBuffer& a, const ParameterBuffer& b) {
    return std::ranges::equal(
        a.cells(), b.cells(), {}, [](Scalar x) { return static_cast<float>(x); }, [](Scalar x) { return static_cast<float>(x); });
}

void write(const std::filesystem::path& folder, const Configuration& configuration, const Snapshot& snapshot) {
    OutputFile file(folder / model_folder::history);
    write_history(file, {configuration, snapshot.history, snapshot.moments});
    file.commit();
}

}  // namespace

TEST_CASE("a history is read as it was written") {
    const TemporaryFolder folder;
    CHECK(!holds_history(folder.path()));
    Session session(small_plan());
    for (int i = 0; i < 40; ++i) {
        if (i == 17) session.set_learning_rate(0.004);
        session.step_once();
    }
    session.run();
    session.pause();  // evaluates
    const auto snapshot = session.snapshot();
    write(folder.path(), session.plan().configuration, *snapshot);
    CHECK(holds_history(folder.path()));
    const TrainingHistory history = read_history(folder.path());
    CHECK(history.configuration == session.plan().configuration);
    CHECK(history.curves.size() == 40);
    for (std::size_t i = 0; i < 40; ++i) {
        CHECK(history.curves[i].step == snapshot->history[i].step);
        CHECK(history.curves[i].loss == doctest::Approx(snapshot->history[i].loss).epsilon(1e-6));
        CHECK(history.curves[i].learning_rate == doctest::Approx(snapshot->history[i].learning_rate).epsilon(1e-6));
    }
    REQUIRE(history.curves.held_out().size() == snapshot->history.held_out().size());
    CHECK(history.curves.held_out().back().evaluation.loss == snapshot->history.held_out().back().evaluation.loss);
    REQUIRE(history.moments.all().size() == snapshot->moments.all().size());
    CHECK(history.moments.bytes() == snapshot->moments.bytes());
    for (std::size_t i = 0; i < history.moments.all().size(); ++i) {
        const KeptMoment &read = history.moments.all()[i], &written = snapshot->moments.all()[i];
        CHECK(read.step == written.step);
        CHECK(read.schedule == written.schedule);
        CHECK(equal_cells(*read.parameters, *written.parameters));
        REQUIRE(read.is_full() == written.is_full());
        if (!read.is_full()) continue;
        CHECK(equal_cells(read.memory->first_moment, written.memory->first_moment));
        CHECK(equal_cells(read.memory->second_moment, written.memory->second_moment));
    }
    const Parameters kept = parameters_of_moment(folder.path(), 9, session.plan().configuration);
    ParameterBuffer buffer(session.plan().configuration);
    buffer.assign(kept);
    CHECK(equal_cells(buffer, *history.moments.nearest(9).parameters));
    CHECK_THROWS_WITH_AS(parameters_of_moment(folder.path(), 99, session.plan().configuration),
                         doctest::Contains("the moment after step 99 is not kept; the last is"), Error);
}

TEST_CASE("a history without steps holds its first moment") {
    const TemporaryFolder folder;
    Session session(small_plan());
    write(folder.path(), session.plan().configuration, *session.snapshot());
    const TrainingHistory history = read_history(folder.path());
    CHECK(history.curves.size() == 0);
    CHECK(history.moments.all().size() == 1);
}

}  // namespace vitrine::history_file_test
