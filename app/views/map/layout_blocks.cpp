#include "app/views/map/layout_blocks.h"

#include <algorithm>
#include <iterator>

namespace vitrine {

namespace {

using namespace map_metrics;

/// How scores are made, from their step's title: "Q·Kᵀ / √16" from "Scores Q·Kᵀ / √16".
std::string product_in(const std::string& title) { return title.substr(title.find(' ') + 1); }

/// The words after a tensor's title: its role in a word or two.
std::string note_of(const Step& step, const std::string& name, const Outline& outline) {
    static constexpr std::pair<std::string_view, std::string_view> notes[] = {
        {"query", "asks"},
        {"key", "offers"},
        {"key_transposed", "transposed"},
        {"query_norm", "normed"},
        {"key_norm", "normed"},
        {"key_norm_transposed", "transposed"},
        {"scores_capped", "within ± the cap"},
        {"rotated_query", "by position"},
        {"rotated_key", "by position"},
        {"rotated_key_transposed", "transposed"},
        {"position_bias", "by distance"},
        {"biased_scores", "scores + bias"},
        {"value", "carries"},
        {"mask", "1 = may attend"},
        {"weights", "softmax, by rows"},
        {"dropped_weights", "after dropout"},
        {"merged", "all heads"},
        {"probabilities", "softmax"},
        {"predictions", "the likeliest"},
        {"embedding", "rows of the table"},
    };
    const Design& design = outline.model.design;
    if (name == "scores" && step.operation == Operation::scores) return product_in(step.title);
    if (step.operation == Operation::class_scores) return "one for each class";
    const bool drops = outline.slots.contains(step.block + ".dropped_weights");
    if (name == "context") return drops ? "dropped · V" : "weights · V";
    if (drops && name == "weights") return "";  // beside it is the result of dropout
    if (design.mask_after_softmax && name == "weights") return "unmasked · mask";
    if (design.mask_after_softmax && name == "unmasked_weights") return "softmax, by rows";
    const auto found = std::ranges::find(notes, std::string_view(name), [](const auto& note) { return note.first; });
    return found == std::end(notes) ? "" : std::string(found->second);
}

/// Whether the step is the norm of what a residual connection adds.
bool normalises_addend(const Step& step, const Outline& outline) {
    if (step.operation != Operation::layer_norm || step.id == step.block) return false;
    const int residual = outline.step_of(step.block);
    return residual >= 0 && std::ranges::count(outline.steps[static_cast<std::size_t>(residual)].inputs, step.result) > 0;
}

/// Adds a tensor from outside. The one that runs through the layers is called x, as in the paper.
void add_input(MapBlock& placed, const Step& step, const std::string& path, const Outline& outline) {
    const auto same = [&](const MapTensor& tensor) { return tensor.path == path; };
    if (std::ranges::any_of(placed.tensors, same)) return;
    MapTensor& tensor = placed.tensors.emplace_back();
    tensor.path = path;
    tensor.anchor = "input/" + step.block + "/" + path;
    tensor.slot = outline.slots.at(path);
    tensor.is_input = true;
    const std::string& symbol = outline.tensors[static_cast<std::size_t>(tensor.slot)].symbol;
    const bool of_sublayer = normalises_addend(step, outline) ||
                             (step.operation == Operation::residual && outline.parts_of(step.result) == ResidualParts::sublayer);
    const bool is_x = path != "memory" && path != "logits" && path == step.inputs.front() && !of_sublayer &&
                      outline.model.configuration.is_transformer();
    tensor.symbol = is_x ? "x" : symbol;
    if (is_x && symbol != "x + sublayer") tensor.note = symbol;
}

void collect(MapBlock& placed, const Block& block, const Trace& trace) {
    const Outline& outline = *trace.outline;
    const auto filled_here = [&](const std::string& path) { return std::ranges::count(block.tensors, path) > 0; };
    for (int i = block.first_step; i < block.first_step + block.step_count; ++i) {
        const Step& step = outline.steps[static_cast<std::size_t>(i)];
        for (const std::string& path : step.inputs) {
            if (!filled_here(path) && trace.find(path).present()) add_input(placed, step, path, outline);
        }
        for (const std::string& path : step.outputs) {
            if (!trace.find(path).present()) continue;
            MapTensor& tensor = placed.tensors.emplace_back();
            tensor.path = path;
            tensor.anchor = "map/" + path;
            tensor.slot = outline.slots.at(path);
            tensor.symbol = outline.tensors[static_cast<std::size_t>(tensor.slot)].symbol;
            tensor.note = note_of(step, last_name(path), outline);
        }
    }
}

/// A tensor's number of rows and columns, and the size of its cells.
struct Fit {
    double rows = 1, columns = 1;
    double width = 1, height = 1;
};

using Rooms = std::vector<TensorRoom>;

/// The rows and columns of a tensor's plane.
PlaneSize shape_of(const MapTensor& tensor, const Trace& trace) {
    const Layout& layout = trace.tensors[static_cast<std::size_t>(tensor.slot)].layout;
    return size_of(layout, map_plane(layout, 0, 0));
}

/// Square cells, as large as possible. All tensors of a group get the same size, unless that would make some cells much smaller.
std::vector<Fit> square_cells(const MapBlock& placed, const Rooms& rooms, const Trace& trace) {
    constexpr double least_share = 0.6;
    std::vector<Fit> own;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        const PlaneSize size = shape_of(placed.tensors[i], trace);
        const auto rows = static_cast<double>(size.rows), columns = static_cast<double>(size.columns);
        const double cell = std::min({rooms[i].width / columns, rooms[i].height / rows, largest_cell});
        own.push_back({rows, columns, cell, cell});
    }
    std::vector<Fit> fits = own;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        double together = own[i].width;
        for (std::size_t j = 0; j < rooms.size(); ++j) {
            if (rooms[j].group == rooms[i].group) together = std::min(together, own[j].width);
        }
        if (rooms[i].group == 0 || together >= least_share * own[i].width) fits[i].width = fits[i].height = together;
    }
    return fits;
}

