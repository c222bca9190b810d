package io.counterfoil.frameworks;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that publish events, and their listener. */
@Import({ModulithHandlers.Controller.class, ModulithHandlers.Listener.class})
class ModulithHandlers {

    record Noted(String what) {}

    static class Listener {

        private final List<String> heard = new CopyOnWriteArrayList<>();

        @TransactionalEventListener
        public void on(Noted event) {
            heard.add(event.what());
        }

        List<String> heard() {
            return heard;
        }
    }

    @RestController
    static class Controller {

        private final Notes notes;
        private final ApplicationEventPublisher events;
        private final TransactionTemplate transaction;

        Controller(Notes notes, ApplicationEventPublisher events, PlatformTransactionManager manager) {
            this.notes = notes;
            this.events = events;
            this.transaction = new TransactionTemplate(manager);
        }

        private void publish(String what) {
            notes.write(what);
            events.publishEvent(new Noted(what));
        }

        @PostMapping("/event/{what}")
        String event(@PathVariable String what) {
            transaction.executeWithoutResult(status -> publish(what));
            return what;
        }

        @PostMapping("/event-then-failure/{what}")
        String thenFailure(@PathVariable String what) {
            event(what);
            throw new IllegalStateException("after the event");
        }

        @PostMapping("/event-rolled-back/{what}")
        String rolledBack(@PathVariable String what) {
            transaction.executeWithoutResult(status -> {
                publish(what);
                status.setRollbackOnly();
            });
            return what + TransactionSynchronizationManager.isActualTransactionActive();
        }
    }
}
