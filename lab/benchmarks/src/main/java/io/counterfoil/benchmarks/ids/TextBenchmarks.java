package io.counterfoil.benchmarks.ids;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.uuid.codec.StandardStringCodec;
import com.github.f4b6a3.uuid.codec.base.Base32Codec;
import com.github.f4b6a3.uuid.codec.base.Base58BtcCodec;
import com.github.f4b6a3.uuid.codec.base.Base62Codec;
import com.github.f4b6a3.uuid.codec.base.BaseNCodec;
import io.counterfoil.ids.text.UuidFormat;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Formats and parses a UUID in each text form. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TextBenchmarks {

    private static final BaseNCodec PEER_BASE_36 = BaseNCodec.newInstance(36);

    private final Samples samples = new Samples();
    private final Samples.Texts hex = new Samples.Texts(UuidFormat.HEX::format);
    private final Samples.Texts base32 = new Samples.Texts(UuidFormat.BASE32::format);
    private final Samples.Texts peerBase32 = new Samples.Texts(Base32Codec.INSTANCE::encode);
    private final Samples.Texts ulid = new Samples.Texts(UuidFormat.ULID::format);
    private final Samples.Texts base36 = new Samples.Texts(UuidFormat.BASE36::format);
    private final Samples.Texts peerBase36 = new Samples.Texts(PEER_BASE_36::encode);
    private final Samples.Texts base58 = new Samples.Texts(UuidFormat.BASE58::format);
    private final Samples.Texts peerBase58 = new Samples.Texts(Base58BtcCodec.INSTANCE::encode);
    private final Samples.Texts base62 = new Samples.Texts(UuidFormat.BASE62::format);
    private final Samples.Texts peerBase62 = new Samples.Texts(Base62Codec.INSTANCE::encode);

    @Benchmark
    public String hexFormat() {
        return UuidFormat.HEX.format(samples.uuid());
    }

    @Benchmark
    public String jdkHexFormat() {
        return samples.uuid().toString();
    }

    @Benchmark
    public String uuidCreatorHexFormat() {
        return StandardStringCodec.INSTANCE.encode(samples.uuid());
    }

    @Benchmark
    public UUID hexParse() {
        return UuidFormat.HEX.parse(hex.text());
    }

    @Benchmark
    public UUID jdkHexParse() {
        return UUID.fromString(hex.text());
    }

    @Benchmark
    public UUID uuidCreatorHexParse() {
        return StandardStringCodec.INSTANCE.decode(hex.text());
    }

    @Benchmark
    public String base32Format() {
        return UuidFormat.BASE32.format(samples.uuid());
    }

    @Benchmark
    public String uuidCreatorBase32Format() {
        return Base32Codec.INSTANCE.encode(samples.uuid());
    }

    @Benchmark
    public UUID base32Parse() {
        return UuidFormat.BASE32.parse(base32.text());
    }

    @Benchmark
    public UUID uuidCreatorBase32Parse() {
        return Base32Codec.INSTANCE.decode(peerBase32.text());
    }

    @Benchmark
    public String ulidFormat() {
        return UuidFormat.ULID.format(samples.uuid());
    }

    @Benchmark
    public String ulidCreatorFormat() {
        return Ulid.from(samples.uuid()).toString();
    }

    @Benchmark
    public UUID ulidParse() {
        return UuidFormat.ULID.parse(ulid.text());
    }

    @Benchmark
    public UUID ulidCreatorParse() {
        return Ulid.from(ulid.text()).toUuid();
    }

    @Benchmark
    public String base36Format() {
        return UuidFormat.BASE36.format(samples.uuid());
    }

    @Benchmark
    public String uuidCreatorBase36Format() {
        return PEER_BASE_36.encode(samples.uuid());
    }

    @Benchmark
    public UUID base36Parse() {
        return UuidFormat.BASE36.parse(base36.text());
    }

    @Benchmark
    public UUID uuidCreatorBase36Parse() {
        return PEER_BASE_36.decode(peerBase36.text());
    }

    @Benchmark
    public String base58Format() {
        return UuidFormat.BASE58.format(samples.uuid());
    }

    @Benchmark
    public String uuidCreatorBase58Format() {
        return Base58BtcCodec.INSTANCE.encode(samples.uuid());
    }

    @Benchmark
    public UUID base58Parse() {
        return UuidFormat.BASE58.parse(base58.text());
    }

    @Benchmark
    public UUID uuidCreatorBase58Parse() {
        return Base58BtcCodec.INSTANCE.decode(peerBase58.text());
    }

    @Benchmark
    public String base62Format() {
        return UuidFormat.BASE62.format(samples.uuid());
    }

    @Benchmark
    public String uuidCreatorBase62Format() {
        return Base62Codec.INSTANCE.encode(samples.uuid());
    }

    @Benchmark
    public UUID base62Parse() {
        return UuidFormat.BASE62.parse(base62.text());
    }

    @Benchmark
    public UUID uuidCreatorBase62Parse() {
        return Base62Codec.INSTANCE.decode(peerBase62.text());
    }
}
