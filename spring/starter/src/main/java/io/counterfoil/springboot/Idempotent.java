package io.counterfoil.springboot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets how the requests of a handler method of Spring MVC, or of all handlers of a controller, are executed once per key.
 *
 * <pre>{@code
 * @PostMapping("/v1/transfers")
 * @Idempotent(keyRequired = true, retention = "7d")
 * Transfer transfer(@RequestBody Order order) { ... }
 *
 * @PutMapping("/v1/transfers/{key}")
 * @Idempotent(keyIn = "path:key", retention = "never")
 * Transfer put(@PathVariable String key, @RequestBody Order order) { ... }
 * }</pre>
 *
 * <p>On a method it guards what its mapping names: PUT and DELETE as well, and never GET, HEAD or OPTIONS. On a controller it sets
 * those handlers that are guarded anyway, and a method's settings come before the controller's, one by one. Precedence: method, class, {@code
 * counterfoil.endpoints[…]}, {@code counterfoil.*}. Settings without an attribute are configured there. Invalid or conflicting settings fail
 * at start-up.
 *
 * @see io.counterfoil.springboot.settings.EndpointSettings all settings
 * @see OncePerKey for methods of beans that handle no requests
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Idempotent {

    /** {@return whether requests without a key are rejected (400)} */
    boolean keyRequired() default false;

    /**
     * {@return where the key is} {@code header:X-Request-Key}, a field that clients know it by besides {@code Idempotency-Key} (several are separated
     * by commas); {@code path:variable}; {@code query:parameter}; or {@code body:member}, a member of the JSON object, which needs Jackson 3.
     */
    String keyIn() default "";

    /** {@return how effect and record are kept together} */
    Mode mode() default Mode.DEFAULT;

    /**
     * {@return exception types that guarantee that there was no external effect; the lease is released} Lease mode only. After one of these types,
     * itself or as a cause, the next attempt executes the request; after any other one the outcome is unknown. Of an exception that an {@code
     * ExceptionHandler} handles, the status of the response decides.
     */
    Class<? extends Throwable>[] leaseNoEffectOn() default {};

    /** {@return within what a key is unique} */
    ScopeBy scope() default ScopeBy.DEFAULT;

    /** {@return one name instead of the path, for handlers that do the same thing} */
    String operation() default "";

    /** {@return how long records are kept at least: {@code 30s}, {@code 7d}, {@code PT1H}, or {@code never} for those that are never removed} */
    String retention() default "";

    /** {@return how long a duplicate waits for its original: {@code 0s}, {@code 30s}} */
    String waitTime() default "";

    /** {@return the contents that must be the same under one key} */
    FingerprintOf fingerprint() default FingerprintOf.DEFAULT;
}
