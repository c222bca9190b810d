package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The JSON that stories and single lines have in common. */
final class JsonLines {

    private JsonLines() {}

    /** Writes the members of a line into the open object. */
    static void members(Line line, JsonGenerator json) {
        time("time", line.time(), json);
        json.writeStringProperty("service", line.service());
        json.writeStringProperty("level", line.level());
        json.writeStringProperty("logger", line.logger());
        json.writeStringProperty("message", line.message());
        text("idempotency_key", line.idempotencyKey(), json);
        text("attempt", line.attempt(), json);
        text("client", line.client(), json);
        json.writeStringProperty("file", line.origin().file());
        json.writeNumberProperty("offset", line.origin().offset());
    }

    static void time(String name, Optional<Instant> time, JsonGenerator json) {
        text(name, time.map(Instant::toString), json);
    }

    static void text(String name, Optional<String> text, JsonGenerator json) {
        if (text.isPresent()) {
            json.writeStringProperty(name, text.get());
        } else {
            json.writeNullProperty(name);
        }
    }
}