/// Makes cells higher in tensors with few rows and many columns, as far as there is room, since square cells would make a thin
/// strip. Likewise makes cells wider if there are many rows and few columns.
void thicken(std::vector<Fit>& fits, const Rooms& rooms) {
    const auto stretched = [](double cell, double count, double room) {
        return count <= few_cells ? std::max(cell, std::min(room / count, readable_cell)) : cell;
    };
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        double width = rooms[i].width, height = rooms[i].height;
        for (const TensorRoom& other : rooms) {
            if (rooms[i].group != 0 || other.group != 0) continue;
            width = std::min(width, other.width), height = std::min(height, other.height);
        }
        fits[i].width = stretched(fits[i].width, fits[i].columns, width);
        fits[i].height = stretched(fits[i].height, fits[i].rows, height);
    }
}

/// Aligns the factors with the product, as in multiplication on paper: each row of Q is to the left of its row of scores, each
/// column of Kᵀ below its column.
void align_products(const MapBlock& placed, const Rooms& rooms, std::vector<Fit>& fits) {
    const auto find = [&](std::string_view name) {
        const auto found =
            std::ranges::find_if(placed.tensors, [&](const MapTensor& t) { return !t.is_input && last_name(t.path) == name; });
        return static_cast<std::size_t>(found - placed.tensors.begin());
    };
    const bool turned = find("rotated_query") < placed.tensors.size(), normed = find("query_norm") < placed.tensors.size();
    const std::size_t query = find(turned   ? "rotated_query"
                                   : normed ? "query_norm"
                                            : "query"),
                      key = find(turned   ? "rotated_key_transposed"
                                 : normed ? "key_norm_transposed"
                                          : "key_transposed"),
                      scores = find("scores");
    if (std::max({query, key, scores}) >= placed.tensors.size()) return;
    for (const std::size_t before : {query, find("query"), normed ? find("query_norm") : query}) {
        fits[before].height = fits[scores].height;
        fits[before].width = std::min(fits[before].height, rooms[before].width / fits[before].columns);
    }
    fits[key].width = fits[scores].width;
    fits[key].height = std::min(fits[key].width, rooms[key].height / fits[key].rows);
}

void fit_cells(MapBlock& placed, const Rooms& rooms, const Trace& trace) {
    std::vector<Fit> fits = square_cells(placed, rooms, trace);
    thicken(fits, rooms);
    align_products(placed, rooms, fits);
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        MapTensor& tensor = placed.tensors[i];
        // Ids are shown as words, in wider cells.
        const bool ids = trace.tensors[static_cast<std::size_t>(tensor.slot)].type == ElementType::index;
        const double width = ids ? rooms[i].width : fits[i].width * fits[i].columns, height = fits[i].height * fits[i].rows;
        tensor.cell = ids ? fits[i].height : std::min(fits[i].width, fits[i].height);
        const WorldPoint centre = tensor.room.centre();
        tensor.area = {{centre.x - width / 2, centre.y - height / 2}, {centre.x + width / 2, centre.y + height / 2}};
    }
}

/// Moves the tensors of a row closer together, with even gaps that are not too wide.
void pack_row(MapBlock& placed) {
    constexpr double narrowest = row_gap, widest = 88, right = 22;
    auto& tensors = placed.tensors;
    const double begin = tensors.front().room.min.x, end = placed.area.max.x - right;
    double used = 0;
    for (const MapTensor& tensor : tensors) used += tensor.area.width();
    const auto gaps = static_cast<double>(tensors.size() - 1);
    const double gap = gaps > 0 ? std::clamp((end - begin - used) / gaps, narrowest, widest) : 0;
    double x = begin + std::max(0.0, (end - begin - used - gaps * gap) / 2);
    for (MapTensor& tensor : tensors) {
        const double width = tensor.area.width();
        tensor.area.min.x = tensor.room.min.x = x;
        tensor.area.max.x = tensor.room.max.x = x + width;
        tensor.title = std::min(width + gap, end + right - x) - 3;
        x += width + gap;
    }
}

}  // namespace

namespace {

bool is_wide(const Block& block) { return block.role == Role::feed_forward || block.id == "output"; }

}  // namespace

double map_block_height(const Block& block) {
    if (block.role == Role::attention) return attention_height;
    if (is_wide(block)) return wide_height;
    return block.side == Side::source ? high_row_height : row_height;
}

void place_tensors(MapBlock& placed, const Block& block, const Trace& trace) {
    placed.titled_above = block.role == Role::attention || is_wide(block);
    collect(placed, block, trace);
    const auto rooms = block.role == Role::attention ? attention_rooms(placed) : row_rooms(placed, trace);
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        const TensorRoom& room = rooms[i];
        MapTensor& tensor = placed.tensors[i];
        const WorldPoint corner{placed.area.min.x + room.x, placed.area.min.y + room.y};
        tensor.room = {corner, {corner.x + room.width, corner.y + room.height}};
        tensor.above = room.above;
        tensor.title = room.title;
        tensor.beside = room.beside;
    }
    fit_cells(placed, rooms, trace);
    if (block.role != Role::attention) pack_row(placed);
    placed.arrows = arrows_between(placed, block, *trace.outline);
}

}  // namespace vitrine
