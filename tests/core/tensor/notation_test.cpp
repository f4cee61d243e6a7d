#include "core/tensor/notation.h"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/approximately.h"

namespace vitrine::notation_test {
using namespace vitrine::tests;

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

/// Reads np.array(…) as Python would: numbers and nested lists, and nothing else.
class ArrayReader {
public:
    explicit ArrayReader(const std::string& text) : text_(text) {
        skip("np.array(");
        read_list(0);
        skip(", dtype=");
        while (text_[at_] != ')') dtype += text_[at_++];
        skip(")\n");
        CHECK(at_ == text_.size());
    }

    std::vector<Size> shape{};
    std::vector<double> numbers{};
    std::string dtype{};

private:
    void skip(const std::string& expected) {
        REQUIRE(text_.substr(at_, expected.size()) == expected);
        at_ += expected.size();
    }
    bool next_is(const std::string& word) {
        if (text_.compare(at_, word.size(), word) != 0) return false;
        at_ += word.size();
        return true;
    }

    void read_list(std::size_t depth) {
        skip("[");
        Size count = 0;
        do {
            while (text_[at_] == ' ' || text_[at_] == '\n') ++at_;
            text_[at_] == '[' ? read_list(depth + 1) : read_number();
            ++count;
        } while (next_is(","));
        skip("]");
        if (shape.size() <= depth) shape.resize(depth + 1);
        if (shape[depth] != 0) CHECK(shape[depth] == count);
        shape[depth] = count;
    }

