package io.counterfoil.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that the site is made with. */
final class Resources {

    private Resources() {}

    static String text(String name) {
        try (InputStream input = Resources.class.getResourceAsStream(name)) {
            if (input == null) {
                throw new IllegalArgumentException("no resource " + name);
            }
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
