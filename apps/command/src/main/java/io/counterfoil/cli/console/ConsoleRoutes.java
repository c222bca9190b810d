package io.counterfoil.cli.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is under which address of the console: the files of the page, the list of services, each service's API, and stories. Thread-safe.
 *
 * @param services in the order of the command line
 * @param logs where the files are that stories are read from; empty for no stories
 */
record ConsoleRoutes(List<RemoteService> services, Optional<LogDirectory> logs, StoryPage stories) {

    private static final int LARGEST_BODY = 4 * 1024 * 1024;

    private static final Pattern OF_SERVICE = Pattern.compile("services/(\\d{1,3})/(api/.+|story)");

    private static final Pattern JSON =
            Pattern.compile("application/(?:problem\\+)?json(?:\\s*;[ -~]*)?", Pattern.CASE_INSENSITIVE);

    /** What a browser says about itself and its connection, and which encodings it can undo. */
    private static final Set<String> KEPT = Set.of(
            "accept-encoding",
            "authorization",
            "connection",
            "content-length",
            "cookie",
            "expect",
            "host",
            "origin",
            "range",
            "referer",
            "te",
            "transfer-encoding",
            "upgrade");

    Reply reply(HttpExchange exchange, String path) throws IOException, InterruptedException {
        if (path.equals("services")) {
            return Reply.json(list());
        }
        Matcher found = OF_SERVICE.matcher(path);
        if (!found.matches()) {
            return PageFiles.find(path).orElseGet(Reply::notFound);
        }
        int index = Integer.parseInt(found.group(1));
        if (index >= services.size() || !isPlain(found.group(2))) {
            return Reply.notFound();
        }
        return found.group(2).equals("story")
                ? story(exchange)
                : passedOn(exchange, services.get(index), found.group(2));
    }

    /** Whether no server between here and the service's API could take the path for another one. */
    private static boolean isPlain(String path) {
        return Stream.of(path.split("/", -1))
                .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
                .noneMatch(part -> part.isEmpty()
                        || part.equals(".")
                        || part.equals("..")
                        || part.chars().anyMatch(character -> "/\\;".indexOf(character) >= 0 || character < ' '));
    }

    private String list() {
        return IntStream.range(0, services.size())
                .mapToObj(index -> "{\"name\":%s,\"base\":\"services/%s/api/\"%s}"
                        .formatted(
                                services.get(index).name(),
                                index,
                                logs.isEmpty() ? "" : ",\"story\":\"services/" + index + "/story\""))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static Reply passedOn(HttpExchange exchange, RemoteService service, String path)
            throws IOException, InterruptedException {
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) {
            return Reply.problem(413, "body-too-large", "Body too large", "at most " + LARGEST_BODY + " bytes");
        }
        String query = exchange.getRequestURI().getRawQuery();
        try {
            HttpResponse<byte[]> response = service.send(
                    exchange.getRequestMethod(),
                    query == null ? path : path + "?" + query,
                    passedOn(exchange.getRequestHeaders()),
                    body);
            if (response.statusCode() >= 300 && response.statusCode() < 400) {
                return Reply.problem(
                        401,
                        "not-authenticated",
                        "Not authenticated",
                        "the service asks for a sign-in page; start the command again");
            }
            return json(service, response);
        } catch (IOException failure) {
            return Reply.problem(
                    502, "service-unreachable", "Service unreachable", service + ": " + RemoteService.why(failure));
        }
    }

    /** Nothing but JSON: a script or a page of a service would be one of this origin, and act at all services. */
    private static Reply json(RemoteService service, HttpResponse<byte[]> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        return JSON.matcher(type).matches()
                ? Reply.of(response.statusCode(), type, response.body())
                : Reply.problem(
                        502,
                        "service-unreadable",
                        "Service unreadable",
                        "%s: status %s without JSON; is the service still there, and its console?"
                                .formatted(service, response.statusCode()));
    }

    private static Map<String, String> passedOn(Headers headers) {
        Map<String, String> kept = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!KEPT.contains(lower) && !lower.startsWith("sec-") && !lower.startsWith("http2-")) {
                kept.put(name, values.get(0));
            }
        });
        return kept;
    }

    private Reply story(HttpExchange exchange) throws IOException {
        if (logs.isEmpty()) {
            return Reply.notFound();
        }
        try {
            String id = parameters(exchange).getOrDefault("id", "");
            return Reply.story(stories.html(id, logs.get().files()));
        } catch (IllegalArgumentException unreadable) {
            return Reply.problem(400, "bad-parameter", "No story", String.valueOf(unreadable.getMessage()));
        }
    }

    private static Map<String, String> parameters(HttpExchange exchange) {
        Map<String, String> parameters = new LinkedHashMap<>();
        String query = exchange.getRequestURI().getRawQuery();
        for (String part : query == null ? new String[0] : query.split("&")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        part.substring(0, equals),
                        URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return parameters;
    }
}
