package io.counterfoil.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A message that a {@link ConfirmingPublisher} publishes, and the result. */
final class PendingPublish {

    final String exchange;
    final String routingKey;
    final boolean mandatory;
    final BasicProperties properties;
    final byte[] body;

    private final CompletableFuture<Result> result;
    private volatile boolean returned;

    /** @param limit how long from now the broker's word is waited for */
    PendingPublish(
            Duration limit,
            String exchange,
            String routingKey,
            boolean mandatory,
            BasicProperties properties,
            byte[] body) {
        Unconfirmed late = new Unconfirmed("the broker said nothing within " + limit);
        this.result = new CompletableFuture<Result>().completeOnTimeout(late, limit.toNanos(), TimeUnit.NANOSECONDS);
        this.exchange = exchange;
        this.routingKey = routingKey;
        this.mandatory = mandatory;
        this.properties = properties;
        this.body = body;
    }

    /** Completes on the broker's word, or with why there is none; never fails. */
    CompletionStage<Result> result() {
        return result;
    }

    boolean isOver() {
        return result.isDone();
    }

    /** The broker returns before it confirms. */
    void returned() {
        returned = true;
    }

    void confirmed() {
        result.complete(returned ? new Returned() : new Confirmed());
    }

    void unconfirmed(String why) {
        result.complete(new Unconfirmed(why));
    }

    /** What came of it. */
    sealed interface Result {}

    /** The broker has it. */
    record Confirmed() implements Result {}

    /** The broker has it not: nobody would get it. */
    record Returned() implements Result {}

    /** The broker has it or not. */
    record Unconfirmed(String why) implements Result {}
}
