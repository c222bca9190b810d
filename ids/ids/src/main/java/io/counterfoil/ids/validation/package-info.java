/**
 * Rules for ids that a client made, and that are about to become the ids of new entities.
 *
 * <pre>{@code
 * static final UuidRule BOOKING_ID = UuidRule.shortPrefixComb().past(10).future(10).build();
 *
 * BookingId id = BOOKING_ID.check(command.bookingId()).match(BookingId::new, rejected -> {
 *     throw new BadRequest(rejected.reason().name(), rejected.message());
 * });
 * }</pre>
 *
 * <p><b>For creation only.</b> A rule protects the index that the new id goes into, and says nothing about whether an entity is
 * there. An id that was good when its entity was made is out of every window an hour later, so a rule on a later operation would
 * refuse the entities that exist. Later operations look the id up, and answer 404 where there is none.
 *
 * <p><b>What a rule cannot see.</b> Randomness cannot be checked; neither can uniqueness, which is the primary key's. A client
 * that sends ids of its own choice inside the window is let in: rules are for clients who are trusted and may be wrong.
 *
 * <p><b>Whose clock.</b> The window is laid round the server's clock, unless the caller gives another instant: a batch that made
 * its ids yesterday and submits them today has recorded when that was, and sends it along. What it costs: a client that dictates
 * the clock can have any prefix and any timestamp accepted, and the shape is all that is left of the check. Take the instant only
 * from clients that may do that, and bound it (seven days, say) before it gets here.
 */
@NullMarked
package io.counterfoil.ids.validation;

import org.jspecify.annotations.NullMarked;
