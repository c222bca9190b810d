package io.counterfoil.springboot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Executes the calls of a method of a bean once per key; a duplicate gets the result of the first call.
 *
 * <pre>{@code
 * @OncePerKey(key = "#command.requestId", client = "#command.sender")
 * public Receipt book(BookCommand command) { ... }
 * }</pre>
 *
 * <p>The result is kept as JSON by the method's generic return type. A duplicate that has none to get is a {@code
 * RejectedCallException}. Defaults are those of {@code counterfoil.*}; invalid settings fail at start-up.
 *
 * <p>Durations are {@code 30s}, {@code 7d}, {@code PT1H}; sizes {@code 64KB}, {@code 1MB}.
 *
 * @see Idempotent for handlers of requests
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OncePerKey {

    /** An expression (SpEL) on the arguments that gives the key. */
    String key();

    /** An expression that gives the client; anonymous without one. */
    String client() default "";

    /** An expression that gives what must be the same under one key: all arguments without one, {@code null} for nothing. */
    String contents() default "";

    /** What the method does, as records name it; the names of class and method without one. */
    String operation() default "";

    /** How effect and record are kept together. */
    Mode mode() default Mode.DEFAULT;

    /** How long a lease runs without being renewed. Lease mode only. */
    String leaseDuration() default "";

    /** Exception types that guarantee that there was no external effect; the lease is released. Lease mode only. */
    Class<? extends Throwable>[] leaseNoEffectOn() default {};

    /** Executes a call again whose lease ran out, instead of calling its outcome unknown. Lease mode only. */
    boolean rerunOnExpiry() default false;

    /** How long records are kept at least, or {@code never} for those that are never removed; of clients named or not. */
    String retention() default "";

    /** How long a duplicate waits for its original. */
    String waitTime() default "";

    /** How long an execution may own its key before the database ends it. Transactional mode only. */
    String executionTime() default "";

    /**
     * Returns the result of the first call to a call with other contents under the same key, instead of rejecting it.
     */
    boolean replayOnMismatch() default false;

    /** The largest result that is kept. */
    String maxStored() default "";
}
