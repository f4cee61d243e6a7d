#include "core/files/csv.h"

#include <cmath>
#include <limits>
#include <sstream>

#include "core/export/trace_files.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "tests/core/io/helpers.h"

namespace vitrine::csv_test {
using namespace vitrine::test;

namespace {

std::string csv_of(const TensorView& tensor) {
    std::string text;
    write_csv(tensor, [&](std::string_view part) { text += part; });
    return text;
}

/// The fields of all lines after the first one.
std::vector<std::vector<std::string>> cells_of(const std::string& csv) {
    std::vector<std::vector<std::string>> lines;
    std::istringstream file(csv);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        lines.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) lines.back().push_back(field);
    }
    return lines;
}

}  // namespace

TEST_CASE("a table of CSV names the axes and has a line for every cell, the last axis fastest") {
    IndexTensor ids{Axis::batch, Axis::position};
    ids.resize({2, 2});
    for (Size b = 0; b < 2; ++b)
        for (Size p = 0; p < 2; ++p) ids.at({b, p}) = static_cast<std::int32_t>(10 * b + p - 1);
    CHECK(csv_of(view(ids)) == "batch,position,value\n0,0,-1\n0,1,0\n1,0,9\n1,1,10\n");
}

TEST_CASE("numbers in CSV read back as they were, also those that are none") {
    constexpr float numbers[] = {0.1f, -0.0f, 1e-45f, 3.4028235e38f, 16777217.f, 1.0f / 3};
    Tensor tensor{Axis::feature};
    tensor.resize({9});
    for (Size i = 0; i < 6; ++i) tensor.at({i}) = static_cast<Scalar>(numbers[i]);
    tensor.at({6}) = std::numeric_limits<Scalar>::quiet_NaN();
    tensor.at({7}) = std::numeric_limits<Scalar>::infinity();
    tensor.at({8}) = -std::numeric_limits<Scalar>::infinity();
    const auto cells = cells_of(csv_of(view(tensor)));
    REQUIRE(cells.size() == 9);
    for (std::size_t i = 0; i < 6; ++i) {
        const float read = std::strtof(cells[i][1].c_str(), nullptr);
        CHECK(read == numbers[i]);
        CHECK(std::signbit(read) == std::signbit(numbers[i]));
    }
    CHECK(cells[0][1] == "0.1");
    CHECK(cells[6][1] == "nan");
    CHECK(cells[7][1] == "inf");
    CHECK(cells[8][1] == "-inf");
}

TEST_CASE("every tensor of a run becomes a file of its own, with all of its numbers at their places") {
    const Model model = open_model({.sample = "translation"});
    Activations activations;
    forward(model.configuration, model.parameters, model.batch, activations);
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    const TemporaryFolder folder;
    save_trace(trace, TraceFormat::csv, folder.path() / "tables");
    const auto tensors = recorded_tensors(trace);
    CHECK(std::distance(fs::directory_iterator(folder.path() / "tables"), {}) == static_cast<std::ptrdiff_t>(tensors.size()));
    for (const NamedTensor& named : tensors) {
        const Layout& layout = named.tensor.layout;
        const auto cells = cells_of(read_file(folder.path() / "tables" / (named.name + ".csv")));
        CAPTURE(named.name);
        REQUIRE(static_cast<Size>(cells.size()) == layout.count());
        bool equal = true;
        for (const std::vector<std::string>& cell : cells) {
            Index index{};
            for (std::size_t axis = 0; axis < layout.rank; ++axis) index[axis] = std::stoll(cell[axis]);
            const double value = named.tensor.at(index);
            const bool is_float = named.tensor.type == ElementType::scalar;
            equal &= std::strtof(cell.back().c_str(), nullptr) == (is_float ? static_cast<float>(value) : value);
        }
        CHECK(equal);
    }
}

TEST_CASE("one CSV file holds one tensor; several need a folder") {
    const Model model = open_model({.sample = "navigation"});
    Activations activations;
    forward(model.configuration, model.parameters, model.batch, activations);
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    const TemporaryFolder folder;
    save_trace(trace, TraceFormat::csv, folder.path() / "logits.csv", "logits");
    CHECK(read_file(folder.path() / "logits.csv").starts_with("batch,position,vocabulary,value\n"));
    check_error([&] { save_trace(trace, TraceFormat::csv, folder.path() / "all.csv"); }, "all.csv", "a CSV file holds one tensor");
    CHECK(!fs::exists(folder.path() / "all.csv"));
    folder.file("taken", "");
    check_error([&] { save_trace(trace, TraceFormat::csv, folder.path() / "taken"); }, "taken",
                "this is a file, a folder is needed");
}

}  // namespace vitrine::csv_test
