package io.counterfoil.samples.controlplane.page;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.samples.controlplane.api.Problems;
import io.counterfoil.samples.controlplane.launch.Broker;
import io.counterfoil.samples.controlplane.launch.Controllers;
import io.counterfoil.samples.controlplane.orchestrator.Commands;
import io.counterfoil.samples.support.web.ProblemResponse;
import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What the buttons of the page do beside commands. None of it is for others than the page: it is taken as JSON alone, which a
 * foreign page cannot have a browser send, and the filter of hosts and origins refuses the rest.
 */
@RestController
class Actions {

    private final Commands commands;
    private final Controllers controllers;
    private final Broker broker;

    Actions(Commands commands, Controllers controllers, Broker broker) {
        this.commands = commands;
        this.controllers = controllers;
        this.broker = broker;
    }

    /** One more attempt of the same command: straight to the broker, past the memory of the API. */
    @PostMapping(path = "/page/attempts/{correlationId}/retry", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> retry(@PathVariable("correlationId") CorrelationId attempt) {
        return commands.retry(attempt)
                .<ResponseEntity<?>>map(next -> ResponseEntity.accepted().body(Map.of("correlationId", next.value())))
                .orElseGet(() -> ProblemResponse.of(Problems.notFound("attempt", "correlationId")));
    }

    /** SIGKILL. It is started again by itself. */
    @PostMapping(path = "/page/controllers/{name}/kill", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> kill(@PathVariable("name") String name) {
        return controllers.kill(name)
                ? ResponseEntity.accepted().body(Map.of("killed", name))
                : ProblemResponse.of(Problems.unable("there is no running controller of this name"));
    }

    /** SIGKILL, and a start with the same data at the same port. */
    @PostMapping(path = "/page/broker/restart", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> restart() {
        if (!broker.isOwn()) {
            return ProblemResponse.of(
                    Problems.unable("the broker was given with --amqp and is not managed by this program"));
        }
        return broker.restart()
                ? ResponseEntity.accepted().body(Map.of("broker", "restarting"))
                : ProblemResponse.of(Problems.unable("the broker is already being restarted"));
    }
}
