package io.counterfoil.benchmarks.ids;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.RandomBasedGenerator;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.fasterxml.uuid.impl.TimeBasedEpochRandomGenerator;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidCreator;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.TimeOrderedGenerator;
import io.counterfoil.ids.generator.UuidOrder;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.snowflake.Snowflake;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.hibernate.id.uuid.StandardRandomStrategy;
import org.hibernate.id.uuid.UuidVersion7Strategy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Generates one ID with the default generator of each library, which all threads share. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GenerationBenchmarks {

    private static final int BATCH = 64;

    private final TimeOrderedGenerator perThread = UuidV7.shared(UuidOrder.PER_THREAD);
    private final TimeOrderedGenerator unordered = UuidV7.shared(UuidOrder.UNORDERED);
    private final TimeOrderedGenerator platformRandom =
            UuidV7.generator(UuidOrder.PROCESS_WIDE, InstantSource.system(), new SecureRandom());
    private final Snowflake snowflake = Snowflake.builder().machineId(1).build();

    private final TimeBasedEpochGenerator jugV7 = Generators.timeBasedEpochGenerator();
    private final TimeBasedEpochRandomGenerator jugV7Random = Generators.timeBasedEpochRandomGenerator();
    private final RandomBasedGenerator jugV4 = Generators.randomBasedGenerator();
    private final UuidVersion7Strategy hibernateV7 = new UuidVersion7Strategy();
    private final StandardRandomStrategy hibernateV4 = new StandardRandomStrategy();

    /** The minimum for any ID that contains a time. */
    @Benchmark
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Benchmark
    public UUID v7() {
        return UuidV7.next();
    }

    @Benchmark
    public UUID v7PerThread() {
        return perThread.generate();
    }

    @Benchmark
    public UUID v7Unordered() {
        return unordered.generate();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void v7Batch(Blackhole hole) {
        for (UUID id : UuidV7.shared().generate(BATCH)) {
            hole.consume(id);
        }
    }

    @Benchmark
    public UUID v7PlatformRandom() {
        return platformRandom.generate();
    }

    @Benchmark
    public UUID uuidCreatorV7() {
        return UuidCreator.getTimeOrderedEpoch();
    }

    @Benchmark
    public UUID uuidCreatorV7Plus1() {
        return UuidCreator.getTimeOrderedEpochPlus1();
    }

    @Benchmark
    public UUID uuidCreatorV7PlusN() {
        return UuidCreator.getTimeOrderedEpochPlusN();
    }

    @Benchmark
    public UUID uuidCreatorV7Fast() {
        return UuidCreator.getTimeOrderedEpochFast();
    }

    @Benchmark
    public UUID jugV7() {
        return jugV7.generate();
    }

    @Benchmark
    public UUID jugV7Random() {
        return jugV7Random.generate();
    }

    @Benchmark
    public UUID hibernateV7() {
        return hibernateV7.generateUuid(null);
    }

    @Benchmark
    public Ulid ulid() {
        return UlidCreator.getUlid();
    }

    @Benchmark
    public Ulid ulidMonotonic() {
        return UlidCreator.getMonotonicUlid();
    }

    @Benchmark
    public UUID v4() {
        return UuidV4.next();
    }

    @Benchmark
    public UUID jdkV4() {
        return UUID.randomUUID();
    }

    @Benchmark
    public UUID uuidCreatorV4() {
        return UuidCreator.getRandomBased();
    }

    @Benchmark
    public UUID jugV4() {
        return jugV4.generate();
    }

    @Benchmark
    public UUID hibernateV4() {
        return hibernateV4.generateUuid(null);
    }

    @Benchmark
    public UUID comb() {
        return Comb.next();
    }

    @Benchmark
    public UUID uuidCreatorComb() {
        return UuidCreator.getPrefixComb();
    }

    @Benchmark
    public UUID shortPrefixComb() {
        return ShortPrefixComb.next();
    }

    @Benchmark
    public UUID uuidCreatorShortPrefixComb() {
        return UuidCreator.getShortPrefixComb();
    }

    @Benchmark
    public long snowflake() {
        return snowflake.generate();
    }

    @Benchmark
    public ObjectId objectId() {
        return ObjectId.next();
    }

    @Benchmark
    public Tsid tsid() {
        return TsidCreator.getTsid();
    }
}
