/**
 * The current work's correlation id through Reactor, and wherever else Micrometer's context propagation reaches.
 *
 * <p>With this artifact on the class path there is nothing to register: Micrometer finds {@link
 * io.counterfoil.contextpropagation.CorrelationThreadLocalAccessor} by itself. Reactor carries the work along once its automatic
 * context propagation is on, in Spring Boot by {@code spring.reactor.context-propagation=auto}, elsewhere by one line:
 *
 * <pre>{@code
 * Hooks.enableAutomaticContextPropagation();
 *
 * try (var work = Correlation.begin()) {
 *     orders.flatMap(order -> reserve(order)) // each log line of it has the corr_id of the work, on every scheduler
 *             .contextCapture()
 *             .subscribe();
 * }
 * }</pre>
 */
@NullMarked
package io.counterfoil.contextpropagation;

import org.jspecify.annotations.NullMarked;
