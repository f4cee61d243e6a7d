#include "app/run/aspect.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/tensor/cell_blocks.h"
#include "core/trace/change_cells.h"
#include "core/trace/product_cells.h"

namespace vitrine {

namespace {

/// value × gradient of a tensor; in a difference, the product in run B minus the product in run A. Keeps what it is computed
/// from.
struct Product {
    std::shared_ptr<const RunGradients> of;
    std::shared_ptr<const Product> a, b;  ///< for a difference; null if a run lacks the tensor
    std::unique_ptr<const FetchedCells> cells;
    std::vector<Scalar> numbers;  ///< the cells of a small tensor; those of a large one are computed when they are read
    TensorView tensor;
    std::optional<Statistics> statistics;
};

/// The products that have been asked for, by path.
struct Products {
    std::map<std::string, std::shared_ptr<Product>> made;
};

constexpr Size large = Size{1} << 22;  // cells

/// The run that was subtracted or, if that was computed without gradients, the run it stands for.
const Run& run_with_gradients(const std::shared_ptr<const Run>& subtracted, const std::shared_ptr<const Run>& run) {
    return subtracted->gradients ? *subtracted : *run;
}

std::shared_ptr<Product> find_product(const Run& run, const std::string& path);

void find_cells(const Run& run, const std::string& path, const TensorView& value, Product& product) {
    if (!run.difference) {
        product.cells = std::make_unique<ProductCells>(value, find_gradient(run, path));
        return;
    }
    // The difference of the products, not the product of the differences.
    const RunDifference& difference = *run.difference;
    product.a = find_product(run_with_gradients(difference.subtracted[0], difference.a), path);
    product.b = find_product(run_with_gradients(difference.subtracted[1], difference.b), path);
    const TensorView a = product.a ? product.a->tensor : TensorView{}, b = product.b ? product.b->tensor : TensorView{};
    const bool fits = a.present() && a.layout.axes == b.layout.axes && a.layout.shape == b.layout.shape;
    product.cells = std::make_unique<ChangeCells>(fits ? a : TensorView{}, b);
}

std::shared_ptr<Product> make_product(const Run& run, const std::string& path, const TensorView& value) {
    auto product = std::make_shared<Product>();
    product->of = run.gradients;
    find_cells(run, path, value, *product);
    product->tensor = {.layout = row_major(value.layout), .type = ElementType::scalar, .data = nullptr};
    const Size count = value.layout.count();
    if (count >= large) {
        product->tensor.fetched = product->cells.get();
        return product;
    }
    std::vector<float> cells(static_cast<std::size_t>(count));
    Window whole;
    std::copy_n(value.layout.shape.begin(), value.layout.rank, whole.count.begin());
    product->cells->read(whole, cells.data());
    product->numbers.assign(cells.begin(), cells.end());
    product->tensor.data = product->numbers.data();
    return product;
}

/// Null if the tensor has no gradient.
std::shared_ptr<Product> find_product(const Run& run, const std::string& path) {
    const TensorView value = run.find(path);
    if (!value.present() || !find_gradient(run, path).present()) return nullptr;
    // The same run may be given gradients twice.
    std::shared_ptr<Product>& product = run.of<Products>().made[path];
    if (!product || product->of != run.gradients) product = make_product(run, path, value);
    return product;
}

}  // namespace

TensorView find_tensor(const Run& run, const std::string& path, Aspect aspect) {
    if (aspect == Aspect::gradient) return find_gradient(run, path);
    if (aspect != Aspect::product) return run.find(path);
    const std::shared_ptr<Product> product = find_product(run, path);
    return product ? product->tensor : TensorView{};
}

bool has_no_gradient(const Run& run, const std::string& path) {
    if (!run.has_loss() || (run.difference && !run.difference->a->has_loss())) return true;
    return run.gradients && !find_gradient(run, path).present();
}

Aspect aspect_of(const Run& run, const std::string& path, Aspect chosen) {
    return chosen != Aspect::value && has_no_gradient(run, path) ? Aspect::value : chosen;
}

const Statistics& statistics_of(const Run& run, const std::string& path, Aspect aspect) {
    if (aspect == Aspect::gradient) return gradient_statistics_of(run, path).of(path);
    if (aspect != Aspect::product) return run.statistics_of(path).of(path);
    Product& product = *find_product(run, path);
    if (!product.statistics) product.statistics = statistics(product.tensor);
    return *product.statistics;
}

double largest_of(const Run& run, const std::string& path, Aspect aspect) {
    if (aspect == Aspect::gradient) return gradient_statistics_of(run, path).limit(path);
    if (aspect != Aspect::product) return run.statistics_of(path).limit(path);
    const Statistics& all = statistics_of(run, path, aspect);
    return all.finite > 0 ? std::max(std::abs(all.minimum), std::abs(all.maximum)) : 0;
}

}  // namespace vitrine
