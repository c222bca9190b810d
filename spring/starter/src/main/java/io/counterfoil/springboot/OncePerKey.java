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

    /** {@return an expression (SpEL) on the arguments that gives the key} */
    String key();

    /** {@return an expression that gives the client; anonymous when empty} */
    String client() default "";

    /** {@return an expression that gives what must be the same under one key; all arguments when empty, {@code null} for nothing} */
    String contents() default "";

    /** {@return the name of the operation in records; the names of class and method when empty} */
    String operation() default "";

    /** {@return how effect and record are kept together} */
    Mode mode() default Mode.DEFAULT;

    /** {@return how long a lease runs without being renewed} Lease mode only. */
    String leaseDuration() default "";

    /** {@return exception types that guarantee that there was no external effect; the lease is released} Lease mode only. */
    Class<? extends Throwable>[] leaseNoEffectOn() default {};

    /** {@return whether a call whose lease ran out is executed again, instead of having an unknown outcome} Lease mode only. */
    boolean rerunOnExpiry() default false;

    /** {@return how long records are kept at least, or {@code never} for those that are never removed; of clients named or not} */
    String retention() default "";

    /** {@return how long a duplicate waits for its original} */
    String waitTime() default "";

    /** {@return how long an execution may own its key before the database ends it} Transactional mode only. */
    String executionTime() default "";

    /** {@return whether a call with other contents under the same key gets the result of the first call, instead of being rejected} */
    boolean replayOnMismatch() default false;

    /** {@return the largest result that is stored} */
    String maxStored() default "";
}
