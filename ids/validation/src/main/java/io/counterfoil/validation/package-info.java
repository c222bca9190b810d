/**
 * Constraints on ids that clients make, for Jakarta Bean Validation.
 *
 * <pre>{@code
 * record CreateBooking(
 *         @NotNull @ShortPrefixCombId(past = 10, future = 10) String bookingId,
 *         @NotNull @IdOf(AccountId.class) String account) {}
 * }</pre>
 *
 * <p>As with every constraint of Bean Validation, {@code null} is valid: add {@code @NotNull} to reject it.
 *
 * <p><b>For creation only.</b> {@link io.counterfoil.validation.ShortPrefixCombId} belongs on the command that creates an entity.
 * On a later one it would reject entities that exist, since time advances and their ids do not; those look the entity up, and
 * respond with 404. See {@link io.counterfoil.ids.validation}.
 *
 * <p><b>The reason</b> is the message template: each fault has a key of its own, {@code
 * {io.counterfoil.validation.ShortPrefixCombId.TOO_OLD}}, and {@link io.counterfoil.validation.ViolationReason} takes the last
 * word out of it. This is so with every provider of Bean Validation. A {@code message} that is given at the constraint is used
 * for all faults, and hides the reason.
 *
 * <p><b>The texts</b> of the keys are in the bundle {@code ContributorValidationMessages}, which Hibernate Validator reads; an
 * application's {@code ValidationMessages} with the same keys goes before it, and translates them. Another provider may leave the
 * bare key as the message. No text repeats what the client sent.
 *
 * <p><b>The clock</b> is that of Bean Validation's {@link jakarta.validation.ClockProvider}: the system's, or one for the whole
 * factory, or one for a single check, where the client submitted its own:
 *
 * <pre>{@code
 * Clock submitted = Clock.fixed(command.madeAt(), ZoneOffset.UTC);
 * factory.usingContext().clockProvider(() -> submitted).getValidator().validate(command);
 * }</pre>
 *
 * <p>The limit is described there too: a client that controls the clock can have any prefix accepted.
 */
@NullMarked
package io.counterfoil.validation;

import org.jspecify.annotations.NullMarked;
