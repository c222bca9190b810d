package io.counterfoil.signals.receiver;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalReceiverBuilderTest {

    private final Inbox inbox = Inbox.builder(Idempotency.on(new InMemoryStore(InstantSource.system())))
            .build();

    @AfterEach
    void close() {
        inbox.close();
    }

    private SignalReceiver.Builder builder() {
        return SignalReceiver.builder(inbox, "controller")
                .origin("controller:one")
                .scope(new SwarmScope(SwarmScope.ALL, "controller", "one"))
                .handler("swarm-start", signal -> HandlerResult.done("Running", Data.EMPTY));
    }

    @Test
    void receiverWithoutAnOutbox_isRefused() {
        assertThatIllegalStateException().isThrownBy(() -> builder().build()).withMessageContaining("outbox(...)");
    }

    @Test
    void secondHandlerOfOneType_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().handler("swarm-start", signal -> HandlerResult.done("Running", Data.EMPTY)))
                .withMessageContaining("swarm-start");
    }
}
