package io.counterfoil.http.client;

import java.time.Duration;

/** What is to be done after a try: one of three. */
public sealed interface Verdict {

    /**
     * The intention is answered.
     *
     * @param answer what the caller gets
     */
    record Done(Answer answer) implements Verdict {}

    /**
     * It is worth another try.
     *
     * @param pause how long to wait first; not negative
     */
    record TryAgain(Duration pause) implements Verdict {}

    /**
     * No other try is allowed, or none would help.
     *
     * @param why what the caller gets
     */
    record GiveUp(RetriesExhaustedException why) implements Verdict {}
}
