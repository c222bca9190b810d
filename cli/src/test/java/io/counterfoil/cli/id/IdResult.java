package io.counterfoil.cli.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What came of {@code counterfoil id}. */
record Ran(int exitCode, String out, String err) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static Ran id(String... args) {
        return run(Ansi.OFF, args);
    }

    static Ran onTerminal(String... args) {
        return run(Ansi.ON, args);
    }

    /** With this on the standard input. */
    static Ran idOf(String input, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return id(args);
        } finally {
            System.setIn(before);
        }
    }

    private static Ran run(Ansi ansi, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(new IdCommand())
                .setColorScheme(Help.defaultColorScheme(ansi))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        return new Ran(exitCode, out.toString(), err.toString());
    }

    /** The lines on standard output, of a run that went well. */
    List<String> lines() {
        assertThat(err).isEmpty();
        assertThat(exitCode).isZero();
        return out.lines().toList();
    }

    /** The one JSON object on standard output. */
    JsonNode json() {
        assertThat(out.lines()).hasSize(1);
        return JSON.readTree(out);
    }

    /** What {@code inspect} says of a text. */
    static JsonNode inspected(String text, String... options) {
        String[] args = new String[options.length + 4];
        args[0] = "inspect";
        args[1] = "--json";
        System.arraycopy(options, 0, args, 2, options.length);
        args[args.length - 2] = "--";
        args[args.length - 1] = text;
        return id(args).json();
    }

    /** All readings of a kind: digits of one base can be digits of another too. */
    static List<JsonNode> readings(JsonNode inspected, String kind) {
        return inspected
                .get("readings")
                .valueStream()
                .filter(reading -> reading.get("kind").stringValue().equals(kind))
                .toList();
    }

    /** The first reading of a kind. */
    static JsonNode reading(JsonNode inspected, String kind) {
        return readings(inspected, kind).stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError("no reading " + kind + " in " + inspected));
    }
}
