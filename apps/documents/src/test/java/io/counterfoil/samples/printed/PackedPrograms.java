package io.counterfoil.samples.printed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The programs of the repository as they are packed, each asked in a process of its own. */
final class PackedPrograms {

    private static final String COMMAND = "apps/command/target/counterfoil.jar";

    private final Map<List<String>, String> helps = new HashMap<>();

    /** What the help of the program does not know of the subcommands and options of the command. */
    Optional<String> unknown(ShellCommand command) throws IOException, InterruptedException {
        List<String> path = new ArrayList<>(start(command));
        int given = path.size() - start(command).size();
        for (String word : rest(command)) {
            String option = word.replaceFirst("=.*", "");
            String help = help(path);
            boolean subcommand = word.matches("[a-z-]+") && !word.startsWith("-") && hasSubcommand(help, word);
            if (subcommand) {
                path.add(word);
            } else if (word.startsWith("-") && !word.equals("-") && !hasOption(help, option)) {
                return Optional.of(
                        "`" + String.join(" ", path.subList(given, path.size())) + " --help` has no " + option);
            }
        }
        return Optional.empty();
    }

    /** Runs it: what it prints of given ids, but for their age, is what the document shows. */
    Optional<String> failure(ShellCommand command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(start(command));
        line.addAll(rest(command));
        Path output = Files.createTempFile("printed", ".out");
        try {
            int status = run(line, output);
            List<String> printed = Files.readString(output)
                    .lines()
                    .map(PackedPrograms::ageless)
                    .toList();
            List<String> shown = command.words().contains("inspect") ? command.output() : List.of();
            // 1 is an id that is none.
            return status > 1
                    ? Optional.of("exit code " + status + ":\n" + String.join("\n", printed))
                    : shown.stream()
                            .filter(text -> !printed.contains(ageless(text)))
                            .findFirst()
                            .map(text -> "not printed: " + text);
        } finally {
            Files.delete(output);
        }
    }

    private static String ageless(String line) {
        return line.replaceAll("\\(.* ago\\)", "");
    }

    private static boolean hasSubcommand(String help, String word) {
        return Pattern.compile("(?m)^  " + Pattern.quote(word) + "\\b")
                .matcher(help)
                .find();
    }

    private static boolean hasOption(String help, String option) {
        return Pattern.compile("(?m)^ +(-\\w, )?" + Pattern.quote(option) + "\\b|^ +" + Pattern.quote(option) + ", ")
                .matcher(help)
                .find();
    }

    private String help(List<String> path) throws IOException, InterruptedException {
        String known = helps.get(path);
        if (known != null) {
            return known;
        }
        List<String> line = new ArrayList<>(path);
        line.add("--help");
        Path output = Files.createTempFile("printed", ".help");
        try {
            int status = run(line, output);
            String help = Files.readString(output);
            if (status != 0) {
                throw new IllegalStateException(line + " ended with " + status + ":\n" + help);
            }
            helps.put(List.copyOf(path), help);
            return help;
        } finally {
            Files.delete(output);
        }
    }

    private static int run(List<String> line, Path output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.outputWriter(StandardCharsets.UTF_8).close();
        return process.waitFor();
    }

    /** Starts the command with these arguments; its errors are in its output. */
    static Process command(String... arguments) throws IOException {
        List<String> line = new ArrayList<>(start(COMMAND));
        line.addAll(List.of(arguments));
        return new ProcessBuilder(line).redirectErrorStream(true).start();
    }

    private static List<String> start(ShellCommand command) {
        String jar = COMMAND;
        if (command.program().equals("./run")) {
            jar = isControlPlane(command)
                    ? "apps/control-plane/target/counterfoil-control-plane-app.jar"
                    : "apps/ledger/target/counterfoil-ledger-app.jar";
        }
        return start(jar);
    }

    private static List<String> start(String jar) {
        Path file = Documents.ROOT.resolve(jar);
        if (!Files.exists(file)) {
            throw new IllegalStateException(file + " is missing: mvn package makes it");
        }
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                file.toString());
    }

    private static List<String> rest(ShellCommand command) {
        return isControlPlane(command)
                ? command.arguments().subList(1, command.arguments().size())
                : command.arguments();
    }

    private static boolean isControlPlane(ShellCommand command) {
        return command.program().equals("./run") && command.words().contains("control-plane");
    }
}
