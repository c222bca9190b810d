package io.counterfoil.story.model;

import java.time.Duration;

/**
 * Statistics of reading the logs of a story.
 *
 * @param files the number of files, including standard input
 * @param bytes the decompressed size of the logs, read once
 * @param passes the number of passes: 1 or 2
 * @param unread the number of lines that mention a requested ID or key, and in which no correlation ID could be read: they are not in the
 *     story, and a note says where the first of them is
 * @param took the duration
 */
public record Reading(int files, long bytes, int passes, long unread, Duration took) {}
