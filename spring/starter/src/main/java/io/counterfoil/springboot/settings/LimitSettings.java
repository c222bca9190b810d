package io.counterfoil.springboot.settings;

import static io.counterfoil.springboot.settings.SettingTexts.first;

import io.counterfoil.http.BodyPolicy;
import io.counterfoil.idempotency.policy.ExecutionLimits;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.OncePerKey;
import io.counterfoil.springboot.internal.SettingText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * How long requests may wait and run, and how large they may be. What is {@code null} is left out. An immutable value.
 *
 * @param waitTime How long a duplicate waits for the original in progress before it is rejected with 409. Default: 5s.
 * @param executionTime How long an execution may own its key before the database ends it. Transactional mode only. Default: no limit.
 * @param bodySize Largest body of a request with a key; a larger one is rejected (413). Default: 1MB.
 */
public record LimitSettings(
        @Nullable Duration waitTime,
        @Nullable Duration executionTime,
        @Nullable DataSize bodySize) {

    static final LimitSettings NONE = new LimitSettings(null, null, null);

    static LimitSettings of(Idempotent annotation) {
        return new LimitSettings(waitTime(annotation.waitTime()), null, null);
    }

    static LimitSettings of(OncePerKey annotation) {
        return new LimitSettings(
                waitTime(annotation.waitTime()),
                SettingTexts.duration("limits.execution-time", annotation.executionTime()),
                null);
    }

    private static @Nullable Duration waitTime(String attribute) {
        return SettingTexts.duration("limits.wait-time", attribute);
    }

    /**
     * {@return these settings with another wait time}
     *
     * @param time how long a duplicate waits for its original
     */
    public LimitSettings withWaitTime(Duration time) {
        return new LimitSettings(time, executionTime, bodySize);
    }

    /**
     * {@return these settings with another limit of an execution} Transactional mode only.
     *
     * @param time how long an execution may own its key
     */
    public LimitSettings withExecutionTime(Duration time) {
        return new LimitSettings(waitTime, time, bodySize);
    }

    /**
     * {@return these settings with another limit of bodies}
     *
     * @param size the largest body of a request with a key
     */
    public LimitSettings withBodySize(DataSize size) {
        return new LimitSettings(waitTime, executionTime, size);
    }

    LimitSettings over(LimitSettings weaker) {
        return new LimitSettings(
                first(waitTime, weaker.waitTime),
                first(executionTime, weaker.executionTime),
                first(bodySize, weaker.bodySize));
    }

    void describe(SettingTexts texts) {
        texts.add("limits.wait-time", waitTime)
                .add("limits.execution-time", executionTime)
                .add("limits.body-size", bodySize);
    }

    void checkIn(Mode mode) {
        if (mode == Mode.LEASE && executionTime != null) {
            throw new IllegalArgumentException(
                    "limits.execution-time is set, but the mode is lease, where lease.duration is the limit: set the mode to"
                            + " transactional, or remove limits.execution-time");
        }
    }

    ExecutionLimits applyTo(ExecutionLimits standard) {
        ExecutionLimits limits = waitTime == null ? standard : standard.withWaitTime(waitTime);
        return executionTime == null ? limits : limits.withExecutionTime(executionTime);
    }

    BodyPolicy applyTo(BodyPolicy standard) {
        return bodySize == null
                ? standard
                : standard.withMaxBytes(SettingText.inMemory("limits.body-size", 1, bodySize));
    }
}
