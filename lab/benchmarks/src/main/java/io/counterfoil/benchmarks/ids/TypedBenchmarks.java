package io.counterfoil.benchmarks.ids;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.uuid.codec.base.Base32Codec;
import de.fxlae.typeid.TypeId;
import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Formats and parses prefixed IDs, including the type. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TypedBenchmarks {

    private static final String PREFIX = "acct_";
    private static final String TSID_FORMAT = PREFIX + "%S";

    private final Samples samples = new Samples();
    private final Samples.Texts texts = new Samples.Texts(uuid -> AccountId.TYPE.format(new AccountId(uuid)));
    private final Samples.Texts canonical = new Samples.Texts(uuid -> CanonicalId.TYPE.format(new CanonicalId(uuid)));
    private final Samples.Texts peerTexts = new Samples.Texts(uuid -> PREFIX + Base32Codec.INSTANCE.encode(uuid));
    private final Samples.Texts jdkTexts = new Samples.Texts(uuid -> PREFIX + uuid);
    private final Samples.Texts tsids =
            new Samples.Texts(uuid -> Tsid.from(uuid.getMostSignificantBits()).format(TSID_FORMAT));

    @Prefix(value = "acct", format = IdFormat.BASE32)
    record AccountId(UUID value) implements TypedId<AccountId> {
        static final IdType<AccountId> TYPE = IdType.of(AccountId.class, AccountId::new);
    }

    @Prefix(value = "cano", format = IdFormat.HEX)
    record CanonicalId(UUID value) implements TypedId<CanonicalId> {
        static final IdType<CanonicalId> TYPE = IdType.of(CanonicalId.class, CanonicalId::new);
    }

    /** A hand-written typed ID with the codec of a library. */
    record HandmadeId(UUID value) {

        static HandmadeId parse(String text) {
            return new HandmadeId(Base32Codec.INSTANCE.decode(body(text)));
        }

        String text() {
            return PREFIX + Base32Codec.INSTANCE.encode(value);
        }
    }

    /** A hand-written typed ID with the means of the JDK. */
    record HandmadeHexId(UUID value) {

        static HandmadeHexId parse(String text) {
            return new HandmadeHexId(UUID.fromString(body(text)));
        }

        String text() {
            return PREFIX + value;
        }
    }

    private static String body(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException(text + " does not begin with " + PREFIX);
        }
        return text.substring(PREFIX.length());
    }

    @Benchmark
    public String typedFormat() {
        return AccountId.TYPE.format(new AccountId(samples.uuid()));
    }

    @Benchmark
    public Object typedParse() {
        return AccountId.TYPE.parse(texts.text());
    }

    @Benchmark
    public String handmadeFormat() {
        return new HandmadeId(samples.uuid()).text();
    }

    @Benchmark
    public Object handmadeParse() {
        return HandmadeId.parse(peerTexts.text());
    }

    @Benchmark
    public String typedHexFormat() {
        return CanonicalId.TYPE.format(new CanonicalId(samples.uuid()));
    }

    @Benchmark
    public Object typedHexParse() {
        return CanonicalId.TYPE.parse(canonical.text());
    }

    @Benchmark
    public String handmadeHexFormat() {
        return new HandmadeHexId(samples.uuid()).text();
    }

    @Benchmark
    public Object handmadeHexParse() {
        return HandmadeHexId.parse(jdkTexts.text());
    }

    @Benchmark
    public String typeIdJavaFormat() {
        return TypeId.of("acct", samples.uuid()).toString();
    }

    @Benchmark
    public Object typeIdJavaParse() {
        return TypeId.parse(texts.text());
    }

    @Benchmark
    public String tsidFormat() {
        return Tsid.from(samples.uuid().getMostSignificantBits()).format(TSID_FORMAT);
    }

    @Benchmark
    public Object tsidParse() {
        return Tsid.unformat(tsids.text(), TSID_FORMAT);
    }
}
