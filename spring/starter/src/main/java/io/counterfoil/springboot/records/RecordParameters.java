package io.counterfoil.springboot.records;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads what operations are given; everything that cannot be read is a {@link BadParameterException} that names the field. */
public final class RecordParameters {

    private static final int MOST_FIELDS = 100;
    private static final int LONGEST_VALUE = 8192;

    /** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
    private static final Set<Integer> WITHOUT_CONTENT = Set.of(204, 205, 304);

    /** RFC 9110, sections 5.1 and 5.5. */
    private static final Pattern FIELD = Pattern.compile(
            "([!#$%&'*+.^_`|~0-9A-Za-z-]{1,255}):[ \\t]*((?:[!-~][\\t -~]{0," + (LONGEST_VALUE - 1) + "})?)");

    private RecordParameters() {}

    /**
     * Makes a query of records. A parameter that is {@code null} is not given.
     *
     * @param client the client's name; empty for records without a named client
     * @param requestId the exact request ID
     * @param operation the exact operation
     * @param state a {@link RecordJson#name name} of a state
     * @param limit the maximum number of records
     * @param cursor {@code next} of the page before
     * @return the query; for all records where nothing is given
     * @throws BadParameterException when one cannot be read
     */
    public static RecordQuery query(
            @Nullable String client,
            @Nullable String requestId,
            @Nullable String operation,
            @Nullable String state,
            @Nullable String limit,
            @Nullable String cursor) {
        RecordQuery query = RecordQuery.ALL;
        if (client != null) {
            query = query.of(identifier("client", client, ClientId::ofStored));
        }
        if (requestId != null) {
            query = query.of(identifier("requestId", requestId, RequestId::new));
        }
        if (operation != null) {
            query = query.of(identifier("operation", operation, OperationName::new));
        }
        if (state != null) {
            query = query.in(state(state));
        }
        if (limit != null) {
            query = query.atMost(number("limit", limit, 1, RecordQuery.MAX_LIMIT));
        }
        return cursor == null ? query : query.after(Tokens.position("cursor", cursor));
    }

    private static <T> T identifier(String field, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (InvalidIdentifierException invalid) {
            throw new BadParameterException(field, invalid.reason());
        }
    }

    private static RecordState state(String text) {
        return Arrays.stream(RecordState.values())
                .filter(state -> RecordJson.name(state).equals(text))
                .findFirst()
                .orElseThrow(() -> new BadParameterException(
                        "state",
                        "must be one of "
                                + Arrays.stream(RecordState.values())
                                        .map(RecordJson::name)
                                        .toList()));
    }

    private static int number(String field, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new BadParameterException(field, "must be a number from " + least + " to " + most);
        }
        throw new BadParameterException(field, "must be from " + least + " to " + most + ", not " + text);
    }

    /**
     * Makes a response that is to be stored. A parameter that is {@code null} is not given.
     *
     * @param status 200 to 599
     * @param headers header fields, one on each line: {@code Location: /orders/7}
     * @param body the body as text
     * @param bodyBase64 the body in base64, where it is no text
     * @param maxBody how long the body may be, in bytes
     * @return the response
     * @throws BadParameterException when one cannot be read, or is missing
     */
    public static Response response(
            @Nullable String status,
            @Nullable String headers,
            @Nullable String body,
            @Nullable String bodyBase64,
            int maxBody) {
        if (status == null) {
            throw new BadParameterException("status", "is missing: it must be a number from 200 to 599");
        }
        int code = number("status", status, 200, 599);
        if (body != null && bodyBase64 != null) {
            throw new BadParameterException("bodyBase64", "must not be combined with body");
        }
        byte[] bytes = bodyBase64 == null
                ? Objects.requireNonNullElse(body, "").getBytes(StandardCharsets.UTF_8)
                : bytes(bodyBase64);
        if (bytes.length > maxBody) {
            throw new BadParameterException(
                    bodyBase64 == null ? "body" : "bodyBase64",
                    "must have at most " + maxBody + " bytes, not " + bytes.length);
        }
        if (bytes.length > 0 && WITHOUT_CONTENT.contains(code)) {
            throw new BadParameterException(
                    bodyBase64 == null ? "body" : "bodyBase64", "must be empty with the status " + code);
        }
        return new Response(code, headers == null ? List.of() : fields(headers), bytes);
    }

    private static byte[] bytes(String bodyBase64) {
        try {
            return Base64.getDecoder().decode(bodyBase64);
        } catch (IllegalArgumentException undecodable) {
            throw new BadParameterException("bodyBase64", "must be base64");
        }
    }

    private static List<HeaderField> fields(String headers) {
        List<String> lines = headers.lines().filter(line -> !line.isBlank()).toList();
        if (lines.size() > MOST_FIELDS) {
            throw new BadParameterException(
                    "headers", "must have at most " + MOST_FIELDS + " lines, not " + lines.size());
        }
        return IntStream.range(0, lines.size())
                .mapToObj(index -> field(index + 1, lines.get(index)))
                .toList();
    }

    private static HeaderField field(int number, String line) {
        Matcher field = FIELD.matcher(line);
        if (!field.matches()) {
            throw new BadParameterException(
                    "headers",
                    "must have lines of the form Name: value, in visible ASCII, the value at most " + LONGEST_VALUE
                            + " characters; line " + number + " is none");
        }
        return new HeaderField(field.group(1), field.group(2));
    }
}
