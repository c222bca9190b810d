package io.counterfoil.testkit.messaging;

import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.MessageOrigin;
import java.util.Optional;

/**
 * A delivery whose acceptance is observed, in the thread that accepts it. The rest is the delivery's own. Thread-safe if the actions are.
 *
 * @param delivery the broker's delivery
 * @param before runs before the acceptance, which a throw prevents
 * @param after runs after the acceptance
 */
public record ObservedDelivery(Delivery delivery, Runnable before, Runnable after) implements Delivery {

    /**
     * Observes the acceptance before it takes place.
     *
     * @param delivery the broker's delivery
     * @param action runs before each acceptance, which a throw of the action prevents
     * @return the observed delivery
     */
    public static ObservedDelivery beforeAccept(Delivery delivery, Runnable action) {
        return new ObservedDelivery(delivery, action, () -> {});
    }

    /**
     * Observes the acceptance after it has taken place.
     *
     * @param delivery the broker's delivery
     * @param action runs after each acceptance
     * @return the observed delivery
     */
    public static ObservedDelivery afterAccept(Delivery delivery, Runnable action) {
        return new ObservedDelivery(delivery, () -> {}, action);
    }

    @Override
    public Message message() {
        return delivery.message();
    }

    @Override
    public boolean isMaybeRedelivered() {
        return delivery.isMaybeRedelivered();
    }

    @Override
    public Optional<MessageOrigin> origin() {
        return delivery.origin();
    }

    @Override
    public void accept() {
        before.run();
        delivery.accept();
        after.run();
    }

    @Override
    public void reject(String reason) {
        delivery.reject(reason);
    }

    @Override
    public void giveBack() {
        delivery.giveBack();
    }
}
