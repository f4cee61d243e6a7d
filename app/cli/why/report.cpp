#include "app/cli/why/report.h"

#include "app/cli/common/output.h"

namespace vitrine {

void write_report(ReportFormat format, const Report& report) {
    Output output({});
    switch (format) {
        case ReportFormat::json:
            output.write(report.json().dump(2) + '\n');
            break;
        case ReportFormat::csv:
            output.write(report.csv());
            break;
        default:
            output.say(report.text());
    }
    output.finish();
}

}  // namespace vitrine
