package io.counterfoil.http.client.retry;

import java.time.Duration;

/** What follows an attempt. */
public sealed interface RetryDecision {

    /**
     * The send ends with this response.
     *
     * @param answer what the caller receives
     */
    record Done(Answer answer) implements RetryDecision {}

    /**
     * Another attempt follows.
     *
     * @param pause how long to wait first; not negative
     */
    record Retry(Duration pause) implements RetryDecision {}

    /**
     * The send ends without a response that can be returned.
     *
     * @param why what the caller receives
     */
    record GiveUp(RetriesExhaustedException why) implements RetryDecision {}
}
