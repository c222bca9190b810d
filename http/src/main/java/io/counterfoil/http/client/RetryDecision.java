package io.counterfoil.http.client;

import java.time.Duration;

/** What is to be done after a try: one of three. */
public sealed interface RetryDecision {

    /**
     * The intention is answered.
     *
     * @param answer what the caller gets
     */
    record Done(Answer answer) implements RetryDecision {}

    /**
     * It is worth another try.
     *
     * @param pause how long to wait first; not negative
     */
    record TryAgain(Duration pause) implements RetryDecision {}

    /**
     * No other try is allowed, or none would help.
     *
     * @param why what the caller gets
     */
    record GiveUp(RetriesExhaustedException why) implements RetryDecision {}
}
