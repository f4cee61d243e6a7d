#include "core/pass/memory_needed.h"

#include <doctest/doctest.h>

#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/trace/trace.h"

namespace vitrine {

TEST_CASE("the memory that attention takes is that of its recorded tensors") {
    for (const char* sample : {"navigation", "translation", "two-heads"}) {
        const Model model = open_model({.sample = sample});
        Activations activations;
        forward({model.configuration, model.parameters, model.batch}, activations);
        const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
        Size bytes = 0;
        for (std::size_t i = 0; i < trace.tensors.size(); ++i) {
            const std::string& path = trace.outline->tensors[i].path;
            if (!path.ends_with(".scores") && !path.ends_with(".masked_scores") && !path.ends_with(".weights")) continue;
            bytes += trace.tensors[i].layout.count() * static_cast<Size>(sizeof(Scalar));
        }
        CAPTURE(sample);
        CHECK(attention_bytes(model.configuration, model.batch) == bytes);
    }
}

}  // namespace vitrine
