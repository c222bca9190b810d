package io.counterfoil.ledger.story;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Lines as the service writes them, in files that a test has chosen. */
final class WrittenLog {

    private WrittenLog() {}

    /** A line of JSON, with its line feed. */
    static String line(int second, String id, String message) {
        return String.format(
                Locale.ROOT,
                "{\"@timestamp\":\"2026-01-01T00:%02d:%02d.000Z\",\"message\":\"%s\",\"level\":\"INFO\",\"corr_id\":\"%s\","
                        + "\"application\":\"ledger\"}\n",
                second / 60,
                second % 60,
                message,
                id);
    }

    static void append(Path file, String lines) throws IOException {
        Files.writeString(file, lines, CREATE, APPEND);
    }

    static void pack(Path file, String lines) throws IOException {
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(lines.getBytes(UTF_8));
        }
    }
}
