package io.counterfoil.story.scan;

/**
 * A line that was found.
 *
 * @param source the file
 * @param offset the offset of the first byte of the line
 * @param bytes the line without its line break; owned by the receiver
 * @param cut whether the line is longer than {@link Scan#MAX_LINE} and this is a part of it
 * @param lastLines the lines before it
 * @param nextLines the lines after it; empty if the line is cut
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RawLine(
        LogSource source, long offset, byte[] bytes, boolean cut, PrecedingLines lastLines, FollowingLines nextLines) {}
