package io.counterfoil.ledger.playground;

import io.counterfoil.http.message.Problem;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.JsonBody;
import io.counterfoil.ledger.api.Problems;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.playground.Transfers.Route;
import io.counterfoil.ledger.story.Stories;
import io.counterfoil.samples.support.web.ProblemResponse;
import io.counterfoil.springboot.settings.ClientSource;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * "Break the network": a transfer through a channel that fails, and all of its attempts. There only where {@code
 * ledger.playground.enabled} is true: a call makes the service call itself, and may take seconds.
 *
 * <p>Not deduplicated itself: each call is another transfer, in the name of the asking client. At most {@value #MOST_AT_ONCE} at
 * once; further ones are refused by 429.
 */
@RestController
@RequestMapping("/playground/transfers")
@ConditionalOnBooleanProperty("ledger.playground.enabled")
class PlaygroundController {

    private static final int MOST_AT_ONCE = 4;
    private static final int RETRY_AFTER_SECONDS = 2;

    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Transfers transfers;
    private final CounterfoilProperties properties;

    PlaygroundController(
            Ledgers ledgers,
            Stories stories,
            CounterfoilProperties properties,
            @Value("${ledger.playground.attempt-timeout:2s}") Duration attemptTimeout) {
        this.transfers = new Transfers(ledgers, stories, attemptTimeout);
        this.properties = properties;
    }

    /** @param client unused but read: a name that the API would refuse is refused before anything is sent */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> transfer(ClientId client, @RequestBody JsonBody body, HttpServletRequest request)
            throws IOException {
        body.only("ledger_id", "quantity", "fault");
        Optional<LedgerId> ledger = LedgerId.TYPE.tryParse(body.requiredText("ledger_id"));
        Quantity quantity = new Quantity(body.requiredInteger("quantity"));
        ChosenFault fault = ChosenFault.named(body.requiredText("fault"));
        if (ledger.isEmpty()) {
            return noSuchLedger();
        }
        if (!places.tryAcquire()) {
            return busy();
        }
        try {
            return transfers
                    .send(route(request), ledger.get(), quantity, fault)
                    .<ResponseEntity<?>>map(ResponseEntity::ok)
                    .orElseGet(PlaygroundController::noSuchLedger);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a transfer", stopping);
        } finally {
            places.release();
        }
    }

    /** To the address at which this very request arrived, in the name of who sent it. */
    private Route route(HttpServletRequest request) {
        Map<String, String> identity = new HashMap<>();
        String client = Optional.ofNullable(properties.client())
                .flatMap(ClientSource::header)
                .orElse(ClientSource.HEADER.header().orElseThrow());
        for (String field : List.of(client, HttpHeaders.AUTHORIZATION)) {
            String value = request.getHeader(field);
            if (value != null) {
                identity.put(field, value);
            }
        }
        return new Route(new InetSocketAddress(request.getLocalAddr(), request.getLocalPort()), identity);
    }

    private static ResponseEntity<?> noSuchLedger() {
        return ProblemResponse.of(Problems.notFound("ledger", "ledger_id"));
    }

    private static ResponseEntity<?> busy() {
        Problem problem = Problem.of(
                429,
                Problems.PREFIX + "playground-busy",
                "Playground busy",
                "%s transfers are in progress, the maximum".formatted(MOST_AT_ONCE));
        return ProblemResponse.of(problem, RETRY_AFTER_SECONDS);
    }
}
