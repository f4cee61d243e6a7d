#include "core/listing/listing.h"

#include <algorithm>
#include <sstream>

#include "core/listing/listing_sections.h"
#include "core/listing/listing_texts.h"
#include "core/tensor/error.h"
#include "core/text/glob.h"
#include "core/text/plain_text.h"
#include "core/trace/path_suggestion.h"

namespace vitrine {

namespace {

/// Writes one section after another.
class Writer {
public:
    Writer(std::ostream& out, const Trace& trace, const ListingInput& input, const ListingOptions& options)
        : out_(out),
          trace_(trace),
          input_(input),
          options_(options),
          labels_(token_labels(trace, input)),
          predictions_(prediction_labels(trace, input)) {}

    bool has_content(const ListingSection& section) const {
        if (!options_.only.empty() || section.text == SectionText::none || section.text == SectionText::comparison) {
            return std::any_of(section.tensors.begin(), section.tensors.end(), [&](int slot) { return is_wanted(slot); });
        }
        return true;
    }

    void write(const ListingSection& section) {
        write_title(section.title);
        const bool text_last = section.text == SectionText::predicted_words;
        if (!text_last) write_text(section.text);
        for (const int slot : section.tensors) {
            if (is_wanted(slot) && out_) write_tensor(section, slot);
        }
        if (text_last) write_text(section.text);
    }

    /// Returns whether there were any.
    bool write_parameters() {
        if (!input_.parameters) return false;
        bool any = false;
        for (const ParameterView& parameter : *input_.parameters) {
            const std::string path = "parameters." + parameter.name;
            if (!options_.only.empty() && !matches_glob(options_.only, path)) continue;
            if (!any) write_title("Parameters");
            any = true;
            out_ << '\n' << path << ' ' << axes_text(parameter.tensor.layout) << "\n\n";
            write_cells(out_, {.tensor = parameter.tensor, .labels = labels_}, options_.precision);
        }
        return any;
    }

private:
    void write_title(const std::string& title) {
        out_ << (any_section_ ? "\n\n" : "") << title << '\n' << std::string(text_width(title), '=') << '\n';
        any_section_ = true;
    }

    const TensorInfo& info(int slot) const { return trace_.outline->tensors[static_cast<std::size_t>(slot)]; }

    bool is_wanted(int slot) const {
        const bool matching = options_.only.empty() || matches_glob(options_.only, info(slot).path);
        return matching && trace_.tensors[static_cast<std::size_t>(slot)].present();
    }

    void write_tensor(const ListingSection& section, int slot) {
        const TensorView& tensor = trace_.tensors[static_cast<std::size_t>(slot)];
        const std::string title = section.title_of(info(slot).path);
        out_ << '\n' << title << (title.empty() ? "" : " — ") << info(slot).path << ' ' << axes_text(tensor.layout) << "\n\n";
        // Predicted ids are labelled with their words. The words of the decoder's input would look like predictions there.
        const bool predicted = section.text == SectionText::predicted_words && info(slot).path == "predictions";
        const TokenLabels& labels = predicted ? predictions_ : labels_;
        write_cells(out_, {tensor, info(slot).side, info(slot).key_side, labels}, options_.precision);
    }

    void write_text(SectionText text) {
        if (!options_.only.empty()) return;
        switch (text) {
            case SectionText::none:
                break;
            case SectionText::vocabularies:
                write_vocabularies(out_, trace_, input_);
                break;
            case SectionText::batch_words:
                write_batch_words(out_, trace_, labels_, input_);
                break;
            case SectionText::masks:
                write_masks(out_, trace_, labels_);
                break;
            case SectionText::predicted_words:
                write_predicted_words(out_, trace_, input_);
                break;
            case SectionText::comparison:
                if (!input_.labels.empty()) write_comparison(out_, trace_, input_);
                break;
        }
    }

    std::ostream& out_;
    const Trace& trace_;
    const ListingInput& input_;
    const ListingOptions& options_;
    TokenLabels labels_, predictions_;
    bool any_section_ = false;
};

}  // namespace

void write_listing(std::ostream& out, const Trace& trace, const ListingInput& input, const ListingOptions& options) {
    Writer writer(out, trace, input, options);
    bool any = false;
    for (const ListingSection& section : listing_sections(*trace.outline, output_words(trace, input))) {
        if (!writer.has_content(section)) continue;
        writer.write(section);
        any = true;
    }
    any = writer.write_parameters() || any;
    if (!any) throw Error(nothing_matches(trace, options.only));
}

std::string listing(const Trace& trace, const ListingInput& input, const ListingOptions& options) {
    std::ostringstream out;
    write_listing(out, trace, input, options);
    return std::move(out).str();
}

}  // namespace vitrine
