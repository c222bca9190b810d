package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** What an {@link Outlet} is to publish, and what has come of it. */
final class Sending {

    final String exchange;
    final String routingKey;
    final boolean mandatory;
    final BasicProperties properties;
    final byte[] body;

    private final CompletableFuture<Fate> fate;
    private volatile boolean returned;

    /** @param limit how long from now the broker's word is waited for */
    Sending(
            Duration limit,
            String exchange,
            String routingKey,
            boolean mandatory,
            BasicProperties properties,
            byte[] body) {
        Unconfirmed late = new Unconfirmed("the broker said nothing within " + limit);
        this.fate = new CompletableFuture<Fate>().completeOnTimeout(late, limit.toNanos(), TimeUnit.NANOSECONDS);
        this.exchange = exchange;
        this.routingKey = routingKey;
        this.mandatory = mandatory;
        this.properties = properties;
        this.body = body;
    }

    /** Completes on the broker's word, or with why there is none; never fails. */
    CompletionStage<Fate> fate() {
        return fate;
    }

    boolean isOver() {
        return fate.isDone();
    }

    /** The broker returns before it confirms. */
    void returned() {
        returned = true;
    }

    void confirmed() {
        fate.complete(returned ? new Returned() : new Confirmed());
    }

    void unconfirmed(String why) {
        fate.complete(new Unconfirmed(why));
    }

    /** What came of it. */
    sealed interface Fate {}

    /** The broker has it. */
    record Confirmed() implements Fate {}

    /** The broker has it not: nobody would get it. */
    record Returned() implements Fate {}

    /** The broker has it or not. */
    record Unconfirmed(String why) implements Fate {}
}
