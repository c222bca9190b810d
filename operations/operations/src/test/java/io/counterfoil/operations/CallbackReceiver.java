package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A receiver that knows how to answer the first, second and further requests, and says when it has seen so many. */
record CallbackReceiver(ScriptedServer server, CountDownLatch all) implements AutoCloseable {

    static CallbackReceiver of(int expected, IntFunction<ScriptedReply> script) throws IOException {
        CountDownLatch all = new CountDownLatch(expected);
        AtomicInteger number = new AtomicInteger();
        return new CallbackReceiver(
                ScriptedServer.answering(request -> {
                    try {
                        return script.apply(number.incrementAndGet());
                    } finally {
                        all.countDown();
                    }
                }),
                all);
    }

    List<SeenRequest> await() throws InterruptedException {
        assertThat(all.await(5, TimeUnit.MINUTES)).isTrue();
        return server.seen();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
