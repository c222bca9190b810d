package io.counterfoil.cli.console;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service that has the console: its API, with the credentials of the operator. Cookies are kept, since the token against forged requests belongs
 * to a session. Thread-safe.
 */
final class RemoteService {

    /** Less than the page waits, so that it gets the reason. */
    private static final Duration LIMIT = Duration.ofSeconds(25);

    /** The name in the service's own list, as a JSON string. */
    private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*(\"(?:[^\"\\\\]|\\\\.)*\")");

    private final URI base;
    private final Optional<String> authorization;
    private volatile String name;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .cookieHandler(new CookieManager())
            .build();

    /** @param base with a slash at the end */
    RemoteService(URI base, Optional<Credentials> credentials) {
        this.base = base;
        this.name = '"' + base.getAuthority() + '"';
        this.authorization = credentials.map(known -> "Basic "
                + Base64.getEncoder()
                        .encodeToString((known.user() + ":" + known.password()).getBytes(StandardCharsets.UTF_8)));
    }

    /** User and password. */
    record Credentials(String user, String password) {}

    /** The service's name, as a JSON string; its host and port before {@link #check} was successful. */
    String name() {
        return name;
    }

    /**
     * Checks that the user may see the console, and asks for the service's name.
     *
     * @return why the service cannot be reached; empty where it was
     * @throws ConsoleException when it cannot be shown; the message says why
     */
    Optional<String> check() throws InterruptedException {
        try {
            require(send("GET", "api/session", Map.of(), new byte[0]));
            HttpResponse<byte[]> services = send("GET", "services", Map.of(), new byte[0]);
            Matcher found = NAME.matcher(new String(services.body(), StandardCharsets.UTF_8));
            if (!found.find()) {
                throw noConsole("its list of services has no name");
            }
            name = found.group(1);
            return Optional.empty();
        } catch (IOException failure) {
            return Optional.of("%s cannot be reached: %s".formatted(base, why(failure)));
        }
    }

    /** A failure in words; those of connections have none of their own. */
    static String why(IOException failure) {
        return failure.getMessage() == null ? "no connection" : failure.getMessage();
    }

    private void require(HttpResponse<byte[]> session) {
        int status = session.statusCode();
        if (status == 401 || status == 403 || (status >= 300 && status < 400)) {
            throw new ConsoleException("%s: %s"
                    .formatted(
                            base,
                            status == 403
                                    ? "the user may not see the console (403): counterfoil.console.view-role names the role"
                                    : authorization.isPresent()
                                            ? "user or password were refused (" + status + ")"
                                            : "a user is required (" + status + "): --user NAME"));
        }
        boolean json = session.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
        if (status != 200 || !json) {
            throw noConsole("status " + status);
        }
    }

    private ConsoleException noConsole(String why) {
        return new ConsoleException(
                "%s is no console (%s): it is the address that ends in /counterfoil of a service with counterfoil-spring-console"
                        .formatted(base, why));
    }

    /**
     * Sends a request to the service.
     *
     * @param path below the console, with its query
     * @throws IOException when there is no response
     */
    HttpResponse<byte[]> send(String method, String path, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(LIMIT)
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        headers.forEach(request::setHeader);
        authorization.ifPresent(basic -> request.setHeader("Authorization", basic));
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
