package io.counterfoil.samples.printed;

import io.counterfoil.testkit.packed.ReactorModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks commands: options and subcommands of the packed programs against their own help, those of the programs for maintainers against
 * their sources, requests against the services' OpenAPI documents, and Maven's modules and tests against the repository. What prints
 * identifiers and scripts is run.
 */
final class ShellBlocks {

    private static final Set<String> FILTERS = Set.of("grep", "cut", "jq");
    private static final Set<String> OF_CURL = Set.of("-i", "-s", "-si", "-d", "-H", "--data-binary");
    private static final Set<String> RUN = Set.of("id", "schema");

    private final PackedPrograms programs = new PackedPrograms();
    private final Requests requests = new Requests();

    ShellBlocks() throws IOException {}

    List<String> faults(List<Block> blocks) throws IOException, InterruptedException {
        List<String> faults = new ArrayList<>();
        for (Block block : blocks) {
            for (ShellCommand command : ShellCommand.of(block)) {
                fault(command).ifPresent(fault -> faults.add(command.where() + ": " + fault));
            }
        }
        return faults;
    }

    private Optional<String> fault(ShellCommand command) throws IOException, InterruptedException {
        return switch (command.program()) {
            case "./run" -> programs.unknown(command);
            case "./counterfoil" -> {
                Optional<String> unknown = programs.unknown(command);
                yield unknown.isEmpty() && isRun(command) ? programs.failure(command) : unknown;
            }
            case "./lab/bench" ->
                unknownInSources(command, "lab/benchmarks/src/main/java", "lab/bench", "lab/judges/build/compare");
            case "./lab/soak" -> unknownInSources(command, "lab/soak-runner/src/main/java", "lab/soak");
            case "mvn" -> unknownToMaven(command);
            case "curl" ->
                command.arguments().stream()
                        .filter(word -> word.startsWith("-") && !OF_CURL.contains(word))
                        .findFirst()
                        .map(option -> "no rule for curl " + option)
                        .or(() -> requests.fault(command));
            default ->
                FILTERS.contains(command.program())
                        ? Optional.empty()
                        : Optional.of("no rule for the command " + command.program());
        };
    }

    /** Not where it needs a database of the reader's. */
    private static boolean isRun(ShellCommand command) {
        return RUN.contains(command.words().get(1)) && !command.words().contains("--url");
    }

    private static Optional<String> unknownInSources(ShellCommand command, String... sources) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String source : sources) {
            try (Stream<Path> files = Files.walk(Documents.ROOT.resolve(source))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    text.append(Files.readString(file)).append('\n');
                }
            }
        }
        String known = text.toString();
        return command.arguments().stream()
                .takeWhile(word -> !word.equals("--"))
                .map(word -> word.replaceFirst("=.*", ""))
                .filter(word -> word.equals(command.words().get(1)) || word.startsWith("--"))
                .filter(word -> !known.contains('"' + word + '"')
                        && !known.contains(word + ")")
                        && !known.contains("= " + word + " "))
                .findFirst()
                .map(word -> command.program() + " has no " + word);
    }

    private static Optional<String> unknownToMaven(ShellCommand command) throws IOException {
        List<String> modules = ReactorModules.of(Documents.ROOT);
        List<String> tests;
        try (Stream<Path> files = Files.walk(Documents.ROOT)) {
            tests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Test.java"))
                    .map(name -> name.replace(".java", ""))
                    .toList();
        }
        Optional<String> module = command.values("-pl").stream()
                .filter(name -> !modules.contains(name))
                .findFirst();
        Optional<String> test = command.arguments().stream()
                .filter(word -> word.startsWith("-Dtest="))
                .flatMap(word -> Stream.of(word.substring("-Dtest=".length()).split(",", -1)))
                .filter(name -> tests.stream().noneMatch(known -> known.matches(name.replace("*", ".*"))))
                .findFirst();
        return module.or(() -> test).map(name -> "the repository has no " + name);
    }

    /** The words of a command as a reader would type them. */
    static String text(ShellCommand command) {
        return command.words().stream().collect(Collectors.joining(" "));
    }
}
