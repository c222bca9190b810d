package io.counterfoil.springconsole.record;

import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.springboot.records.OperatorLog;
import io.counterfoil.springboot.records.Overview;
import io.counterfoil.springboot.records.RecordJson;
import io.counterfoil.springboot.records.RecordParameters;
import io.counterfoil.springboot.records.RecordProblems;
import io.counterfoil.springboot.records.Tokens;
import io.counterfoil.springconsole.ConsoleController;
import io.counterfoil.springconsole.ConsoleProblem;
import io.counterfoil.springconsole.ConsoleRights;
import io.counterfoil.springconsole.audit.AuditEntry;
import io.counterfoil.springconsole.audit.AuditSubject;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.springconsole.audit.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

/** Records: lists, one with the decisions about it, and decisions on unknown outcomes. */
@ConsoleController
public final class RecordsController {

    private static final int MOST_DECISIONS = 50;

    private final Optional<RecordDirectory> directory;
    private final OutcomeDecisions decisions;
    private final Optional<ConsoleAudit> audit;
    private final StoredResults results;
    private final ConsoleRights rights;
    private final GivenResponses responses;

    /**
     * Makes the controller.
     *
     * @param directory empty for a store that has none
     * @param decisions settles unknown outcomes
     * @param audit empty where the application has no database for it
     * @param results reads stored responses
     * @param rights of the users
     * @param responses reads those that operators give
     */
    public RecordsController(
            Optional<RecordDirectory> directory,
            OutcomeDecisions decisions,
            Optional<ConsoleAudit> audit,
            StoredResults results,
            ConsoleRights rights,
            GivenResponses responses) {
        this.directory = directory;
        this.decisions = decisions;
        this.audit = audit;
        this.results = results;
        this.rights = rights;
        this.responses = responses;
    }

    /**
     * {@return how many records are in progress and how many outcomes are unknown, counted up to {@value Overview#MOST_COUNTED}, and the oldest of
     * each}
     */
    @GetMapping("/counterfoil/api/overview")
    public Map<String, Object> overview() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("unknown", Overview.count(directory(), RecordState.UNKNOWN));
        json.put("inProgress", Overview.count(directory(), RecordState.AT_WORK));
        return json;
    }

    /**
     * {@return a page of records} All parameters are optional filters, and can be combined.
     *
     * @param client the client's name; empty for records without a named client
     * @param requestId the exact request ID
     * @param operation the exact operation
     * @param state a name of a state, in lower case
     * @param limit the maximum number of records, as text
     * @param cursor {@code next} of the page before
     */
    @GetMapping("/counterfoil/api/records")
    public Map<String, Object> list(
            @RequestParam(name = "client", required = false) @Nullable String client,
            @RequestParam(name = "requestId", required = false) @Nullable String requestId,
            @RequestParam(name = "operation", required = false) @Nullable String operation,
            @RequestParam(name = "state", required = false) @Nullable String state,
            @RequestParam(name = "limit", required = false) @Nullable String limit,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor) {
        return RecordJson.of(
                directory().list(RecordParameters.query(client, requestId, operation, state, limit, cursor)));
    }

    /**
     * {@return one record, with the newest decisions about it}
     *
     * @param id the record's token
     */
    @GetMapping("/counterfoil/api/records/{id}")
    public Map<String, Object> look(@PathVariable("id") String id) {
        IdempotencyKey key = Tokens.key("id", id);
        Map<String, Object> json = RecordJson.of(found(key));
        json.put(
                "decisions",
                audit.stream()
                        .flatMap(table -> table.about(AuditSubject.of(key), MOST_DECISIONS).stream())
                        .map(AuditEntry::json)
                        .toList());
        return json;
    }

    /**
     * {@return the stored response of a record, for users with the role to see it}
     *
     * @param id the record's token
     * @param request that of the user
     */
    @GetMapping("/counterfoil/api/records/{id}/result")
    public Map<String, Object> result(@PathVariable("id") String id, HttpServletRequest request) {
        if (!rights.maySeeResults(request)) {
            throw new ConsoleProblem(RecordProblems.notAnOperator(
                    "only a user with the role of counterfoil.console.result-role may see stored responses"));
        }
        return results.json(found(Tokens.key("id", id)));
    }

    /**
     * Settles an unknown outcome.
     *
     * @param id the record's token
     * @param body {@code happened}, {@code reason}; where it happened {@code status}, and {@code headers} (lines), {@code body} or {@code
     *     bodyBase64} as duplicates get them
     * @param request that of the operator
     * @return {@code decided}, which is true; otherwise the request ends with a problem
     */
    @PostMapping("/counterfoil/api/records/{id}/decision")
    public Map<String, Object> decide(
            @PathVariable("id") String id, @RequestBody Map<String, Object> body, HttpServletRequest request) {
        IdempotencyKey key = Tokens.key("id", id);
        String reason = Reason.of(body);
        String user = ConsoleRights.user(request);
        boolean done = OperatorLog.correlated(() -> {
            if (happened(body)) {
                return decisions.happened(key, responses.read(body), user, reason);
            }
            return decisions.didNotHappen(key, user, reason);
        });
        if (!done) {
            throw new ConsoleProblem(
                    RecordProblems.notUnknown(found(key).entry().state()));
        }
        return Map.of("decided", true);
    }

    private static boolean happened(Map<String, Object> body) {
        if (body.get("happened") instanceof Boolean happened) {
            return happened;
        }
        throw new BadParameterException("happened", "must be true or false");
    }

    private RecordDetail found(IdempotencyKey key) {
        return directory().look(key).orElseThrow(() -> new ConsoleProblem(RecordProblems.noSuchRecord()));
    }

    private RecordDirectory directory() {
        return directory.orElseThrow(() -> new ConsoleProblem(RecordProblems.noDirectory()));
    }
}
