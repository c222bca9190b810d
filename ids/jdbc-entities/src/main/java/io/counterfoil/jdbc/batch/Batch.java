package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.Namespace;
import java.time.Instant;
import java.util.Objects;

/**
 * A batch as it was read: what it is, and how many members it has of each status. It does not change when members are added; {@link
 * Batches#add} returns the one of afterwards. Immutable; two are equal when all that can be seen is.
 */
public final class Batch {

    private final long pk;
    private final Namespace namespace;
    private final BatchId id;
    private final String kind;
    private final Instant openedAt;
    private final Counts counts;

    Batch(long pk, Namespace namespace, BatchId id, String kind, Instant openedAt, Counts counts) {
        this.pk = pk;
        this.namespace = namespace;
        this.id = id;
        this.kind = kind;
        this.openedAt = openedAt;
        this.counts = counts;
    }

    /** How many members were created, known, refused. */
    record Counts(long created, long known, long refused) {}

    /** The row's number, internal to this package. */
    long pk() {
        return pk;
    }

    Batch with(Counts now) {
        return new Batch(pk, namespace, id, kind, openedAt, now);
    }

    /** {@return the owner's namespace} */
    public Namespace namespace() {
        return namespace;
    }

    /** {@return its name in the namespace} */
    public BatchId id() {
        return id;
    }

    /** {@return the kind of its members, as given when it was opened} */
    public String kind() {
        return kind;
    }

    /** {@return when it was opened, by the server's clock, in whole microseconds} */
    public Instant openedAt() {
        return openedAt;
    }

    /** {@return how many members were created} */
    public long created() {
        return counts.created();
    }

    /** {@return how many members were there before} */
    public long known() {
        return counts.known();
    }

    /** {@return how many members were refused} */
    public long refused() {
        return counts.refused();
    }

    /** {@return how many members it has} */
    public long size() {
        return created() + known() + refused();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Batch that
                && namespace.equals(that.namespace)
                && id.equals(that.id)
                && kind.equals(that.kind)
                && openedAt.equals(that.openedAt)
                && counts.equals(that.counts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(namespace, id, kind, openedAt, counts);
    }

    @Override
    public String toString() {
        return "Batch[%s of %s, %s: %s created, %s known, %s refused]"
                .formatted(id, namespace, kind, created(), known(), refused());
    }
}
