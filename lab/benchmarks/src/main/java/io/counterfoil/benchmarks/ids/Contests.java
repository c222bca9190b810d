package io.counterfoil.benchmarks.ids;

import io.counterfoil.benchmarks.ids.Contest.Entry;
import io.counterfoil.benchmarks.ids.Contest.Standing;
import java.util.List;

/** All contests. */
final class Contests {

    static final String CLOCK = "GenerationBenchmarks.currentTimeMillis";
    static final String V7 = "GenerationBenchmarks.v7";
    static final String V7_PER_THREAD = "GenerationBenchmarks.v7PerThread";
    static final String SHORT_PREFIX = "GenerationBenchmarks.shortPrefixComb";
    static final String PEER_SHORT_PREFIX = "GenerationBenchmarks.uuidCreatorShortPrefixComb";

    private static final String GUESSABLE = "guessable: the next id in a millisecond is this one plus 1";
    private static final String UNORDERED = "in no order within a millisecond";

    private Contests() {}

    static final Contest VERSION_7 = new Contest(
            "Version 7, secure",
            ours("`UuidV7.next()`", V7, "process-wide order"),
            List.of(
                    ours("`UuidV7`, per thread", V7_PER_THREAD, "ordered on each thread"),
                    ours("`UuidV7`, unordered", "GenerationBenchmarks.v7Unordered", UNORDERED),
                    ours("`UuidV7`, batch of 64, each", "GenerationBenchmarks.v7Batch", "process-wide order"),
                    ours(
                            "`UuidV7` on `SecureRandom`",
                            "GenerationBenchmarks.v7PlatformRandom",
                            "process-wide order, the platform's generator"),
                    new Entry("`System.currentTimeMillis()` alone", CLOCK, Standing.YARDSTICK, "no id"),
                    peer("uuid-creator, `getTimeOrderedEpoch`", "GenerationBenchmarks.uuidCreatorV7", ""),
                    peer("Hibernate, `UuidVersion7Strategy`", "GenerationBenchmarks.hibernateV7", ""),
                    lesser("JUG, `timeBasedEpochRandom`", "GenerationBenchmarks.jugV7Random", UNORDERED),
                    lesser("ulid-creator, `getUlid`", "GenerationBenchmarks.ulid", UNORDERED),
                    lesser("JUG, `timeBasedEpoch`", "GenerationBenchmarks.jugV7", GUESSABLE),
                    lesser("ulid-creator, `getMonotonicUlid`", "GenerationBenchmarks.ulidMonotonic", GUESSABLE),
                    lesser(
                            "uuid-creator, `…EpochPlus1`",
                            "GenerationBenchmarks.uuidCreatorV7Plus1",
                            "guessable: 62 bits that go up by 1 in a millisecond"),
                    lesser(
                            "uuid-creator, `…EpochPlusN`",
                            "GenerationBenchmarks.uuidCreatorV7PlusN",
                            "guessable: the same bits go up by a random number of 32 bits"),
                    lesser(
                            "uuid-creator, `…EpochFast`",
                            "GenerationBenchmarks.uuidCreatorV7Fast",
                            "not from a secure random generator")));

    static final Contest VERSION_4 = new Contest(
            "Version 4, secure",
            ours("`UuidV4.next()`", "GenerationBenchmarks.v4", ""),
            List.of(
                    peer("JDK, `UUID.randomUUID`", "GenerationBenchmarks.jdkV4", ""),
                    peer("uuid-creator, `getRandomBased`", "GenerationBenchmarks.uuidCreatorV4", ""),
                    peer("JUG, `randomBased`", "GenerationBenchmarks.jugV4", ""),
                    peer("Hibernate, `StandardRandomStrategy`", "GenerationBenchmarks.hibernateV4", "")));

    static final Contest COMB = new Contest(
            "COMB",
            ours("`Comb.next()`", "GenerationBenchmarks.comb", "process-wide order"),
            List.of(lesser("uuid-creator, `getPrefixComb`", "GenerationBenchmarks.uuidCreatorComb", UNORDERED)));

    static final Contest SHORT_PREFIX_COMB = new Contest(
            "Short prefix COMB",
            ours("`ShortPrefixComb.next()`", SHORT_PREFIX, ""),
            List.of(peer("uuid-creator, `getShortPrefixComb`", PEER_SHORT_PREFIX, "")));

    static final Contest SMALL = new Contest(
            "Small ids",
            ours(
                    "`Snowflake`, 64 bits",
                    "GenerationBenchmarks.snowflake",
                    "never ahead of the clock: 4096 a millisecond at most, 244 ns each over all threads"),
            List.of(
                    lesser(
                            "tsid-creator, `getTsid`, 64 bits",
                            "GenerationBenchmarks.tsid",
                            "takes milliseconds of the future when one is used up"),
                    ours("`ObjectId`, 96 bits", "GenerationBenchmarks.objectId", "")));

