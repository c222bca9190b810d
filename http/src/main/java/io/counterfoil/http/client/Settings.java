package io.counterfoil.http.client;

import io.counterfoil.http.HeaderNames;
import io.counterfoil.idempotency.Pause;
import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** All that a {@link RetryingClient} was told. */
record Settings(
        HttpClient http,
        RetryPolicy policy,
        AttemptListener listener,
        HeaderNames names,
        int bodyLimit,
        InstantSource clock,
        LongSupplier nanoTime,
        Pause pause,
        RandomGenerator random) {

    Settings with(RetryPolicy other) {
        return new Settings(http, other, listener, names, bodyLimit, clock, nanoTime, pause, random);
    }

    Settings with(AttemptListener other) {
        return new Settings(http, policy, other, names, bodyLimit, clock, nanoTime, pause, random);
    }

    Settings with(HeaderNames other) {
        return new Settings(http, policy, listener, other, bodyLimit, clock, nanoTime, pause, random);
    }

    Settings withBodyLimit(int bytes) {
        return new Settings(http, policy, listener, names, bytes, clock, nanoTime, pause, random);
    }

    Settings timedBy(
            InstantSource otherClock, LongSupplier otherNanoTime, Pause otherPause, RandomGenerator otherRandom) {
        return new Settings(
                http, policy, listener, names, bodyLimit, otherClock, otherNanoTime, otherPause, otherRandom);
    }

    void refuseOwnFields(Intention intention) {
        for (String name : List.of(names.idempotencyKey(), names.attempt(), names.correlationId())) {
            if (intention.request().headers().firstValue(name).isPresent()) {
                throw new IllegalArgumentException(
                        "the header field " + name
                                + " is set by the client: a request ID is given to the intention, a correlation ID by opening its scope");
            }
        }
    }
}
