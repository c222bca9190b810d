package io.counterfoil.testkit.http;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.RequestHead;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The head of a request as received. */
record NaiveRequest(String method, String target, String version, List<HeaderField> fields, Set<Flaw> flaws)
        implements RequestHead {

    /** Reads the next request of a connection; empty at its end. */
    static Optional<NaiveRequest> read(InputStream in, Set<Flaw> flaws) throws IOException {
        String start = line(in);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        List<HeaderField> fields = new ArrayList<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            fields.add(new HeaderField(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        String[] words = start.split(" ", 3);
        return Optional.of(new NaiveRequest(words[0], words[1], words[2], fields, flaws));
    }

    /** Reads up to the end of the line or of the connection. */
    static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public String path() {
        if (flaws.contains(Flaw.KEEPS_THE_QUERY_IN_THE_PATH)) {
            return target;
        }
        String path = target.split("\\?", 2)[0];
        return flaws.contains(Flaw.DECODES_THE_PATH) ? URLDecoder.decode(path, StandardCharsets.UTF_8) : path;
    }

    @Override
    public Optional<String> query() {
        String[] parts = target.split("\\?", 2);
        return parts.length == 2 ? Optional.of(parts[1]) : Optional.empty();
    }

    @Override
    public List<String> headers(String name) {
        List<String> values = fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(HeaderField::value)
                .toList();
        if (flaws.contains(Flaw.IGNORES_THE_CLIENT) && name.equals(HttpScenarios.CLIENT)) {
            return List.of();
        }
        return flaws.contains(Flaw.FOLDS_HEADER_LINES) && !values.isEmpty()
                ? List.of(String.join(", ", values))
                : values;
    }

    @Override
    public Optional<String> principal() {
        return headers(ContractServer.PRINCIPAL_FIELD).stream().findFirst();
    }

    boolean isLast() {
        return version.equals("HTTP/1.0") || headers("Connection").stream().anyMatch("close"::equalsIgnoreCase);
    }
}