    static final Contest HEX_FORMAT = new Contest(
            "Canonical hex, print",
            ours("`HEX.format`", "TextBenchmarks.hexFormat", ""),
            List.of(
                    peer("JDK, `toString`", "TextBenchmarks.jdkHexFormat", ""),
                    peer("uuid-creator, standard codec", "TextBenchmarks.uuidCreatorHexFormat", "")));

    static final Contest HEX_PARSE = new Contest(
            "Canonical hex, read",
            ours("`HEX.parse`", "TextBenchmarks.hexParse", "strict"),
            List.of(
                    peer("JDK, `fromString`", "TextBenchmarks.jdkHexParse", "takes groups that are too short"),
                    peer("uuid-creator, standard codec", "TextBenchmarks.uuidCreatorHexParse", "")));

    static final Contest BASE_36_FORMAT = coder("36", "Format", "BASE36.format", "`BaseNCodec` of 36");
    static final Contest BASE_36_PARSE = coder("36", "Parse", "BASE36.parse", "`BaseNCodec` of 36");
    static final Contest BASE_62_FORMAT = coder("62", "Format", "BASE62.format", "`Base62Codec`");
    static final Contest BASE_62_PARSE = coder("62", "Parse", "BASE62.parse", "`Base62Codec`");

    static final Contest TYPED_FORMAT = typed("print", "Format");
    static final Contest TYPED_PARSE = typed("read", "Parse");
    static final Contest TYPED_HEX_FORMAT = typedHex("print", "Format");
    static final Contest TYPED_HEX_PARSE = typedHex("read", "Parse");

    static final List<Contest> ALL = List.of(
            VERSION_7,
            VERSION_4,
            COMB,
            SHORT_PREFIX_COMB,
            SMALL,
            HEX_FORMAT,
            HEX_PARSE,
            coder("32", "Format", "BASE32.format", "`Base32Codec`"),
            coder("32", "Parse", "BASE32.parse", "`Base32Codec`"),
            ulid("print", "Format", "ULID.format", "`Ulid.from(UUID).toString()`"),
            ulid("read", "Parse", "ULID.parse", "`Ulid.from(String).toUuid()`"),
            BASE_36_FORMAT,
            BASE_36_PARSE,
            coder("58", "Format", "BASE58.format", "`Base58BtcCodec`"),
            coder("58", "Parse", "BASE58.parse", "`Base58BtcCodec`"),
            BASE_62_FORMAT,
            BASE_62_PARSE,
            TYPED_FORMAT,
            TYPED_PARSE,
            TYPED_HEX_FORMAT,
            TYPED_HEX_PARSE);

    private static Contest coder(String base, String direction, String ours, String peer) {
        return new Contest(
                "Base %s, %s".formatted(base, direction.equals("Format") ? "print" : "read"),
                ours("`" + ours + "`", "TextBenchmarks.base" + base + direction, ""),
                List.of(peer(
                        "uuid-creator, " + peer, "TextBenchmarks.uuidCreatorBase%s%s".formatted(base, direction), "")));
    }

    private static Contest ulid(String what, String direction, String ours, String peer) {
        return new Contest(
                "ULID, " + what,
                ours("`" + ours + "`", "TextBenchmarks.ulid" + direction, ""),
                List.of(peer("ulid-creator, " + peer, "TextBenchmarks.ulidCreator" + direction, "")));
    }

    private static Contest typed(String what, String direction) {
        return new Contest(
                "Typed id in base 32, " + what,
                ours("`IdType`", "TypedBenchmarks.typed" + direction, "128 bits"),
                List.of(
                        peer(
                                "typeid-java",
                                "TypedBenchmarks.typeIdJava" + direction,
                                "128 bits, one type for all prefixes"),
                        lesser(
                                "by hand, on uuid-creator's `Base32Codec`",
                                "TypedBenchmarks.handmade" + direction,
                                "128 bits, no registry"),
                        lesser("tsid-creator, `\"acct_%S\"`", "TypedBenchmarks.tsid" + direction, "64 bits, untyped")));
    }

    private static Contest typedHex(String what, String direction) {
        return new Contest(
                "Typed id in canonical hex, " + what,
                ours("`IdType`", "TypedBenchmarks.typedHex" + direction, ""),
                List.of(lesser(
                        "by hand, on the JDK's `UUID`", "TypedBenchmarks.handmadeHex" + direction, "no registry")));
    }

    private static Entry ours(String label, String benchmark, String note) {
        return new Entry(label, benchmark, Standing.OURS, note);
    }

    private static Entry peer(String label, String benchmark, String note) {
        return new Entry(label, benchmark, Standing.PEER, note);
    }

    private static Entry lesser(String label, String benchmark, String note) {
        return new Entry(label, benchmark, Standing.LESSER_PEER, note);
    }
}
