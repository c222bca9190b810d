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

    /** @param limit how long from now to wait for the broker's confirm */
    PendingPublish(
            Duration limit,
            String exchange,
            String routingKey,
            boolean mandatory,
            BasicProperties properties,
            byte[] body) {
        Unconfirmed late = new Unconfirmed("the broker did not confirm within " + limit);
        this.result = new CompletableFuture<Result>().completeOnTimeout(late, limit.toNanos(), TimeUnit.NANOSECONDS);
        this.exchange = exchange;
        this.routingKey = routingKey;
        this.mandatory = mandatory;
        this.properties = properties;
        this.body = body;
    }

    /** Completes with the broker's response, or with the reason why there is none; never fails. */
    CompletionStage<Result> result() {
        return result;
    }

    boolean isOver() {
        return result.isDone();
    }

    /** Marks it as returned; the broker confirms it afterwards. */
    void returned() {
        returned = true;
    }

    void confirmed() {
        result.complete(returned ? new Returned() : new Confirmed());
    }

    void unconfirmed(String why) {
        result.complete(new Unconfirmed(why));
    }

    /** The session ended on which it was written. */
    void ended(SessionEnd end) {
        result.complete(end.refusal() ? new Refused(end.why()) : new Unconfirmed(end.why()));
    }

    /** The result of a publish. */
    sealed interface Result {}

    /** The broker confirmed it. */
    record Confirmed() implements Result {}

    /** The broker does not have it: no queue would get it. */
    record Returned() implements Result {}

    /** The broker refused it, or one that was on its way beside it. */
    record Refused(String why) implements Result {}

    /** Whether the broker has it is unknown. */
    record Unconfirmed(String why) implements Result {}
}
