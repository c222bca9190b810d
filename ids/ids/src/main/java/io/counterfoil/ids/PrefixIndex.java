package io.counterfoil.ids;

import io.counterfoil.ids.internal.Excerpt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The indexes of prefixes that a class loader sees. The annotation processor writes one into every jar that has types: lines {@code
 * prefix=binary.name.of.Class}, in UTF-8.
 */
final class PrefixIndex {

    static final String PATH = "META-INF/counterfoil/prefixes";

    private final Map<String, Entry> byPrefix = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private record Entry(String className, URL index) {

        @Override
        public String toString() {
            return "%s (of %s)".formatted(className, index);
        }
    }

    private PrefixIndex() {}

    static IdType<?>[] types(ClassLoader loader) {
        PrefixIndex index = new PrefixIndex();
        try {
            for (URL url : Collections.list(loader.getResources(PATH))) {
                index.read(url);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read %s".formatted(PATH), e);
        }
        if (index.byPrefix.isEmpty()) {
            throw new IllegalStateException(
                    "there is no %s with a prefix: compile the ID classes with counterfoil-ids-processor"
                            .formatted(PATH));
        }
        return index.byPrefix.entrySet().stream()
                .map(entry -> type(entry.getKey(), entry.getValue(), loader))
                .toArray(IdType<?>[]::new);
    }

    private void read(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // a cached jar file would stay open
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int separator = line.indexOf('=');
                if (separator < 0) {
                    throw new IllegalStateException(
                            "%s is not of the form prefix=class, in %s".formatted(Excerpt.of(line), url));
                }
                add(line.substring(0, separator), new Entry(line.substring(separator + 1), url));
            }
        }
    }

    private void add(String prefix, Entry entry) {
        Entry other = byPrefix.putIfAbsent(prefix, entry);
        if (other != null && !other.className().equals(entry.className())) {
            throw new IllegalStateException("prefix %s already belongs to %s and cannot be defined for %s"
                    .formatted(Excerpt.of(prefix), other, entry));
        }
    }

    private static IdType<?> type(String prefix, Entry entry, ClassLoader loader) {
        Class<?> idClass;
        try {
            idClass = Class.forName(entry.className(), false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("class %s does not exist; make a clean build of it".formatted(entry), e);
        }
        if (!AnyTypedId.class.isAssignableFrom(idClass)) {
            throw new IllegalStateException("%s is no %s".formatted(entry, AnyTypedId.class.getName()));
        }
        IdType<?> type = IdType.forClass(idClass);
        if (!type.prefix().equals(prefix)) {
            throw new IllegalStateException("%s has prefix \"%s\", not %s; make a clean build of it"
                    .formatted(entry, type.prefix(), Excerpt.of(prefix)));
        }
        return type;
    }
}
