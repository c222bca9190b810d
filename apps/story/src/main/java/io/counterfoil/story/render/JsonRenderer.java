package io.counterfoil.story.render;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Gap;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Link;
import io.counterfoil.story.model.Note;
import io.counterfoil.story.model.Processing;
import io.counterfoil.story.model.Span;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.text.Json;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Renders a story as one JSON object on one line in ASCII. {@code docs/reference/command.md} describes the members. They do not
 * change while {@code version} is {@value #VERSION}; new members may be added. Every member is present, {@code null} if
 * it has no value. Times are RFC 3339 in UTC, durations are milliseconds.
 */
public final class JsonRenderer implements Renderer {

    /** The version of the format. */
    public static final int VERSION = 1;

    @Override
    public void render(Story story, PrintWriter out) {
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartObject();
            json.writeNumberProperty("version", VERSION);
            json.writeStringProperty("asked", story.requestedId());
            json.writeStringProperty("asked_as", story.byKey() ? "idempotency_key" : "correlation_id");
            JsonLines.text("extended_from", story.extendedFrom(), json);
            span(story.span(), json);
            array("chapters", story.chapters(), JsonRenderer::unit, json);
            array("links", story.links(), JsonRenderer::link, json);
            array("actions", story.actions(), JsonRenderer::action, json);
            array("notes", story.notes(), JsonRenderer::note, json);
            millis("silence_ms", story.silence(), json);
            json.writeName("reading");
            json.writeStartObject();
            json.writeNumberProperty("files", story.reading().files());
            json.writeNumberProperty("bytes", story.reading().bytes());
            json.writeNumberProperty("passes", story.reading().passes());
            json.writeNumberProperty("unread_lines", story.reading().unread());
            millis("took_ms", story.reading().took(), json);
            json.writeEndObject();
            json.writeEndObject();
        }
        out.println();
        out.flush();
    }

    private static void unit(Unit unit, JsonGenerator json) {
        json.writeStringProperty("id", unit.id());
        span(unit.span(), json);
        strings("services", unit.services(), json);
        array("lines", unit.lines(), (Line line, JsonGenerator to) -> JsonLines.members(line, to), json);
        json.writeNumberProperty("omitted_lines", unit.omitted());
        array("gaps", unit.gaps(), JsonRenderer::gap, json);
        array("children", unit.children(), JsonRenderer::unit, json);
    }

    private static void gap(Gap gap, JsonGenerator json) {
        json.writeStringProperty("from", gap.from().toString());
        json.writeStringProperty("to", gap.to().toString());
        millis("duration_ms", gap.duration(), json);
    }

    private static void link(Link link, JsonGenerator json) {
        json.writeStringProperty("from", link.from());
        json.writeStringProperty("to", link.to());
        json.writeStringProperty("kind", name(link.kind()));
        JsonLines.time("time", link.time(), json);
        json.writeStringProperty("proof", name(link.proof()));
    }

    private static void action(Action action, JsonGenerator json) {
        json.writeStringProperty("idempotency_key", action.key());
        JsonLines.text("client", action.client(), json);
        action.successful()
                .ifPresentOrElse(attempt -> successful(attempt, json), () -> json.writeNullProperty("successful"));
        array("attempts", action.attempts(), JsonRenderer::attempt, json);
    }

    private static void attempt(Attempt attempt, JsonGenerator json) {
        json.writeStringProperty("id", attempt.unit());
        JsonLines.text("attempt", attempt.name(), json);
        span(attempt.span(), json);
        json.writeNumberProperty("lines", attempt.lines());
        strings("services", attempt.services(), json);
        json.writeStringProperty("result", name(attempt.result()));
        JsonLines.text("status", attempt.status(), json);
        JsonLines.text("replay_of", attempt.replayOf(), json);
        array("processings", attempt.processings(), JsonRenderer::processing, json);
    }

    private static void processing(Processing processing, JsonGenerator json) {
        json.writeStringProperty("id", processing.unit());
        span(processing.span(), json);
        json.writeNumberProperty("lines", processing.lines());
        strings("services", processing.services(), json);
    }

    private static void successful(Attempt attempt, JsonGenerator json) {
        json.writeName("successful");
        json.writeStartObject();
        json.writeStringProperty("id", attempt.unit());
        JsonLines.text("attempt", attempt.name(), json);
        attempt.span()
                .ifPresentOrElse(
                        span -> millis("took_ms", span.duration(), json), () -> json.writeNullProperty("took_ms"));
        json.writeStringProperty("result", name(attempt.result()));
        json.writeEndObject();
    }

    private static void note(Note note, JsonGenerator json) {
        json.writeStringProperty("kind", name(note.kind()));
        json.writeStringProperty("text", note.text());
    }

    private static void span(Optional<Span> span, JsonGenerator json) {
        if (span.isEmpty()) {
            json.writeNullProperty("span");
            return;
        }
        json.writeName("span");
        json.writeStartObject();
        json.writeStringProperty("first", span.get().first().toString());
        json.writeStringProperty("last", span.get().last().toString());
        millis("duration_ms", span.get().duration(), json);
        json.writeEndObject();
    }

    /** Writes a duration in milliseconds, exact to the nanosecond. */
    private static void millis(String name, Duration span, JsonGenerator json) {
        BigDecimal nanos =
                BigDecimal.valueOf(span.getSeconds()).scaleByPowerOfTen(9).add(BigDecimal.valueOf(span.getNano()));
        json.writeName(name);
        json.writeNumber(nanos.scaleByPowerOfTen(-6).stripTrailingZeros().toPlainString());
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void strings(String name, List<String> values, JsonGenerator json) {
        json.writeName(name);
        json.writeStartArray();
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    private static <T> void array(String name, List<T> values, Members<T> members, JsonGenerator json) {
        json.writeName(name);
        json.writeStartArray();
        for (T value : values) {
            json.writeStartObject();
            members.write(value, json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the members of an object. */
    @FunctionalInterface
    private interface Members<T> {
        void write(T value, JsonGenerator json);
    }
}
