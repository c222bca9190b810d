package io.counterfoil.messagedesk;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.callbacks.TargetPolicy;
import io.counterfoil.entities.Namespace;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.messaging.deadletter.DeadLetterException;
import io.counterfoil.operations.OperationStep;
import io.counterfoil.operations.Operations;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application with messages and operations, without any security. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Desk {

    /** A client that had its callbacks signed, and has no secret any more. */
    static final Namespace LEFT = Namespace.ofClient("left");

    /** A broker with the dead letters that its test puts there. Thread-safe. */
    static final class TestBroker implements DeadLetterBroker {

        private final List<String> letters = new ArrayList<>();
        private final List<String> requeued = new ArrayList<>();
        private boolean away;

        synchronized void put(String letter) {
            letters.add(letter);
        }

        synchronized void goAway() {
            away = true;
        }

        synchronized void clear() {
            letters.clear();
            requeued.clear();
            away = false;
        }

        synchronized List<String> requeued() {
            return List.copyOf(requeued);
        }

        synchronized List<String> letters() {
            return List.copyOf(letters);
        }

        @Override
        public boolean serves(MessageOrigin origin) {
            return origin.broker().equals("test");
        }

        @Override
        public synchronized boolean requeue(MessageOrigin origin) {
            if (away) {
                throw new DeadLetterException("the broker is away");
            }
            boolean there = letters.remove(origin.letter());
            if (there) {
                requeued.add(origin.letter());
            }
            return there;
        }

        @Override
        public synchronized boolean discard(MessageOrigin origin) {
            return letters.remove(origin.letter());
        }
    }

    @Bean
    TestBroker testBroker() {
        return new TestBroker();
    }

    @Bean
    static Outage outage() {
        return new Outage();
    }

    @Bean(destroyMethod = "close")
    Callbacks callbacks() {
        return Callbacks.under(TargetPolicy.builder().allowLoopback().build());
    }

    /** Started by the tests that need it. */
    @Bean(destroyMethod = "close")
    Operations operations(DataSource dataSource, Callbacks callbacks) throws Exception {
        Operations.SCHEMA.create(dataSource);
        CallbackSecret secret = CallbackSecret.fresh();
        return Operations.builder(dataSource, Dialects.of(dataSource))
                .work("import", (connection, operation) -> new OperationStep.Failed("{\"title\":\"no file\"}"))
                .callbacks(callbacks, namespace -> namespace.equals(LEFT) ? List.of() : List.of(secret))
                .build();
    }
}
