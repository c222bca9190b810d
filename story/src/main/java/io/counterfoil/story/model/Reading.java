package io.counterfoil.story.model;

import java.time.Duration;

/**
 * Statistics of reading the logs of a story.
 *
 * @param files the number of files, including standard input
 * @param bytes the decompressed size of the logs, read once
 * @param passes the number of passes: 1 or 2
 * @param took the duration
 */
public record Reading(int files, long bytes, int passes, Duration took) {}
