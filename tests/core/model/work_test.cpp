#include "core/model/work.h"

#include <doctest/doctest.h>

namespace vitrine::work_test {

TEST_CASE("the products of the head are counted where a model has one") {
    Configuration c;
    c.architecture = Architecture::encoder;
    c.d_model = 8, c.nhead = 2, c.dim_feedforward = 16;
    c.num_encoder_layers = 1, c.num_decoder_layers = 0;
    c.src_vocab_size = 10;
    Batch batch;
    batch.src.resize({3, 4});
    const double with_head = product_operations(c, batch);
    c.output_transform = true;
    CHECK(product_operations(c, batch) - with_head == 2 * 3 * 4 * 8 * 8);
    c.logits = false;
    CHECK(with_head - product_operations(c, batch) == 2 * 3 * 4 * 8 * 10);
}

}  // namespace vitrine::work_test
