package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

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

    /** The owner's namespace. */
    public Namespace namespace() {
        return namespace;
    }

    /** Its name there. */
    public BatchId id() {
        return id;
    }

    /** The kind of its members, as given when it was opened. */
    public String kind() {
        return kind;
    }

    /** When it was opened, by the server's clock, in whole microseconds. */
    public Instant openedAt() {
        return openedAt;
    }

    /** How many members were created. */
    public long created() {
        return counts.created();
    }

    /** How many members were there before. */
    public long known() {
        return counts.known();
    }

    /** How many members were refused. */
    public long refused() {
        return counts.refused();
    }

    /** How many members it has. */
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

    /**
     * One member of a batch, and what has become of it.
     *
     * @param position its place in the request, 0 or more: an index, or the number of a line
     * @param reference its name, where it has one
     * @param status what has become of it
     * @param entity the entity's id; there unless it was refused
     * @param problem why it was refused: at most {@value #MAX_PROBLEM_LENGTH} characters (UTF-16 units), without U+0000 and unpaired
     *     surrogates, which databases do not take; there only if it was refused
     */
    public record Member(
            long position,
            Optional<ReferenceId> reference,
            Status status,
            Optional<UUID> entity,
            Optional<String> problem) {

        /** The longest problem, in characters. */
        public static final int MAX_PROBLEM_LENGTH = 4000;

        /** What has become of a member. */
        public enum Status {
            /** It was made. */
            CREATED,
            /** It was there before: a duplicate of an earlier one, by its own key. Nothing was done. */
            KNOWN,
            /** It was refused, and nothing was done. */
            REFUSED
        }

        /**
         * A member of these parts; the factories say the same in fewer words.
         *
         * @throws IllegalArgumentException when the parts do not fit, or one of them is not as it must be
         */
        public Member {
            Objects.requireNonNull(reference, "reference");
            boolean refused = status == Status.REFUSED;
            if (position < 0) {
                throw new IllegalArgumentException("a member's position must be 0 or more, is " + position);
            }
            if (entity.isPresent() == refused || problem.isPresent() != refused) {
                throw new IllegalArgumentException(
                        "a member must have either an entity or a problem; the member at position %s is %s, with%s entity, with%s problem"
                                .formatted(
                                        position,
                                        status,
                                        entity.isPresent() ? "" : "out",
                                        problem.isPresent() ? "" : "out"));
            }
            problem.ifPresent(text -> check(position, text));
        }

        private static void check(long position, String problem) {
            if (problem.length() > MAX_PROBLEM_LENGTH) {
                throw new IllegalArgumentException("the problem at position %s must have at most %s characters, has %s"
                        .formatted(position, MAX_PROBLEM_LENGTH, problem.length()));
            }
            boolean unfit = problem.codePoints()
                    .anyMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
            if (unfit) {
                throw new IllegalArgumentException(
                        "the problem at position %s must not have U+0000 or an unpaired surrogate".formatted(position));
            }
        }

        /** One that was made. */
        public static Member created(long position, Optional<ReferenceId> reference, UUID entity) {
            return new Member(position, reference, Status.CREATED, Optional.of(entity), Optional.empty());
        }

        /** One that was there before. */
        public static Member known(long position, Optional<ReferenceId> reference, UUID entity) {
            return new Member(position, reference, Status.KNOWN, Optional.of(entity), Optional.empty());
        }

        /**
         * One that was refused.
         *
         * @throws IllegalArgumentException when the problem is too long or cannot be stored
         */
        public static Member refused(long position, Optional<ReferenceId> reference, String problem) {
            return new Member(position, reference, Status.REFUSED, Optional.empty(), Optional.of(problem));
        }
    }
}
