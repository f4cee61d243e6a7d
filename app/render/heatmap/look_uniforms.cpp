#include "app/render/heatmap/look_uniforms.h"

#include <epoxy/gl.h>

#include "app/render/gl.h"

namespace vitrine {

namespace {

void set_colour(int location, ImU32 colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    glUniform4f(location, c.x, c.y, c.z, c.w);
}

}  // namespace

LookUniforms::LookUniforms(unsigned program)
    : pitch_(uniform(program, "u_pitch")),
      gap_(uniform(program, "u_gap")),
      pixel_(uniform(program, "u_pixel")),
      scale_(uniform(program, "u_scale")),
      range_(uniform(program, "u_range")),
      curve_(uniform(program, "u_curve")),
      masked_(uniform(program, "u_masked")),
      mean_(uniform(program, "u_mean")),
      minus_(uniform(program, "u_minus")),
      zero_(uniform(program, "u_zero")),
      plus_(uniform(program, "u_plus")),
      hatch_(uniform(program, "u_hatch")),
      mark_(uniform(program, "u_mark")),
      opacity_(uniform(program, "u_opacity")) {}

void LookUniforms::set(const HeatmapLayout& layout, const HeatmapStyle& style) const {
    const float scale = layout.scale;
    glUniform2f(pitch_, layout.pitch_x * scale, layout.pitch_y * scale);
    glUniform1f(gap_, layout.gap * scale);
    glUniform1f(pixel_, scale);
    glUniform1i(scale_, static_cast<int>(style.scale));
    glUniform3f(range_, style.limit, style.low, style.high);
    glUniform1f(curve_, style.curve);
    glUniform1i(masked_, static_cast<int>(style.masked));
    glUniform1i(mean_, style.shared == HeatmapStyle::Shared::mean);
    set_colour(minus_, style.minus);
    set_colour(zero_, style.zero);
    set_colour(plus_, style.plus);
    set_colour(hatch_, style.hatch);
    set_colour(mark_, style.mark);
    glUniform1f(opacity_, style.opacity);
}

}  // namespace vitrine
