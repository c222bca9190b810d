package io.counterfoil.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.client.retry.BodyTooLargeException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RC-2")
class BoundedBodyTest {

    private final BoundedBody body = new BoundedBody(5);
    private final Subscribed subscribed = new Subscribed();

    /** What was asked of a subscription. */
    private static final class Subscribed implements Flow.Subscription {

        private long requested;
        private boolean cancelled;

        @Override
        public void request(long items) {
            requested += items;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    private static List<ByteBuffer> buffers(String... texts) {
        return List.of(texts).stream()
                .map(text -> ByteBuffer.wrap(text.getBytes(US_ASCII)))
                .toList();
    }

    @Test
    void bodyOfTheLimit_isReadWhole() {
        body.onSubscribe(subscribed);
        body.onNext(buffers("ab", "c"));
        body.onNext(buffers("de"));
        body.onComplete();

        assertThat(body.getBody().toCompletableFuture().join()).isEqualTo("abcde".getBytes(US_ASCII));
        assertThat(subscribed.requested).isEqualTo(Long.MAX_VALUE);
        assertThat(subscribed.cancelled).isFalse();
    }

    @Test
    void bodyBeyondTheLimit_isRefused_andNotReadFurther() {
        body.onSubscribe(subscribed);
        body.onNext(buffers("abc", "def"));

        assertThat(subscribed.cancelled).isTrue();
        assertThatThrownBy(() -> body.getBody().toCompletableFuture().join())
                .hasRootCauseInstanceOf(BodyTooLargeException.class);
    }

    /** Reactive Streams, rule 2.5. */
    @Test
    void secondSubscription_isCancelled() {
        Subscribed second = new Subscribed();
        body.onSubscribe(subscribed);
        body.onSubscribe(second);

        assertThat(second.cancelled).isTrue();
        assertThat(second.requested).isZero();
        assertThat(subscribed.cancelled).isFalse();
    }
}
