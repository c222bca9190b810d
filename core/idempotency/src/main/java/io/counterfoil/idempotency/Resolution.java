package io.counterfoil.idempotency;

import io.counterfoil.idempotency.result.Completion;

/** What a {@link OutcomeResolver} decided about work whose lease has expired. */
public sealed interface Resolution<T> {

    /** It happened; its result is recorded like any other. */
    record Happened<T>(Completion<T> completion) implements Resolution<T> {}

    /** It did not happen, and will not: it may be executed now. */
    record DidNotHappen<T>() implements Resolution<T> {}

    /** It is undecided; the policy applies. */
    record Undecided<T>() implements Resolution<T> {}

    /** It happened; this is its result. */
    static <T> Resolution<T> happened(T value) {
        return new Happened<>(Completion.remember(value));
    }

    /** It did not happen, and will not. */
    static <T> Resolution<T> didNotHappen() {
        return new DidNotHappen<>();
    }

    /** It is undecided. */
    static <T> Resolution<T> undecided() {
        return new Undecided<>();
    }
}
