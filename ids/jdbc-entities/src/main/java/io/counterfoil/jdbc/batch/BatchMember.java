package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.ReferenceId;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

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
public record BatchMember(
        long position,
        Optional<ReferenceId> reference,
        MemberStatus status,
        Optional<UUID> entity,
        Optional<String> problem) {

    /** The longest problem, in characters. */
    public static final int MAX_PROBLEM_LENGTH = 4000;

    /**
     * A member of these parts; the factories say the same in fewer words.
     *
     * @param position 0 or more
     * @param reference empty where the member has no name
     * @param status decides which of the two that follow is there
     * @param entity there unless the status is {@link MemberStatus#REFUSED}
     * @param problem there only if the status is {@link MemberStatus#REFUSED}; at most {@value #MAX_PROBLEM_LENGTH} characters
     * @throws IllegalArgumentException when the parts do not fit, or one of them is not as it must be
     */
    public BatchMember {
        Objects.requireNonNull(reference, "reference");
        boolean refused = status == MemberStatus.REFUSED;
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

    /**
     * {@return a member whose entity was created}
     *
     * @param position its place in the request, 0 or more
     * @param reference its name, where it has one
     * @param entity the id of the new entity
     */
    public static BatchMember created(long position, Optional<ReferenceId> reference, UUID entity) {
        return new BatchMember(position, reference, MemberStatus.CREATED, Optional.of(entity), Optional.empty());
    }

    /**
     * {@return a member whose entity was there before}
     *
     * @param position its place in the request, 0 or more
     * @param reference its name, where it has one
     * @param entity the id of the entity that is there
     */
    public static BatchMember known(long position, Optional<ReferenceId> reference, UUID entity) {
        return new BatchMember(position, reference, MemberStatus.KNOWN, Optional.of(entity), Optional.empty());
    }

    /**
     * {@return a member that was refused}
     *
     * @param position its place in the request, 0 or more
     * @param reference its name, where it has one
     * @param problem why: at most {@value #MAX_PROBLEM_LENGTH} characters
     * @throws IllegalArgumentException when the problem is too long or cannot be stored
     */
    public static BatchMember refused(long position, Optional<ReferenceId> reference, String problem) {
        return new BatchMember(position, reference, MemberStatus.REFUSED, Optional.empty(), Optional.of(problem));
    }
}
