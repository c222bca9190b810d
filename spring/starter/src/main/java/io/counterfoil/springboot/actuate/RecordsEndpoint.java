package io.counterfoil.springboot.actuate;

import io.counterfoil.http.UnknownHttpOutcomes;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springboot.records.RecordJson;
import io.counterfoil.springboot.records.RecordParameters;
import io.counterfoil.springboot.records.RecordProblems;
import io.counterfoil.springboot.records.Tokens;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Records over the actuator, as {@code counterfoilrecords}: {@code GET} lists them, or shows one; {@code DELETE} of one reports that
 * its unknown outcome did not happen, {@code POST} to one that it did, with the response that duplicates get.
 *
 * <p>Nothing of a kept response is shown but its status and size. Only reading is there unless {@code
 * management.endpoint.counterfoilrecords.access} says {@code unrestricted}; the user must moreover be authenticated and have the
 * role of {@code counterfoil.management.role}. Every refusal is a problem (RFC 9457); one of a parameter names the field.
 * Thread-safe.
 */
@WebEndpoint(id = "counterfoilrecords", defaultAccess = Access.READ_ONLY)
final class RecordsEndpoint {

    private static final Logger log = LoggerFactory.getLogger(RecordsEndpoint.class);

    private final Optional<RecordDirectory> directory;
    private final Optional<UnknownHttpOutcomes> outcomes;
    private final Operators operators;
    private final int maxBody;

    /**
     * @param directory the store's; empty for a store that has none
     * @param outcomes acts on unknown outcomes; empty where there are none
     * @param role the role that who acts must have
     * @param maxBody how long the body of a response may be that is to be kept, in bytes
     */
    public RecordsEndpoint(
            Optional<RecordDirectory> directory, Optional<UnknownHttpOutcomes> outcomes, String role, int maxBody) {
        this.directory = directory;
        this.outcomes = outcomes;
        this.operators = new Operators(role);
        this.maxBody = maxBody;
    }

    /**
     * A page of records; all parameters are filters, and can be combined.
     *
     * @param client whose; empty for those of no named client
     * @param requestId under which request ID, exactly
     * @param operation of which operation, exactly
     * @param state {@code at_work}, {@code unknown} or {@code answered}
     * @param limit how many at the most, 1 to 1000; 100 where absent
     * @param cursor where to go on: {@code next} of the page before
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> list(
            @Nullable String client,
            @Nullable String requestId,
            @Nullable String operation,
            @Nullable String state,
            @Nullable String limit,
            @Nullable String cursor) {
        return answered(() -> ofDirectory(records -> Answer.ok(RecordJson.of(
                records.list(RecordParameters.query(client, requestId, operation, state, limit, cursor))))));
    }

    /**
     * One record, with status and size of what is kept.
     *
     * @param id its {@code id} in a list
     */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> look(@Selector String id) {
        return answered(() -> ofDirectory(records -> found(records.look(Tokens.key("id", id)))));
    }

    /**
     * Settles an unknown outcome: it did not happen, and the next request under its key is executed.
     *
     * @param id its {@code id} in a list
     */
    @DeleteOperation
    public WebEndpointResponse<Map<String, Object>> release(@Selector String id, SecurityContext security) {
        return action(
                security, "release", id, UnknownHttpOutcomes::didNotHappen, key -> new WebEndpointResponse<>(204));
    }

    /**
     * Settles an unknown outcome: it happened, and duplicates get this response from now on.
     *
     * @param id its {@code id} in a list
     * @param status 200 to 599
     * @param headers header fields, one on each line: {@code Location: /orders/7}. A JSON object is not possible here, since the
     *     actuator reads strings alone
     * @param body the body as text
     * @param bodyBase64 the body in base64, where it is no text
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> resolve(
            @Selector String id,
            @Nullable String status,
            @Nullable String headers,
            @Nullable String body,
            @Nullable String bodyBase64,
            SecurityContext security) {
        return action(
                security,
                "resolve",
                id,
                (known, key) -> {
                    Response response = RecordParameters.response(status, headers, body, bodyBase64, maxBody);
                    return known.happened(key, response);
                },
                key -> ofDirectory(records -> found(records.look(key))));
    }

    private WebEndpointResponse<Map<String, Object>> action(
            SecurityContext security,
            String name,
            String id,
            BiPredicate<UnknownHttpOutcomes, IdempotencyKey> action,
            Function<IdempotencyKey, WebEndpointResponse<Map<String, Object>>> done) {
        return OperatorLog.correlated(() -> operators
                .refusal(security, name, id)
                .orElseGet(() -> answered(() -> {
                    IdempotencyKey key = Tokens.key("id", id);
                    boolean acted =
                            outcomes.filter(known -> action.test(known, key)).isPresent();
                    OperatorLog.acted(name, Operators.name(security), key, acted);
                    return acted ? done.apply(key) : nothingToActOn(key);
                })));
    }

    private WebEndpointResponse<Map<String, Object>> nothingToActOn(IdempotencyKey key) {
        return ofDirectory(records -> records.look(key)
                .map(detail ->
                        Answer.problem(RecordProblems.notUnknown(detail.entry().state())))
                .orElseGet(RecordsEndpoint::noSuchRecord));
    }

    private static WebEndpointResponse<Map<String, Object>> found(Optional<RecordDetail> detail) {
        return detail.map(record -> Answer.ok(RecordJson.of(record))).orElseGet(RecordsEndpoint::noSuchRecord);
    }

    private static WebEndpointResponse<Map<String, Object>> noSuchRecord() {
        return Answer.problem(RecordProblems.noSuchRecord());
    }

    private WebEndpointResponse<Map<String, Object>> ofDirectory(
            Function<RecordDirectory, WebEndpointResponse<Map<String, Object>>> question) {
        return directory.map(question).orElseGet(() -> Answer.problem(RecordProblems.noDirectory()));
    }

    private static WebEndpointResponse<Map<String, Object>> answered(
            Supplier<WebEndpointResponse<Map<String, Object>>> answer) {
        try {
            return answer.get();
        } catch (BadParameterException bad) {
            return Answer.problem(RecordProblems.bad(bad));
        } catch (StoreException failure) {
            log.error("Store of records failed", failure);
            return Answer.problem(RecordProblems.storeFailed(failure));
        }
    }
}
