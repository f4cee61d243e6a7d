#include "app/render/pdf.h"

#include <memory>

#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

template <auto release>
struct Releases {
    void operator()(auto* object) const { release(object); }
};
using Page = std::unique_ptr<RsvgHandle, Releases<g_object_unref>>;
using Surface = std::unique_ptr<cairo_surface_t, Releases<cairo_surface_destroy>>;
using Pen = std::unique_ptr<cairo_t, Releases<cairo_destroy>>;

/// PDF pages are measured in points.
constexpr double dots_per_inch = 72;

struct PageSize {
    double width = 0, height = 0;
};

[[noreturn]] void refuse(GError* problem) {
    const std::string why = problem ? problem->message : "no reason is given";
    g_clear_error(&problem);
    throw Error("a picture cannot become a page of a PDF: " + why);
}

Page read(const std::string& svg) {
    GError* problem = nullptr;
    Page page(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &problem));
    if (!page) refuse(problem);
    rsvg_handle_set_dpi(page.get(), dots_per_inch);
    return page;
}

PageSize size_of(RsvgHandle& page) {
    PageSize size;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(&page, &size.width, &size.height)) refuse(nullptr);
    return size;
}

void draw(RsvgHandle& page, const PageSize& size, cairo_t& pen) {
    GError* problem = nullptr;
    const RsvgRectangle whole{0, 0, size.width, size.height};
    if (!rsvg_handle_render_document(&page, &pen, &whole, &problem)) refuse(problem);
    cairo_show_page(&pen);
}

cairo_status_t append(void* file, const unsigned char* bytes, unsigned count) {
    static_cast<std::string*>(file)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

/// Adds fonts to fontconfig, where Pango finds them by their names.
void make_known(const std::vector<FontFile>& fonts) {
    if (!FcInit()) return;
    for (const FontFile& font : fonts) FcConfigAppFontAddFile(nullptr, reinterpret_cast<const FcChar8*>(font.path.c_str()));
}

}  // namespace

std::string pdf_refusal() { return ""; }

std::string pdf(std::span<const std::string> pages, const std::vector<FontFile>& fonts) {
    make_known(fonts);
    std::string file;
    const Surface surface(cairo_pdf_surface_create_for_stream(append, &file, 1, 1));
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Vitrine");
    const Pen pen(cairo_create(surface.get()));
    for (const std::string& svg : pages) {
        const Page page = read(svg);
        const PageSize size = size_of(*page);
        cairo_pdf_surface_set_size(surface.get(), size.width, size.height);
        draw(*page, size, *pen);
    }
    cairo_surface_finish(surface.get());
    if (const cairo_status_t status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
        throw Error(std::string("the PDF cannot be written: ") + cairo_status_to_string(status));
    return file;
}

}  // namespace vitrine
