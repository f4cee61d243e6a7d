#pragma once
/// A session as plain data: see app/session/session.h.

#include <optional>
#include <string>
#include <vector>

#include "app/base/views.h"
#include "app/compare/comparison_view.h"
#include "app/run/edits.h"
#include "app/run/parked_edits.h"
#include "app/views/attention/state.h"
#include "app/views/generate/state.h"
#include "app/views/map/state.h"
#include "app/views/masks/state.h"
#include "app/views/positions/state.h"
#include "app/views/tensors/state.h"
#include "app/views/tokens/state.h"
#include "app/views/train/settings.h"
#include "core/io/model.h"

namespace vitrine {

/// What somebody wants the appearance to be; `system`: what the desktop says, dark where that says nothing.
enum class ThemeChoice : std::uint8_t { dark, light, system };

/// Run A of a comparison, and what of it was shown.
struct SavedComparison {
    ModelRequest model{};
    Edits edits{};
    ComparedSide side = ComparedSide::b;
};

struct SavedSession {
    std::optional<ModelRequest> model{};  ///< nothing: none was open
    Edits edits{};                        ///< what was made of it
    EditHistory history{};                ///< that led to them
    std::vector<LeftEdits> left{};        ///< of other models
    std::optional<SavedComparison> comparison{};

    View view = View::map;
    int step = 0;
    std::string tensor{};      ///< the selected one
    std::vector<Size> cell{};  ///< its index; empty: none
    Size sentence = 0, head = 0;
    Aspect aspect = Aspect::value;
    bool every_term = false;
    double steps_per_second = 1;
    std::vector<std::string> folded{};

    std::string framed{};  ///< on the map
    std::optional<MapCamera> free{};

    AttentionStage stage = AttentionStage::weights;
    int share = 70;
    MaskThing mask = MaskThing::target;
    Side side = Side::source;
    PositionsShown positions_shown = PositionsShown::sinusoidal;
    Size positions = 20, feature = 0, position = 0, other = 0;
    SimilarityKind similarity = SimilarityKind::dot_product;
    RangeOf range = RangeOf::tensor;
    Zoom zoom = Zoom::fit;
    CopyForm form = CopyForm::text;
    Ranking ranking = Ranking::by_change;
    ComparedKind compared = ComparedKind::computed;
    std::string design{};  ///< the choice that is explained; empty: the first
    std::string search{};
    std::string tokens_text = TokensView().text.text;
    std::string tokenizer{};  ///< the file that was chosen; empty: none
    std::map<std::array<Axis, max_rank>, AxisChoice> axes{};
    std::vector<std::string> pins{};

    TrainingSettings training{};  ///< without a task: none was chosen
    DecodeOptions decoding = GenerateView().options;
    std::string export_folder{};

    ThemeChoice theme = ThemeChoice::dark;
    double scale = 1;
    Motion motion = Motion::eased;
    bool reduced_motion = false;  ///< the desktop wished for it: `motion` is what was chosen since

    // Never in the file.
    std::string problem{};  ///< what of it could not be had so far
    std::string remark{};   ///< what else went wrong meanwhile
    std::string notice{};   ///< what is to be known of it
};

}  // namespace vitrine
