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

/** The result of {@code counterfoil id}. */
record IdResult(int exitCode, String out, String err) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static IdResult id(String... args) {
        return run(Ansi.OFF, args);
    }

    static IdResult onTerminal(String... args) {
        return run(Ansi.ON, args);
    }

    /** Runs the command with this standard input. */
    static IdResult idOf(String input, String... args) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        try {
            return id(args);
        } finally {
            System.setIn(before);
        }
    }

    private static IdResult run(Ansi ansi, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = new CommandLine(new IdCommand())
                .setColorScheme(Help.defaultColorScheme(ansi))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        return new IdResult(exitCode, out.toString(), err.toString());
    }

    /** The lines on standard output; the exit code must be 0. */
    List<String> lines() {
        assertThat(err).isEmpty();
        assertThat(exitCode).isZero();
        return out.lines().toList();
    }

    /** The single JSON object on standard output. */
    JsonNode json() {
        assertThat(out.lines()).hasSize(1);
        return JSON.readTree(out);
    }

    /** The JSON output of {@code inspect} for a text. */
    static JsonNode inspected(String text, String... options) {
        String[] args = new String[options.length + 4];
        args[0] = "inspect";
        args[1] = "--json";
        System.arraycopy(options, 0, args, 2, options.length);
        args[args.length - 2] = "--";
        args[args.length - 1] = text;
        return id(args).json();
    }

    /** All readings of a kind: one text may be valid in several bases. */
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
