package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandId;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.Optional;

/**
 * What tells a creation that is sent again from another one: one of three, by the client's choice, or what it is
 * made together with.
 *
 * @param <I> the id of what is created
 */
public sealed interface Once<I> {

    /**
     * A data key, kept on the object for ever.
     *
     * @param key opaque; unique per client for ledgers, per ledger and {@link KeyScope} for transactions
     */
    record ByKey<I>(RequestId key) implements Once<I> {}

    /**
     * The object's own id, made by the client.
     *
     * @param id a short prefix COMB, made at about the time of the creation
     * @param clientTime what the client's clock said when the id was made, where the request comes later than that
     * @param command the id of the command that creates, where the client sends it along: time-based; compared on a retry, for as long as
     *     it is known
     */
    record ById<I>(I id, Optional<Instant> clientTime, Optional<CommandId> command) implements Once<I> {}

    /**
     * The id of the command that creates, known until the object gets its first command afterwards.
     *
     * @param command time-based
     */
    record ByCommand<I>(CommandId command) implements Once<I> {}

    /** Made with something else that is told from others already: its batch, its import, its ledger. It has no key of its own. */
    record Together<I>() implements Once<I> {}

    /** What it is called in the REST API: {@code idempotency_key}, {@code id} or {@code command_id}. */
    default String field() {
        if (this instanceof ByKey<I>) {
            return "idempotency_key";
        }
        return this instanceof ByCommand<I> ? "command_id" : "id";
    }

    /** The data key, where it is this way. */
    default Optional<RequestId> dataKey() {
        return this instanceof ByKey<I> by ? Optional.of(by.key()) : Optional.empty();
    }
}
