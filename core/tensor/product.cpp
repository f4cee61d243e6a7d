#include "core/tensor/product.h"

#include <atomic>
#include <utility>

#include "core/tensor/parallel.h"
#include "core/tensor/product_part.h"
#include "core/tensor/product_rows.h"

namespace vitrine {

namespace {

using namespace product_parts;

/// The plain sums, which are fastest for very small products. Requires: the product is not transposed.
void multiply_plainly(const Product& product) {
    const ProductOptions& options = product.options;
    for (Size i = 0; i < product.rows; ++i) {
        for (Size j = 0; j < product.columns; ++j) {
            Scalar sum = 0, &output = product.output[i * product.stride + j];
            for (Size l = 0; l < product.depth; ++l) sum += *product.left.at(i, l) * *product.right.at(j, l);
            output = options.factor * sum + (options.bias ? options.bias[j] : 0) + (options.write == Write::add ? output : 0);
        }
    }
}

/// Rounds up to a multiple of `unit`.
Size whole_units(Size count, Size unit) { return pieces(count, unit) * unit; }

/// The rows or columns of a part. A product is cut into more parts than there are threads, the more the larger it is: where the
/// system gives one core half as much time as another, as shared machines do, that core's thread takes fewer of them. But each part
/// packs its blocks of the factors by itself: parts smaller than these were slower, measured for sizes of common models.
Size width_of_parts(const Product& product, bool by_rows) {
    constexpr Size worth_a_part = 2'000'000;  // multiplications
    constexpr Size least_rows = 64, least_columns = 64;
    const bool packs_left = product.left.step != 1;
    const Size whole = by_rows ? product.rows : product.columns;
    const Size parts = std::clamp<Size>(product.multiplications() / worth_a_part, threads(), 8 * threads());
    const Size least = by_rows ? (packs_left ? 1 : 2) * least_rows : packs_left ? block_columns : least_columns;
    const Size width = whole_units(pieces(whole, parts), !by_rows && packs_left ? block_columns : lanes);
    return std::min(std::max(width, least), whole_units(pieces(whole, threads()), lanes));
}

/// Threads split the longer axis of the output, in whole vectors; for xᵀ · y the rows, so that each thread writes whole rows.
/// Consecutive parts read the same block of the right factor.
void multiply_shared(Product product) {
    static std::atomic<std::uint64_t> number = 0;
    product.number = ++number;
    const bool by_rows = product.left.step == 1 ? product.rows > product.columns : 2 * product.rows >= product.columns;
    const Size whole = by_rows ? product.rows : product.columns;
    const Size width = width_of_parts(product, by_rows), own = pieces(whole, width);
    const Size blocks = by_rows ? pieces(product.columns, block_columns) : 1;
    parallel_for(blocks * own, product.multiplications(), [&](Size i) {
        const Range cut{i % own * width, std::min((i % own + 1) * width, whole)}, all{0, product.rows};
        const Range block{i / own * block_columns, std::min((i / own + 1) * block_columns, product.columns)};
        multiply_part(product, by_rows ? cut : all, by_rows ? block : cut);
    });
}

/// y is read once, usually from main memory, so a second thread pays earlier than for other products.
void multiply_few_rows(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options) {
    constexpr Size worth_halving = 30'000;  // multiplications
    const Size parts = x.rows * x.columns * y.rows < worth_halving ? 1 : threads();
    const Size width = pieces(pieces(y.rows, lanes), parts) * lanes;
    const auto part = [&](Size i) { multiply_rows(x, y, output, options, i * width, std::min((i + 1) * width, y.rows)); };
    parts == 1 ? part(0) : share(pieces(y.rows, width), part);
}

void run(const Product& product) {
    const Size multiplications = product.multiplications();
    if (multiplications <= few_multiplications) {
        multiply_plainly(product);
    } else if (multiplications < least_parallel_work || threads() == 1) {
        multiply_part(product, {0, product.rows}, {0, product.columns});
    } else {
        multiply_shared(product);
    }
}

}  // namespace

void multiply_transposed(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options) {
    const Size n = x.rows, k = x.columns, m = y.rows;
    if (n <= row_by_row && k * m >= worth_row_by_row) return multiply_few_rows(x, y, output, options);
    Product product{{x.data, x.stride, 1}, {y.data, y.stride, 1}, n, m, k, output.data, output.stride, options};
    // One factor has to be transposed so that vectors can be loaded from it: either y, which moves k · m numbers, or x, which moves
    // n · k, and also the output's n · m.
    if (product.multiplications() > few_multiplications && n * (k + m) < k * m) {
        std::swap(product.left, product.right);
        std::swap(product.rows, product.columns);
        product.transposed = true;
    }
    run(product);
}

void multiply(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options) {
    run({{x.data, x.stride, 1}, {y.data, 1, y.stride}, x.rows, y.columns, x.columns, output.data, output.stride, options});
}

void transposed_multiply(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options) {
    run({{x.data, 1, x.stride}, {y.data, 1, y.stride}, x.columns, y.columns, x.rows, output.data, output.stride, options});
}

void prepare_products() { take_workspace(); }

}  // namespace vitrine
