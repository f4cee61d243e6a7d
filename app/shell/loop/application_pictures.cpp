#include "app/shell/loop/application_pictures.h"

#include "app/render/png.h"

namespace vitrine {

std::string picture_file(Application& application, PictureFormat format, const Still& still) {
    return format == PictureFormat::svg ? application.svg(still) : png(application.picture(still));
}

}  // namespace vitrine