    void read_number() {
        if (next_is("np.nan")) return numbers.push_back(not_a_number);
        if (next_is("np.inf")) return numbers.push_back(infinity);
        if (next_is("-np.inf")) return numbers.push_back(-infinity);
        std::size_t length = 0;
        const std::string rest = text_.substr(at_, 40);
        numbers.push_back(sizeof(Scalar) == 4 ? static_cast<double>(std::stof(rest, &length)) : std::stod(rest, &length));
        at_ += length;
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

/// Every cell read back is the very cell that was written.
void check_reads_back(const TensorView& tensor, const std::string& dtype) {
    const std::string text = tensor_in(Notation::numpy, tensor);
    const ArrayReader read(text);
    CHECK(read.dtype == dtype);
    REQUIRE(read.shape.size() == tensor.layout.rank);
    for (std::size_t axis = 0; axis < tensor.layout.rank; ++axis) CHECK(read.shape[axis] == tensor.layout.shape[axis]);
    REQUIRE(static_cast<Size>(read.numbers.size()) == tensor.layout.count());
    for (Size i = 0; i < tensor.layout.count(); ++i) {
        const double written = tensor.at(index_of(tensor.layout, i)), found = read.numbers[static_cast<std::size_t>(i)];
        CHECK((found == written || (std::isnan(found) && std::isnan(written))));
    }
}

/// Numbers that no few decimals are enough for.
template <std::same_as<Axis>... Axes>
Tensor thirds(std::initializer_list<Size> shape, Axes... axes) {
    Tensor tensor(axes...);
    tensor.resize(shape);
    for (Size i = 0; i < tensor.count(); ++i)
        tensor.data()[i] = static_cast<Scalar>(std::pow(-1.7, static_cast<double>(i % 60) - 30) / 3);
    return tensor;
}

const char* scalar_type() { return is_double ? "np.float64" : "np.float32"; }

}  // namespace

TEST_CASE("what NumPy reads is every number of the tensor, whatever its rank") {
    check_reads_back(view(thirds({7}, Axis::feature)), scalar_type());
    check_reads_back(view(thirds({1}, Axis::feature)), scalar_type());
    check_reads_back(view(thirds({3, 5}, Axis::position, Axis::feature)), scalar_type());
    check_reads_back(view(thirds({2, 3, 4}, Axis::batch, Axis::position, Axis::feature)), scalar_type());
    check_reads_back(view(thirds({2, 3, 4, 5}, Axis::batch, Axis::head, Axis::query, Axis::key)), scalar_type());
}

TEST_CASE("NumPy reads NaN and infinities, and the smallest and largest numbers there are") {
    using Limits = std::numeric_limits<Scalar>;
    Tensor tensor = tensor_of({2, 3}, {not_a_number, infinity, -infinity, 0, 0, 0}, Axis::position, Axis::feature);
    tensor.at({1, 0}) = Limits::max(), tensor.at({1, 1}) = -Limits::min(), tensor.at({1, 2}) = Limits::epsilon();
    check_reads_back(view(tensor), scalar_type());
}

TEST_CASE("ids and masks are arrays of integers") {
    IndexTensor ids(Axis::batch, Axis::position);
    ids.resize({1, 3});
    ids.at({0, 0}) = 3, ids.at({0, 1}) = 0, ids.at({0, 2}) = 36999;
    check_reads_back(view(ids), "np.int32");
    CHECK(tensor_in(Notation::numpy, view(ids)) == "np.array([[3, 0, 36999]], dtype=np.int32)\n");
    MaskTensor mask(Axis::batch, Axis::head, Axis::query, Axis::key);
    mask.resize({1, 1, 2, 2});
    mask.fill(1);
    mask.at({0, 0, 0, 1}) = 0;
    check_reads_back(view(mask), "np.uint8");
}

TEST_CASE("cells that lie apart in memory are written in the order of the axes") {
    const Tensor tensor = thirds({2, 3, 4, 5}, Axis::batch, Axis::head, Axis::query, Axis::key);
    check_reads_back(transposed(view(tensor), 2, 3), scalar_type());
}

TEST_CASE("a part of a tensor is its cells along some axes at one place along the others") {
    const Tensor tensor = thirds({2, 3, 4, 5}, Axis::batch, Axis::head, Axis::query, Axis::key);
    const int axes[] = {3, 1};
    const TensorView part = part_of(view(tensor), axes, {1, 2, 3, 4}).tensor;
    REQUIRE(part.layout.rank == 2);
    CHECK(part.layout.axes[0] == Axis::key);
    CHECK(part.layout.axes[1] == Axis::head);
    for (Size key = 0; key < 5; ++key) {
        for (Size head = 0; head < 3; ++head) CHECK(part.at({key, head}) == view(tensor).at({1, head, 3, key}));
    }
    check_reads_back(part, scalar_type());
}

TEST_CASE("LaTeX has a matrix with its rows and columns, an axis alone as a row") {
    const Tensor matrix = tensor_of({2, 2}, {1, -0.5, not_a_number, infinity}, Axis::position, Axis::feature);
    CHECK(tensor_in(Notation::latex, view(matrix)) ==
          "\\begin{bmatrix}\n  1.0000 & -0.5000 \\\\\n  \\mathrm{NaN} & \\infty\n\\end{bmatrix}\n");
    const Tensor row = tensor_of({3}, {0, 2.5e-7, -123456}, Axis::feature);
    CHECK(tensor_in(Notation::latex, view(row)) ==
          "\\begin{bmatrix}\n  0.0000 & 2.5000 \\times 10^{-7} & -1.2346 \\times 10^{5}\n\\end{bmatrix}\n");
}

TEST_CASE("a LaTeX array has names for its rows and columns, with LaTeX's own signs escaped") {
    Tensor matrix{Axis::query, Axis::key};
    matrix.resize({2, 2});
    matrix.at({0, 0}) = 1, matrix.at({0, 1}) = Scalar(-0.5), matrix.at({1, 0}) = 0, matrix.at({1, 1}) = Scalar(0.25);
    const std::vector<std::string> rows{"I", "50 %"}, columns{"a_b", "\\^"};
    CHECK(named_array(view(matrix), rows, columns) ==
          "\\begin{array}{r|rr}\n"
          "   & \\text{a\\_b} & \\text{\\textbackslash{}\\^{}} \\\\ \\hline\n"
          "  \\text{I} & 1.0000 & -0.5000 \\\\\n"
          "  \\text{50 \\%} & 0.0000 & 0.2500\n"
          "\\end{array}\n");
    Tensor row{Axis::key};
    row.resize({2});
    row.at({0}) = 1, row.at({1}) = 2;
    CHECK(named_array(view(row), {}, columns).starts_with("\\begin{array}{rr}\n  \\text{a\\_b} & "));
}

TEST_CASE("LaTeX has a matrix for each place along the leading axes, and says which") {
    const Tensor tensor = thirds({2, 3, 1, 12}, Axis::batch, Axis::head, Axis::query, Axis::key);
    const std::string text = tensor_in(Notation::latex, view(tensor));
    CHECK(text.starts_with("\\setcounter{MaxMatrixCols}{12}\n\\text{batch 0, head 0}\\quad\\begin{bmatrix}\n"));
    std::size_t matrices = 0;
    for (std::size_t at = text.find("\\begin"); at != std::string::npos; at = text.find("\\begin", at + 1)) ++matrices;
    CHECK(matrices == 6);
    CHECK(text.find("\\text{batch 1, head 2}\\quad") != std::string::npos);
}

TEST_CASE("a cell by itself says what it is") {
    CHECK(cell_in(Notation::numpy, 0.25, ElementType::scalar) == fmt::format("{}(0.25)", scalar_type()));
    CHECK(cell_in(Notation::numpy, 7, ElementType::index) == "np.int32(7)");
    CHECK(cell_in(Notation::latex, 0.25, ElementType::scalar) == "0.2500");
}

TEST_CASE("a tensor that is not there has no text") {
    CHECK(tensor_in(Notation::numpy, TensorView{}).empty());
    CHECK(tensor_in(Notation::latex, TensorView{}).empty());
}

}  // namespace vitrine::notation_test
