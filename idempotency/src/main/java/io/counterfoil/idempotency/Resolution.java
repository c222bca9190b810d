package io.counterfoil.idempotency;

/** What a {@link Resolver} found out about work whose lease ran out: one of three. */
public sealed interface Resolution<T> {

    /** It happened; this is its answer, to be kept like one that was given in time. */
    record Happened<T>(Completion<T> completion) implements Resolution<T> {}

    /** It did not happen, and will not any more: it may be carried out now. */
    record DidNotHappen<T>() implements Resolution<T> {}

    /** It cannot be told yet: what follows is the policy's to say. */
    record Undecided<T>() implements Resolution<T> {}

    /** It happened; this is its answer. */
    static <T> Resolution<T> happened(T value) {
        return new Happened<>(Completion.remember(value));
    }

    /** It did not happen, and will not any more. */
    static <T> Resolution<T> didNotHappen() {
        return new DidNotHappen<>();
    }

    /** It cannot be told yet. */
    static <T> Resolution<T> undecided() {
        return new Undecided<>();
    }
}
