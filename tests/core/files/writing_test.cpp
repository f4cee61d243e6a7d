#include "core/files/writing.h"

#include "core/export/trace_files.h"
#include "core/files/file.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "tests/core/io/helpers.h"

namespace vitrine::writing_test {
using namespace vitrine::test;

namespace {

/// The translation sample, computed.
struct Computed {
    Model model = open_model({.sample = "translation"});
    Activations activations;
    Trace trace;

    Computed() {
        forward(model.configuration, model.parameters, model.batch, activations);
        trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    }
};

}  // namespace

TEST_CASE("whoever saves a trace hears how far it is, and can stop it: then nothing of it is left") {
    const Computed run;
    const TemporaryFolder folder;
    const fs::path path = folder.file("trace", "as it was");
    for (const TraceFormat format : {TraceFormat::json, TraceFormat::npz, TraceFormat::safetensors}) {
        CAPTURE(name(format));
        const auto save = [&](const GoesOn& goes_on) { save_trace(run.trace, format, path, "*", goes_on); };
        CHECK_THROWS_AS(save([](double) { return false; }), WritingStopped);
        CHECK_THROWS_AS(save([](double done) { return done < 0.5; }), WritingStopped);
        CHECK(read_file(path) == "as it was");
        CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
    }
    for (const TraceFormat format : {TraceFormat::json, TraceFormat::npz, TraceFormat::safetensors}) {
        CAPTURE(name(format));
        double last = 0;
        int questions = 0;
        const auto hear = [&](double done) {
            CHECK(done >= last);
            CHECK(done <= 1);
            last = done;
            return ++questions > 0;
        };
        save_trace(run.trace, format, path, "*", hear);
        CHECK(last > 0.9);
        CHECK(questions > 20);
        const std::string heard = read_file(path);
        save_trace(run.trace, format, path);
        CHECK(read_file(path) == heard);
    }
}

TEST_CASE("a table of one tensor can be stopped, too") {
    const Computed run;
    const TemporaryFolder folder;
    const std::vector<NamedTensor> one = recorded_tensors(run.trace, "logits");
    double last = 0;
    save_tensors(one, TraceFormat::csv, folder.path() / "logits.csv", [&](double done) {
        CHECK(done > last);
        last = done;
        return true;
    });
    CHECK(last == 1);
    fs::remove(folder.path() / "logits.csv");
    CHECK_THROWS_AS(save_tensors(one, TraceFormat::csv, folder.path() / "logits.csv", [](double) { return false; }),
                    WritingStopped);
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a folder of tables that is stopped before its first table is not there") {
    const Computed run;
    const TemporaryFolder folder;
    CHECK_THROWS_AS(save_trace(run.trace, TraceFormat::csv, folder.path() / "tables", "*", [](double) { return false; }),
                    WritingStopped);
    CHECK(fs::is_empty(folder.path()));
}

}  // namespace vitrine::writing_test
