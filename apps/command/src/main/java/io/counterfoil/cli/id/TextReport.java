package io.counterfoil.cli.id;

import io.counterfoil.cli.id.Inspection.Refusal;
import io.counterfoil.cli.id.Inspection.Use;
import io.counterfoil.cli.id.Reading.Fact;
import io.counterfoil.cli.id.Reading.Moment;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Spans;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** Prints inspections for people: likely readings in full, the others on one line each. */
record TextReport(PrintWriter out, Ink ink, Instant now) implements Report {

    private static final int MAX_TEXT = 200;

    @Override
    public void write(Inspection inspection) {
        out.println(ink.bold(Visible.of(inspection.text(), MAX_TEXT)));
        boolean anyLikely = inspection.readings().stream().anyMatch(Reading::likely);
        for (Reading reading : inspection.readings()) {
            if (reading.likely() || !anyLikely) {
                reading(reading, "  ");
            }
        }
        for (Refusal refusal : inspection.refusals()) {
            out.println("  " + ink.warning("not a valid " + refusal.kind().replace('-', ' ')) + ": "
                    + Visible.of(refusal.reason()));
        }
        if (inspection.readings().isEmpty() && inspection.refusals().isEmpty()) {
            out.println("  " + ink.warning("not an ID of any known kind"));
        }
        if (anyLikely) {
            unlikely(inspection.readings().stream()
                    .filter(reading -> !reading.likely())
                    .toList());
        }
        uses(inspection.uses());
        out.println();
    }

    private void reading(Reading reading, String indent) {
        String status = reading.isValid() ? ink.good("valid") : ink.bad("not valid");
        out.println(indent + Visible.of(reading.name()) + ", " + status);
        String deeper = indent + "  ";
        for (String fault : reading.faults()) {
            field(deeper, "problem", fault);
        }
        reading.canonical().ifPresent(text -> field(deeper, "canonical", text));
        for (Moment moment : reading.times()) {
            field(deeper, "time", time(moment));
        }
        for (Fact fact : reading.facts()) {
            field(deeper, fact.name(), fact.note().isEmpty() ? fact.value() : fact.value() + " (" + fact.note() + ")");
        }
        for (Reading part : reading.parts()) {
            reading(part, deeper);
        }
    }

    private void field(String indent, String name, String value) {
        out.println(indent + ink.faint("%-14s ".formatted(name)) + Visible.of(value, MAX_TEXT));
    }

    private String time(Moment moment) {
        Duration age = Duration.between(moment.time(), now);
        String distance = age.isNegative() ? "in " + Spans.of(age) : Spans.of(age) + " ago";
        String note = moment.note().isEmpty() ? "" : "; " + moment.note();
        return "%s, to %s (%s)%s".formatted(moment.time(), Spans.of(moment.precision()), distance, note);
    }

    private void unlikely(List<Reading> readings) {
        for (Reading reading : readings) {
            String times = reading.times().stream()
                    .map(moment -> moment.time().toString())
                    .collect(Collectors.joining(" or "));
            out.println("  "
                    + ink.faint("or " + Visible.of(reading.name()) + form(reading)
                            + (times.isEmpty() ? "" : ", of " + times)));
        }
    }

    private static String form(Reading reading) {
        return reading.facts().stream()
                .filter(fact -> fact.name().equals("form"))
                .map(fact -> " in " + fact.value())
                .findFirst()
                .orElse("");
    }

    private void uses(List<Use> uses) {
        String good = uses.stream()
                .filter(use -> use.fault().isEmpty())
                .map(Use::name)
                .collect(Collectors.joining(", "));
        if (!good.isEmpty()) {
            out.println("  " + ink.faint("can be used as " + good));
        }
        for (Use use : uses) {
            use.fault()
                    .ifPresent(fault -> out.println(
                            "  " + ink.faint("cannot be used as " + use.name() + ": " + Visible.of(fault))));
        }
    }
}
