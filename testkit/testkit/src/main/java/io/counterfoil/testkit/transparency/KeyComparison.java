package io.counterfoil.testkit.transparency;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Proves for an application's own handlers that a first execution under an idempotency key is the same as one
 * without a key, and that a duplicate is replayed without effects.
 *
 * <p>A request is sent without a key, then under a fresh key, then again under that key. The application's state is
 * restored before the first and before the second. Compared are the status, the body byte for byte, the header fields,
 * the rows of all tables, and the lines that the test observed; of the replay the status, the body, the header fields and the rows, with
 * those of the first execution under the key.
 *
 * <p>Not compared are header fields of one connection or message ({@code Date}, {@code Connection}, {@code
 * Content-Length}, {@code Transfer-Encoding}, {@code Server} …), {@code Idempotency-*} and {@code Correlation-Id}; in a
 * replay also {@code Set-Cookie} and the others that act on one browser, which are not repeated. Tables are those in the catalog and schema of the
 * data source's connections whose names do not begin with {@code counterfoil_}; they are looked up at the first comparison. Rows are compared as
 * sorted multisets. Columns whose values the database generates, and foreign keys that refer to them, count as equal. UUIDs, typed ids ({@code acct_}
 * and 25 or 26 characters), date-times of ISO 8601 and session cookies count as equal everywhere; {@link #withNormalization} adds what else differs
 * by nature.
 *
 * <p>The rows are read when the response has arrived whole. A handler that writes after that must be waited for in the
 * source of observations, which is called before the rows are read.
 *
 * <p>Redirects are not followed, and cookies are not kept. A response that breaks off counts as a status of its own. An exchange may take {@value
 * #LIMIT_MINUTES} minutes. Immutable; one comparison at a time, because comparisons share the application's state.
 */
public final class KeyComparison {

    /** How many minutes a request may take. */
    public static final int LIMIT_MINUTES = 5;

    private static final Pattern UUIDS =
            Pattern.compile("\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b");
    private static final Pattern TYPED_IDS = Pattern.compile("\\b([a-z][a-z0-9]*(?:_[a-z0-9]+)*_)[0-9a-z]{25,26}\\b");
    private static final Pattern TIMES =
            Pattern.compile("\\b\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(:\\d{2}([.,]\\d+)?)?(Z|[+-]\\d{2}(:?\\d{2})?)?");
    private static final Pattern SESSIONS = Pattern.compile("\\b(JSESSIONID|SESSION)=[^;]*");

    private final URI base;
    private final TableReader tables;
    private final Runnable reset;
    private final String keyField;
    private final UnaryOperator<String> normalization;
    private final Supplier<List<String>> observations;
    private final ComparedFields fields;

    private KeyComparison(
            URI base,
            TableReader tables,
            Runnable reset,
            String keyField,
            UnaryOperator<String> normalization,
            Supplier<List<String>> observations,
            ComparedFields fields) {
        this.base = base;
        this.tables = tables;
        this.reset = reset;
        this.keyField = keyField;
        this.normalization = normalization;
        this.observations = observations;
        this.fields = fields;
    }

    /**
     * {@return a comparison of one application}
     *
     * @param base scheme, host and port of the running application
     * @param dataSource connects to the application's database
     * @param reset restores the application's state, in the database and elsewhere. It may leave the library's tables
     */
    public static KeyComparison of(URI base, DataSource dataSource, Runnable reset) {
        return new KeyComparison(
                base,
                new TableReader(dataSource),
                reset,
                "Idempotency-Key",
                KeyComparison::withoutIdsAndTimes,
                List::of,
                new ComparedFields(Set.of()));
    }

    /**
     * {@return this comparison with the keys in another header field: {@code Idempotency-Key} unless set}
     *
     * @param name the name of the header field
     */
    public KeyComparison withKeyField(String name) {
        return new KeyComparison(base, tables, reset, name, normalization, observations, fields);
    }

    /**
     * {@return this comparison with one more normalization, applied after those that are there: to the body, to each value of a header field, to each
     * row (its columns as {@code name=value, name=value}) and to each observed line}
     *
     * @param next maps a text to one that is the same wherever only such parts differ; pure
     */
    public KeyComparison withNormalization(UnaryOperator<String> next) {
        UnaryOperator<String> all = text -> next.apply(normalization.apply(text));
        return new KeyComparison(base, tables, reset, keyField, all, observations, fields);
    }

    /**
     * {@return this comparison with lines that the test observed, compared in their order: exceptions that the application's code saw, attributes of
     * its transactions, lines of its log}
     *
     * @param source returns the lines since the last call and forgets them. Called once after each response, before the
     *     rows are read
     */
    public KeyComparison withObservations(Supplier<List<String>> source) {
        return new KeyComparison(base, tables, reset, keyField, normalization, source, fields);
    }

    /**
     * {@return this comparison without some header fields of the responses}
     *
     * @param names header fields that are not compared, in any case; added to those of earlier calls
     */
    public KeyComparison withoutFields(String... names) {
        return new KeyComparison(base, tables, reset, keyField, normalization, observations, fields.and(names));
    }

    /**
     * Executes the request without a key, with a key and again with this key.
     *
     * @param request sent three times
     * @param shown the differences that this handler is known to have
     * @throws AssertionError if there is a difference that none of these explains, which names what differs, without
     *     and with the key; or if one of these explains no difference
     * @throws IllegalStateException if the application cannot be reached or the rows cannot be read
     */
    public void assertSameWithKey(TestRequest request, DifferentUnderAKey... shown) {
        List<Difference> found = differences(request);
        List<Difference> unexplained = found.stream()
                .filter(difference -> Stream.of(shown).noneMatch(line -> line.explains(difference)))
                .toList();
        if (!unexplained.isEmpty()) {
            StringBuilder message = new StringBuilder(request + " is different under a key:");
            unexplained.forEach(difference ->
                    message.append(System.lineSeparator()).append("  ").append(difference));
            throw new AssertionError(message.toString());
        }
        for (DifferentUnderAKey line : shown) {
            if (found.stream().noneMatch(line::explains)) {
                throw new AssertionError(request + " is the same under a key, although it declares " + line);
            }
        }
    }

    /**
     * Executes the request without a key, with a key and again with this key.
     *
     * @param request sent three times
     * @return what differs; empty if nothing does
     * @throws IllegalStateException if the application cannot be reached or the rows cannot be read
     */
    public List<Difference> differences(TestRequest request) {
        String key = UUID.randomUUID().toString();
        reset.run();
        Execution without = execute(request);
        reset.run();
        TestRequest keyed = request.field(keyField, key);
        Execution with = execute(keyed);
        Execution replay = execute(keyed);
        List<Difference> found = new ArrayList<>(without.differencesTo(with));
        found.addAll(with.differencesToReplay(replay, ComparedFields.NOT_REPLAYED));
        return List.copyOf(found);
    }

    private Execution execute(TestRequest request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(base.resolve(request.target()))
                .timeout(Duration.ofMinutes(LIMIT_MINUTES))
                .method(request.method(), BodyPublishers.ofByteArray(request.body()));
        request.fields().forEach(field -> builder.header(field.name(), field.value()));
        try {
            return execution(client().send(builder.build(), BodyHandlers.ofByteArray()));
        } catch (ConnectException | HttpTimeoutException failure) {
            throw new IllegalStateException(request + " got no response", failure);
        } catch (IOException broken) {
            return execution("none: the connection ended", new TreeMap<>(), "");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(request + " was interrupted", stopped);
        }
    }

    private Execution execution(HttpResponse<byte[]> response) {
        return execution(
                String.valueOf(response.statusCode()),
                fields.of(response.headers(), normalization),
                normalization.apply(text(response.body())));
    }

    private Execution execution(String status, SortedMap<String, List<String>> compared, String body) {
        List<String> observed = observations.get().stream().map(normalization).toList();
        try {
            return new Execution(status, compared, body, tables.rows(normalization), observed);
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot read the rows", failure);
        }
    }

    /** A new one for each request: a server may close a connection after its response, which a client sees too late. */
    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** Other bytes are another text, in either character set. */
    private static String text(byte[] body) {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException binary) {
            return new String(body, ISO_8859_1);
        }
    }

    private static String withoutIdsAndTimes(String text) {
        String uuids = UUIDS.matcher(text).replaceAll("<uuid>");
        String ids = TYPED_IDS.matcher(uuids).replaceAll("$1<id>");
        String times = TIMES.matcher(ids).replaceAll("<time>");
        return SESSIONS.matcher(times).replaceAll("$1=<session>");
    }
}
