package io.counterfoil.story.text;

import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes JSON in ASCII, so that no control sequence reaches a terminal and the output does not depend on its encoding.
 */
public final class Json {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private Json() {}

    /** Creates a generator; closing it does not close the writer. */
    public static JsonGenerator generator(Writer target) {
        return FACTORY.createGenerator(ObjectWriteContext.empty(), target);
    }
}
