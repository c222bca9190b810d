package io.counterfoil.story.text;

import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** Writes JSON in ASCII, so that no foreign text reaches a terminal as it is, and no encoding of a terminal changes it. */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private Json() {}

    /** A generator onto a writer, which stays open when the generator is closed. */
    public static JsonGenerator generator(Writer target) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), target);
    }
}
