package io.counterfoil.shop;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The IDs that an application's own part of the web server saw before and after each dispatch. */
final class SurroundingIds {

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    void see() {
        seen.add(Correlation.current().map(CorrelationId::value).orElse("none"));
    }

    /** The next one, which may be seen after the client has its response. */
    @Nullable
    String next() throws InterruptedException {
        return seen.poll(2, TimeUnit.MINUTES);
    }
}
