package io.counterfoil.idempotency.policy;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.store.Retention;
import java.time.Duration;

/**
 * How long records are kept. An immutable value.
 *
 * @param named minimum retention of the records of named clients
 * @param anonymous minimum retention of records without a client; short by default, because any client can guess keys there
 */
public record RetentionPolicy(Retention named, Retention anonymous) {

    /** One day; one hour without a client. */
    public static final RetentionPolicy DEFAULT =
            new RetentionPolicy(Retention.of(Duration.ofDays(1)), Retention.of(Duration.ofHours(1)));

    /**
     * {@return a copy with another {@link #named()}}
     *
     * @param retention minimum retention of the records of named clients
     */
    public RetentionPolicy withNamed(Retention retention) {
        return new RetentionPolicy(retention, anonymous);
    }

    /**
     * {@return a copy with another {@link #anonymous()}}
     *
     * @param retention minimum retention of records without a client
     */
    public RetentionPolicy withAnonymous(Retention retention) {
        return new RetentionPolicy(named, retention);
    }

    /**
     * {@return how long a record of this client is kept}
     *
     * @param client whose record it is
     */
    public Retention of(ClientId client) {
        return client.isAnonymous() ? anonymous : named;
    }
}
