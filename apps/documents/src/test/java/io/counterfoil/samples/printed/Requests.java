package io.counterfoil.samples.printed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks requests of curl against what the services of the repository describe of themselves. */
final class Requests {

    private static final Pattern TARGET = Pattern.compile("localhost:(\\d+)(/[^?]*)(\\?.*)?");
    private static final Pattern FIELD = Pattern.compile("[A-Za-z-]+: \\S.*", Pattern.DOTALL);

    /** What a reader's own service has. */
    private static final Set<String> OF_A_READER = Set.of("/v1/payments", "/v1/orders");

    private final List<Operation> operations = new ArrayList<>();

    /** @param method in lower case */
    private record Operation(String method, Pattern path) {}

    Requests() throws IOException {
        add("apps/ledger/src/main/resources/static/openapi.json");
        add("apps/control-plane/src/main/resources/static/openapi.json");
    }

    private void add(String document) throws IOException {
        JsonNode paths = JsonMapper.shared()
                .readTree(Path.of(Documents.ROOT.toString(), document).toFile())
                .get("paths");
        paths.properties()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> operations.add(new Operation(
                                method, Pattern.compile(path.getKey().replaceAll("\\{[^}]+}", "[^/]+"))))));
    }

    Optional<String> fault(ShellCommand command) {
        for (String field : command.values("-H")) {
            if (!FIELD.matcher(field).matches()) {
                return Optional.of("no header field: " + field);
            }
        }
        for (String body : command.values("-d")) {
            try {
                JsonMapper.shared().readTree(body);
            } catch (JacksonException broken) {
                return Optional.of("the body is no JSON: " + broken.getOriginalMessage());
            }
        }
        Matcher target = command.words().stream()
                .map(TARGET::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .orElseGet(() -> TARGET.matcher(""));
        if (!target.matches()) {
            return Optional.of("no address of a service: " + ShellBlocks.text(command));
        }
        String path = target.group(2);
        String method = command.values("-d", "--data-binary").isEmpty() ? "get" : "post";
        boolean known = operations.stream()
                .anyMatch(operation -> operation.method().equals(method)
                        && operation.path().matcher(path).matches());
        return known || OF_A_READER.contains(path)
                ? Optional.empty()
                : Optional.of("no service has " + method + " " + path);
    }
}
