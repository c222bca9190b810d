package io.counterfoil.springboot;

import io.counterfoil.idempotency.IdempotencyPolicy.OnMismatch;
import io.counterfoil.idempotency.LeasePolicy.OnExpiry;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how repeated calls are treated: of a handler method of Spring MVC, of all handlers of a controller, or of a method of any
 * other bean. What is left out is as {@code counterfoil.*} says. What cannot be, or contradicts another setting, fails at start-up.
 *
 * <pre>{@code
 * @PostMapping("/v1/transfers")
 * @Idempotent(keyRequired = true, retention = "7d")
 * Transfer transfer(@RequestBody Order order) { ... }
 *
 * @PutMapping("/v1/transfers/{key}")
 * @Idempotent(keyPathVariable = "key", retention = "never")
 * Transfer put(@PathVariable String key, @RequestBody Order order) { ... }
 * }</pre>
 *
 * <p><b>On a handler method</b> it speaks of the HTTP request, and guards the methods of its mapping: PUT and DELETE as well,
 * and never GET, HEAD or OPTIONS. On a controller it speaks for those handlers that are guarded anyway, and what a method says
 * outweighs it, setting by setting. {@link #key}, {@link #client} and {@link #contents} are not for handlers.
 *
 * <p><b>On a method of another bean</b> each call is carried out once per key:
 *
 * <pre>{@code
 * @Idempotent(key = "#command.requestId", client = "#command.sender")
 * public Receipt book(BookCommand command) { ... }
 * }</pre>
 *
 * The result is kept as JSON by the method's generic return type, and a duplicate gets it back. What a duplicate cannot be given
 * is an {@code IdempotentCallException}. The settings of requests and responses are refused there: where the key is read, the
 * scope by path, header fields, statuses, the size of a body.
 *
 * <p>Durations are {@code 30s}, {@code 7d}, {@code PT1H}; sizes {@code 64KB}, {@code 1MB}. A setting in braces takes one value: the
 * braces are there so that it can be left out.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Idempotent {

    /** Whether a request without a key is refused. */
    boolean[] keyRequired() default {};

    /** Other header fields that clients know the key by, beside {@code Idempotency-Key}. */
    String[] keyHeaders() default {};

    /** The path variable that is the key. */
    String keyPathVariable() default "";

    /** The parameter of the query that is the key. */
    String keyQueryParameter() default "";

    /** The member of the JSON body that is the key; needs Jackson 3. */
    String keyBodyField() default "";

    /** How effect and record are kept together. */
    Mode[] mode() default {};

    /** How long a lease runs without being renewed; in lease mode alone. */
    String leaseDuration() default "";

    /** What happens to a request whose lease ran out; in lease mode alone. */
    OnExpiry[] leaseOnExpiry() default {};

    /**
     * Exceptions that mean that nothing has happened; in lease mode alone. After one of these types, itself or as a cause, the next try
     * executes the request, where after any other one the outcome is unknown. One that the application answers, by an {@code
     * ExceptionHandler}, is known by the status of the answer: see {@link #forget}.
     */
    Class<? extends Throwable>[] leaseNoEffectOn() default {};

    /** Within what a key is unique. */
    ScopeBy[] scope() default {};

    /** One name instead of the path, or instead of the name of the method: for calls that do the same thing. */
    String operation() default "";

    /** How long records are kept at the least, or {@code never} for those that never go. */
    String retention() default "";

    /** The same where no client can be told. On a method of another bean {@link #retention} is for both. */
    String anonymousRetention() default "";

    /** How long a duplicate waits for its original. */
    String waitLimit() default "";

    /** How long an execution may own its key before the database ends it; in transactional mode alone. */
    String executionLimit() default "";

    /** What happens to other contents under a used key. */
    OnMismatch[] onMismatch() default {};

    /** What tells a retry from a mistake. On a method of another bean {@code NOTHING} alone can be said. */
    FingerprintOf[] fingerprint() default {};

    /** Header fields that tell a retry from a mistake as well. */
    String[] fingerprintHeaders() default {};

    /** Whether responses from 400 to 499 are kept for duplicates. */
    boolean[] rememberRefusals() default {};

    /** Status codes that are kept although they would not be: the work is committed. */
    int[] remember() default {};

    /** Status codes that are not kept although they would be: the work is rolled back. */
    int[] forget() default {};

    /** Header fields of a response that are kept although they would not be: {@code Set-Cookie}. */
    String[] keepFields() default {};

    /** Header fields of a response that are not kept although they would be. */
    String[] dropFields() default {};

    /** The longest body of a request with a key. */
    String maxBody() default "";

    /** The longest response, or result, that is kept. */
    String maxStored() default "";

    /** On a method of another bean, and needed there: an expression (SpEL) on its arguments that gives the key. */
    String key() default "";

    /** On a method of another bean: an expression on its arguments that gives the client; anonymous without one. */
    String client() default "";

    /** On a method of another bean: an expression that gives what tells a retry from a mistake; all arguments without one. */
    String contents() default "";
}
