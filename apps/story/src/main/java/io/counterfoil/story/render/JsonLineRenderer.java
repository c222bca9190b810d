package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.text.Json;
import java.io.PrintWriter;
import tools.jackson.core.JsonGenerator;

/**
 * Renders a line as one JSON object on one line: the members that {@link JsonRenderer} writes, and {@code id}, the
 * correlation ID.
 */
public final class JsonLineRenderer implements LineRenderer {

    @Override
    public void render(String id, Line line, PrintWriter out) {
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartObject();
            json.writeStringProperty("id", id);
            JsonLines.members(line, json);
            json.writeEndObject();
        }
        out.println();
        out.flush();
    }
}
