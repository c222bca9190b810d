package io.counterfoil.cli.id;

import io.counterfoil.cli.id.Inspection.Refusal;
import io.counterfoil.cli.id.Inspection.Use;
import io.counterfoil.cli.id.Reading.Fact;
import io.counterfoil.cli.id.Reading.Moment;
import io.counterfoil.story.text.Json;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Prints one JSON object per text and line; {@code docs/reference/command.md} describes the members. */
record JsonReport(PrintWriter out) implements Report {

    @Override
    public void write(Inspection inspection) {
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartObject();
            json.writeStringProperty("text", inspection.text());
            json.writeBooleanProperty("valid", inspection.isValid());
            readings("readings", inspection.readings(), json);
            json.writeName("usable_as");
            json.writeStartArray();
            for (Use use : inspection.uses()) {
                json.writeStartObject();
                json.writeStringProperty("kind", use.kind());
                json.writeBooleanProperty("valid", use.fault().isEmpty());
                use.fault().ifPresent(fault -> json.writeStringProperty("fault", fault));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeName("refusals");
            json.writeStartArray();
            for (Refusal refusal : inspection.refusals()) {
                json.writeStartObject();
                json.writeStringProperty("kind", refusal.kind());
                json.writeStringProperty("reason", refusal.reason());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        out.println();
    }

    private static void readings(String name, List<Reading> readings, JsonGenerator json) {
        json.writeName(name);
        json.writeStartArray();
        for (Reading reading : readings) {
            json.writeStartObject();
            json.writeStringProperty("kind", reading.kind());
            json.writeStringProperty("name", reading.name());
            json.writeBooleanProperty("likely", reading.likely());
            json.writeBooleanProperty("valid", reading.isValid());
            json.writeName("faults");
            json.writeStartArray();
            reading.faults().forEach(json::writeString);
            json.writeEndArray();
            reading.canonical().ifPresent(text -> json.writeStringProperty("canonical", text));
            json.writeName("times");
            json.writeStartArray();
            for (Moment moment : reading.times()) {
                json.writeStartObject();
                json.writeStringProperty("time", moment.time().toString());
                json.writeStringProperty("precision", moment.precision().toString());
                if (!moment.note().isEmpty()) {
                    json.writeStringProperty("note", moment.note());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeName("facts");
            json.writeStartObject();
            for (Fact fact : reading.facts()) {
                json.writeStringProperty(fact.name().replace(' ', '_'), fact.value());
            }
            json.writeEndObject();
            readings("parts", reading.parts(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
