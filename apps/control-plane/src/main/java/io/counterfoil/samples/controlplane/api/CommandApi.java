package io.counterfoil.samples.controlplane.api;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.InvalidCorrelationIdException;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.samples.controlplane.api.SwarmApi.Items;
import io.counterfoil.samples.controlplane.orchestrator.CommandView;
import io.counterfoil.samples.controlplane.orchestrator.History;
import io.counterfoil.samples.support.web.ProblemResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The outcomes of commands: by attempt, and by user action. */
@RestController
class CommandApi {

    private final History history;

    CommandApi(History history) {
        this.history = history;
    }

    @GetMapping("/v1/attempts/{correlationId}")
    ResponseEntity<?> attempt(@PathVariable("correlationId") String text) {
        return history.attempt(correlationId(text))
                .<ResponseEntity<?>>map(ResponseEntity::ok)
                .orElseGet(() -> ProblemResponse.of(Problems.notFound("attempt", "correlationId")));
    }

    @GetMapping("/v1/commands")
    Items<CommandView> commands(@RequestParam(name = "key", required = false) @Nullable String text) {
        if (text == null) {
            throw new InvalidFieldException("key", "is required");
        }
        try {
            return new Items<>(history.commands(new RequestId(text)));
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidFieldException("key", invalid.reason());
        }
    }

    private static CorrelationId correlationId(String text) {
        try {
            return CorrelationId.parse(text);
        } catch (InvalidCorrelationIdException invalid) {
            throw new InvalidFieldException(
                    "correlationId",
                    "must be segments of 1 to %s of A-Z a-z 0-9 _ - between dots, %s characters at most"
                            .formatted(CorrelationId.MAX_SEGMENT_LENGTH, CorrelationId.maxLength()));
        }
    }
}
