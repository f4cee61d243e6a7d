#pragma once
/// One tensor's declaration together with the tensors it is made of: evaluated for a cell, or followed the other way.
/// core/trace alone includes this.

#include <vector>

#include "core/explain/cell_letters.h"

namespace vitrine {

/// A block of cells, both corners included.
struct CellBox {
    Index first{}, last{};

    bool contains(const Index& cell) const;
    bool operator==(const CellBox&) const = default;
};

/// One cell of an operand, and its value. Operand −1: a constant, which has no cell.
struct OperandCell {
    int operand = -1;
    Index cell{};
    double value = 0;
};

struct FoundTerm {
    int rule = 0;     ///< place in Dependence::terms
    Size place = -1;  ///< along the letter it runs over; of two letters, counted along the last first. −1: it is there once
    std::string constant{};  ///< how a constant factor came about
    std::vector<OperandCell> factors{};
    double value = 1;  ///< their product
};

struct TakenApart {
    std::vector<FoundTerm> terms;
    std::vector<Waypoint> waypoints;
    double scale = 1, result = 0;
};

class BoundDependence {
public:
    /// The declaration has to outlive this, and so have the operands' numbers. Operands that are not present have no cells.
    BoundDependence(const Dependence& dependence, const Layout& output, std::vector<TensorView> operands);

    TakenApart take_apart(const Index& cell) const;

    /// "i=3", "b=0 l=2": where a term that runs over letters stands.
    std::string place_text(const FoundTerm& term) const;

    /// The axis of a term's first factor that runs with its last letter; −1 where it is there once.
    int running_axis(int rule) const;

    /// The cells of the output that an operand's cell is a factor of.
    std::vector<CellBox> uses(int operand, const Index& cell) const;

private:
    /// A term's factors, read.
    struct Term {
        std::vector<CellLetters> factors;
        std::vector<char> running;  ///< the letters that the output lacks, in order
    };

    Size id_at(const Places& places) const;
    FoundTerm find(const Index& cell, std::size_t rule, const Places& places) const;
    template <class Visit>
    void for_each_place(const Term& term, Places places, Visit&& visit) const;
    CellBox box(const Places& places) const;
    std::vector<Places> places_of(const CellLetters& factor, const Index& cell) const;

    const Dependence& dependence_;
    std::vector<TensorView> operands_;
    CellLetters output_, ids_;
    std::vector<Term> terms_;
    Places sizes_;
};

}  // namespace vitrine
