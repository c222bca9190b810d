package io.counterfoil.ids.generator;

import io.counterfoil.testkit.soak.Depth;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every interleaving of a few calls, as far as the model checker gets in bounded time. */
@Tag("TI-1")
@Param(name = "millis", gen = IntGen.class, conf = "1:3")
public class TimelineLincheckTest {

    private final Timeline timeline = Timeline.of(UuidOrder.PROCESS_WIDE);
    private final AtomicLong greatestReturned = new AtomicLong(-1);

    /** Whether the position is above all that were returned before the call; the only answer in any sequence is yes. */
    @Operation
    public boolean next(@Param(name = "millis") int millis) {
        long before = greatestReturned.get();
        long position = timeline.next(millis, () -> 5);
        return isAbove(before, position);
    }

    @Operation
    public boolean nextThree(@Param(name = "millis") int millis) {
        long before = greatestReturned.get();
        long first = timeline.next(millis, () -> 5, 3);
        return isAbove(before, first) && isAbove(before, first + 2);
    }

    private boolean isAbove(long before, long position) {
        greatestReturned.accumulateAndGet(position, Math::max);
        return position > before;
    }

    @Test
    void positions_ascendInEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(Depth.of("iterations", 10))
                .invocationsPerIteration(500)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(1)
                .actorsAfter(1)
                .check(TimelineLincheckTest.class);
    }
}
