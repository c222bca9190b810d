package io.counterfoil.springboot.internal;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Parsers of bodies that come from anywhere: strict, and bounded in depth. */
final class Parsers {

    /** The deepest nesting that is read. */
    static final int MAX_DEPTH = 200;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();
    private static final JsonFactory WITHOUT_DUPLICATES = FACTORY.rebuild()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Parsers() {}

    static JsonParser of(byte[] body) {
        return FACTORY.createParser(ObjectReadContext.empty(), body);
    }

    /** Two members of one name in one object are an error of the body. */
    static JsonParser withoutDuplicates(byte[] body) {
        return WITHOUT_DUPLICATES.createParser(ObjectReadContext.empty(), body);
    }
}
