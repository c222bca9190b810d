package io.counterfoil.ids.processor;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.processing.Filer;
import javax.lang.model.element.Element;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/** The index of a class output: a line {@code prefix=binary.name.of.Class} for each class of ids, sorted by prefix. */
final class PrefixIndex {

    static final String PATH = "META-INF/counterfoil/prefixes";

    private PrefixIndex() {}

    /**
     * The index of the last run; empty where there was none.
     *
     * @throws IOException when it cannot be read, or is not what this class writes
     */
    static Map<String, String> read(Filer filer) throws IOException {
        Map<String, String> index = new TreeMap<>();
        FileObject file = filer.getResource(StandardLocation.CLASS_OUTPUT, "", PATH);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(file.openInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int separator = line.indexOf('=');
                if (separator < 0) {
                    throw new IOException(
                            "\"%s\" is no line of an index of prefixes; build from clean".formatted(line));
                }
                index.put(line.substring(0, separator), line.substring(separator + 1));
            }
        } catch (FileNotFoundException | NoSuchFileException none) {
            return index;
        }
        return index;
    }

    static void write(Map<String, String> index, Filer filer, Element... sources) throws IOException {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(index)
                .forEach((prefix, name) ->
                        text.append(prefix).append('=').append(name).append('\n'));
        write(text, PATH, filer, sources);
    }

    static void write(CharSequence text, String path, Filer filer, Element... sources) throws IOException {
        FileObject file = filer.createResource(StandardLocation.CLASS_OUTPUT, "", path, sources);
        try (Writer out = new java.io.OutputStreamWriter(file.openOutputStream(), StandardCharsets.UTF_8)) {
            out.append(text);
        }
    }
}
