package io.counterfoil.story.scan;

/**
 * A line that has been found.
 *
 * @param source the file
 * @param offset of the line's first byte
 * @param bytes without the line break; the receiver's own
 * @param cut whether the line is longer than {@link Scan#MAX_LINE}, and this is a part of it
 * @param behind what stands behind it; nothing when it is cut
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RawLine(LogSource source, long offset, byte[] bytes, boolean cut, Behind behind) {}
