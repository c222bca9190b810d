package io.counterfoil.ids.snowflake;

import java.time.Instant;

/**
 * What is inside a Snowflake id.
 *
 * @param instant when it was made, as its generator believed, with the precision of a millisecond
 * @param machineId who made it, from 0 to 1023
 * @param sequence the how-manieth of its millisecond it was, from 0 to 4095
 */
public record SnowflakeParts(Instant instant, int machineId, int sequence) {}
