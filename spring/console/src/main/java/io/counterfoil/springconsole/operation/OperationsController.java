package io.counterfoil.springconsole.operation;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.operations.Operation;
import io.counterfoil.operations.Operations;
import io.counterfoil.operations.PendingCallback;
import io.counterfoil.operations.UnfinishedOperation;
import io.counterfoil.springconsole.ConsoleController;
import io.counterfoil.springconsole.ConsoleProblem;
import io.counterfoil.springconsole.ConsoleRights;
import io.counterfoil.springconsole.audit.Reason;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

/** Operations that have not ended, those that have failed, callbacks that wait, and decisions about those that were given up. */
@ConsoleController
final class OperationsController {

    private static final int MOST = 100;

    private final Operations operations;
    private final Transactions transactions;
    private final CallbackDecisions decisions;

    OperationsController(Operations operations, Transactions transactions, CallbackDecisions decisions) {
        this.operations = operations;
        this.transactions = transactions;
        this.decisions = decisions;
    }

    /** The first of each list. */
    @GetMapping("/counterfoil/api/operations")
    Map<String, Object> list() {
        return transactions.<Map<String, Object>, RuntimeException>run(transaction -> {
            try {
                return list(transaction.connection());
            } catch (SQLException failure) {
                throw new StoreException("listing operations", failure);
            }
        });
    }

    /** Has the callback of an operation delivered again that was given up; {@code reason} in the body. */
    @PostMapping("/counterfoil/api/operations/callbacks/deliver-again")
    Map<String, Object> deliverAgain(
            @RequestParam(name = "namespace", defaultValue = "") String namespace,
            @RequestParam(name = "kind", defaultValue = "") String kind,
            @RequestParam(name = "reference", defaultValue = "") String reference,
            @RequestBody Map<String, Object> body,
            HttpServletRequest request) {
        CallbackSubject subject = CallbackSubject.parse(namespace, kind, reference);
        String reason = Reason.of(body);
        return switch (decisions.deliverAgain(subject, ConsoleRights.user(request), reason)) {
            case QUEUED -> Map.of("decided", true);
            case NOT_FOUND ->
                throw problem(
                        404,
                        "no-such-operation",
                        "No such operation",
                        "it was removed after its retention, or was never submitted");
            case NOT_GIVEN_UP ->
                throw problem(
                        409,
                        "callback-not-given-up",
                        "Callback not given up",
                        "it was delivered, is still to be delivered, or another operator was first");
            case NO_SECRET ->
                throw problem(
                        409,
                        "no-callback-secret",
                        "No callback secret",
                        "there is no secret of its client to sign it under, or this application makes no callbacks");
        };
    }

    private static ConsoleProblem problem(int status, String type, String title, String detail) {
        return new ConsoleProblem(Problem.of(status, ProblemTypes.PREFIX + type, title, detail));
    }

    private Map<String, Object> list(Connection connection) throws SQLException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("most", MOST);
        json.put(
                "unfinished",
                operations.unfinished(connection, MOST).stream()
                        .map(OperationsController::json)
                        .toList());
        json.put(
                "callbacks",
                operations.pendingCallbacks(connection, MOST).stream()
                        .map(OperationsController::json)
                        .toList());
        json.put(
                "failures",
                operations.failures(connection, MOST).stream()
                        .map(OperationsController::json)
                        .toList());
        return json;
    }

    private static Map<String, Object> json(UnfinishedOperation unfinished) {
        Map<String, Object> json = json(unfinished.operation());
        json.put("failures", unfinished.failures());
        json.put("dueAt", unfinished.dueAt().toString());
        json.put("picked", unfinished.isPicked());
        return json;
    }

    /** The address without its path and its query, which may have secrets. */
    private static Map<String, Object> json(PendingCallback callback) {
        Map<String, Object> json = json(callback.operation());
        json.put(
                "target",
                callback.target()
                        .map(target -> target.getScheme() + "://" + target.getAuthority())
                        .orElse(""));
        json.put("failures", callback.failures());
        json.put("dueAt", callback.dueAt().toString());
        return json;
    }

    /** Nothing of its contents. */
    private static Map<String, Object> json(Operation operation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", operation.kind());
        json.put("reference", operation.reference().value());
        json.put("namespace", operation.namespace().stored());
        json.put("state", operation.state().name().toLowerCase(Locale.ROOT));
        json.put("callback", operation.callback().name().toLowerCase(Locale.ROOT));
        json.put("done", operation.done());
        operation.total().ifPresent(total -> json.put("total", total));
        json.put("createdAt", operation.createdAt().toString());
        operation.finishedAt().ifPresent(at -> json.put("finishedAt", at.toString()));
        json.put("correlationId", operation.correlationId().value());
        return json;
    }
}
