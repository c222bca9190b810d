package io.counterfoil.ids;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The prefix of the texts of a class of {@linkplain AnyTypedId typed ids}, their format, and alternative texts that are
 * accepted.
 *
 * <p>An id is always written canonically: prefix, underscore, format. Read are the canonical text and the {@linkplain #alternatives
 * alternative} ones, in any case, and the text that the value has by itself, without a prefix; {@link #strict} says otherwise.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Prefix {

    /**
     * {@return the prefix, without the underscore that follows it: 1 to {@value IdType#MAX_PREFIX_LENGTH} characters of {@code a-z}, {@code
     * A-Z}, {@code 0-9} and {@code _}, no underscore first or last; of no other class of the application, in whatever case} Other
     * characters would have to be escaped in a URL, or end the word that a double click selects. A TypeID's has {@code a-z} and
     * {@code _} alone.
     */
    String value();

    /** {@return the text of the value after the underscore, a format that the value has} {@link IdFormat#BASE32} of a UUID is a TypeID. */
    IdFormat format() default IdFormat.BASE36;

    /**
     * {@return whether {@link IdType#parse} reads the canonical text and the declared alternatives alone, each as it is written} Otherwise it
     * reads what {@link IdType#parseLenient} does. For ids whose texts are compared without being parsed.
     */
    boolean strict() default false;

    /** {@return other texts that are read as well: those that the ids had earlier, or have in another system} */
    Alternative[] alternatives() default {};

    /**
     * Texts of an id that are read and never written: a path from the ids of an earlier scheme to the canonical ones.
     *
     * <pre>{@code
     * @Prefix(
     *     value = "acct",
     *     alternatives = {
     *         @Prefix.Alternative(prefix = "account"),                    // account_039srkj01e44uynszf2f2njh3
     *         @Prefix.Alternative(padded = false),                        // acct_39srkj01e44uynszf2f2njh3
     *         @Prefix.Alternative(prefix = "", format = IdFormat.BASE16)  // 01890a5dac96774bbcceb302099a8057
     *     })
     * }</pre>
     *
     * <p>One alternative is each of its prefixes with each of its formats. Two that could read one text as different values are
     * refused when the type is defined: those of one prefix, of different bases, and with a length in common. So is one that is
     * declared twice.
     */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({})
    @interface Alternative {

        /**
         * {@return prefixes without their underscore, 1 to {@value IdType#MAX_PREFIX_LENGTH} characters of {@code a-zA-Z0-9_}, no
         * underscore first or last; each of no other class of the application, in whatever case} The empty string is a text that has
         * neither prefix nor underscore; such a text is read by {@link IdType} only, because {@link IdTypes} cannot tell its type. Empty
         * array: the type's own prefix.
         */
        String[] prefix() default {};

        /** {@return formats that the value has; where there are none, the type's own format} */
        IdFormat[] format() default {};

        /**
         * {@return whether the text has the fixed width of its format} Where it is {@code false}, the digits of 0 in front are left out, as
         * {@code BigInteger.toString(36)} leaves them out. Not for {@link IdFormat#HEX} and {@link IdFormat#DECIMAL}.
         */
        boolean padded() default true;
    }
}
