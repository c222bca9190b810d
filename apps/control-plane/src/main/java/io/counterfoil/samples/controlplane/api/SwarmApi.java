package io.counterfoil.samples.controlplane.api;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.samples.controlplane.SwarmAction;
import io.counterfoil.samples.controlplane.SwarmCommand;
import io.counterfoil.samples.controlplane.SwarmId;
import io.counterfoil.samples.controlplane.orchestrator.Commands;
import io.counterfoil.samples.controlplane.orchestrator.Swarms;
import io.counterfoil.samples.support.web.ProblemResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Swarms, and what can be done to them. */
@RestController
@RequestMapping("/v1/swarms")
class SwarmApi {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Commands commands;
    private final Swarms swarms;

    SwarmApi(Commands commands, Swarms swarms) {
        this.commands = commands;
        this.swarms = swarms;
    }

    /**
     * What a command was dispatched as; the same for every retry of the request.
     *
     * @param correlationId of the first attempt
     * @param outcome where its outcome can be read
     */
    record Dispatched(String correlationId, String idempotencyKey, String type, String swarmId, String outcome) {

        static Dispatched of(SwarmCommand command, CorrelationId attempt) {
            return new Dispatched(
                    attempt.value(),
                    command.key().value(),
                    command.action().type(),
                    command.swarm().value(),
                    "/v1/attempts/" + attempt);
        }
    }

    /** All of something. */
    record Items<T>(List<T> items) {}

    @PostMapping(path = "/{swarmId}/create", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> create(@PathVariable("swarmId") String id, HttpServletRequest request) throws IOException {
        return dispatch(id, SwarmAction.CREATE, request);
    }

    @PostMapping(path = "/{swarmId}/start", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> start(@PathVariable("swarmId") String id, HttpServletRequest request) throws IOException {
        return dispatch(id, SwarmAction.START, request);
    }

    @PostMapping(path = "/{swarmId}/stop", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> stop(@PathVariable("swarmId") String id, HttpServletRequest request) throws IOException {
        return dispatch(id, SwarmAction.STOP, request);
    }

    @PostMapping(path = "/{swarmId}/remove", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> remove(@PathVariable("swarmId") String id, HttpServletRequest request) throws IOException {
        return dispatch(id, SwarmAction.REMOVE, request);
    }

    @GetMapping
    Items<Swarms.SwarmView> list() {
        return new Items<>(swarms.all());
    }

    @GetMapping("/{swarmId}")
    ResponseEntity<?> swarm(@PathVariable("swarmId") String id) {
        return swarms.swarm(swarmId(id))
                .<ResponseEntity<?>>map(ResponseEntity::ok)
                .orElseGet(() -> ProblemResponse.of(Problems.notFound("swarm", "swarmId")));
    }

    private ResponseEntity<?> dispatch(String id, SwarmAction action, HttpServletRequest request) throws IOException {
        SwarmId swarm = swarmId(id);
        CommandBody body = CommandBody.of(request);
        SwarmCommand command = new SwarmCommand(swarm, action, body.key(), body.data());
        return commands.dispatch(command)
                .match(
                        executed -> accepted(command, executed.value(), false),
                        replayed -> accepted(command, replayed.value(), true),
                        SwarmApi::rejected);
    }

    private static ResponseEntity<Object> accepted(SwarmCommand command, CorrelationId attempt, boolean replayed) {
        Dispatched dispatched = Dispatched.of(command, attempt);
        return ResponseEntity.accepted()
                .header(HeaderNames.DEFAULT.replayed(), Boolean.toString(replayed))
                .header(HttpHeaders.LOCATION, dispatched.outcome())
                .body(dispatched);
    }

    private static ResponseEntity<Object> rejected(Outcome.Rejected<CorrelationId> rejected) {
        return rejected instanceof Outcome.PayloadMismatch
                ? ProblemResponse.of(Problems.keyReused())
                : ProblemResponse.of(Problems.inProgress(), RETRY_AFTER.toSeconds());
    }

    private static SwarmId swarmId(String text) {
        try {
            return new SwarmId(text);
        } catch (IllegalArgumentException invalid) {
            throw new InvalidFieldException("swarmId", String.valueOf(invalid.getMessage()));
        }
    }
}
