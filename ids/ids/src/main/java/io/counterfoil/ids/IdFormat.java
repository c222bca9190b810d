package io.counterfoil.ids;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.LongFormat;
import io.counterfoil.ids.text.UuidFormat;

/**
 * How the value of a typed id is written after its prefix. Which formats there are depends on the value; in characters:
 *
 * <table>
 *   <caption>Formats of the values</caption>
 *   <tr><th></th><th>{@link UuidFormat UUID}</th><th>{@link LongFormat long}</th><th>{@link ObjectId.Format ObjectId}</th></tr>
 *   <tr><td>{@link #HEX}</td><td>36</td><td></td><td></td></tr>
 *   <tr><td>{@link #BASE16}</td><td>32</td><td>16</td><td>24</td></tr>
 *   <tr><td>{@link #BASE32}</td><td>26</td><td>13</td><td>20</td></tr>
 *   <tr><td>{@link #ULID}</td><td>26</td><td></td><td></td></tr>
 *   <tr><td>{@link #BASE36}</td><td>25</td><td>13</td><td>19</td></tr>
 *   <tr><td>{@link #BASE58}</td><td>22</td><td></td><td>17</td></tr>
 *   <tr><td>{@link #BASE62}</td><td>22</td><td>11</td><td>17</td></tr>
 *   <tr><td>{@link #DECIMAL}, of an {@linkplain Prefix.Alternative alternative} alone</td><td></td><td>1 to 20</td><td></td></tr>
 * </table>
 *
 * <p>Except for decimal, the texts of one format have one length, and their order is that of the values.
 */
public enum IdFormat {
    /** Lower-case hex with four hyphens: the canonical text of a UUID. */
    HEX(16),

    /** Lower-case hex. */
    BASE16(16),

    /** Crockford's alphabet in lower case; of a UUID, it makes a TypeID, where the prefix is of {@code a-z} and {@code _}. */
    BASE32(32),

    /** Crockford's alphabet in upper case: a ULID. */
    ULID(32),

    /** {@code 0-9a-z}. */
    BASE36(36),

    /** {@code 1-9A-Za-z} without {@code I}, {@code O} and {@code l}. */
    BASE58(58),

    /** {@code 0-9A-Za-z}. */
    BASE62(62),

    /** An unsigned number without leading zeros. It has no fixed length, so no id is written in it. */
    DECIMAL(10);

    private final int base;

    IdFormat(int base) {
        this.base = base;
    }

    /** How many digits the alphabet has. Two formats of one base read the texts that they have in common as the same value. */
    int base() {
        return base;
    }
}
