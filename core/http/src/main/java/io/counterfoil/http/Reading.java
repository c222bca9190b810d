package io.counterfoil.http;

import io.counterfoil.http.message.Problem;
import io.counterfoil.idempotency.key.AttemptId;
import java.util.Optional;

/** What was read of a request, or the problem with it. */
sealed interface Reading<T> {

    /** It could be read. */
    record Read<T>(T value) implements Reading<T> {}

    /**
     * It is refused.
     *
     * @param attempt the attempt ID, as far as it was read
     */
    record Refused<T>(Problem problem, Optional<AttemptId> attempt) implements Reading<T> {}
}
