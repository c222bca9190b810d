package io.counterfoil.story.model;

import java.time.Duration;

/**
 * What was read for a story.
 *
 * @param files how many, the standard input included
 * @param bytes of the logs, unpacked, in one pass
 * @param passes over the logs: 1 or 2
 * @param took from the start to the last byte
 */
public record Reading(int files, long bytes, int passes, Duration took) {}
