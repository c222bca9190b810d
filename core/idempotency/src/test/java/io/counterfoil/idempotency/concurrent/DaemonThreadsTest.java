package io.counterfoil.idempotency.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class DaemonThreadsTest {

    private static void nothing() {}

    @Test
    void thread_fromAnyFactory_isADaemon() {
        assertThat(DaemonThreads.thread("x", DaemonThreadsTest::nothing).isDaemon())
                .isTrue();
        assertThat(DaemonThreads.named("x")
                        .newThread(DaemonThreadsTest::nothing)
                        .isDaemon())
                .isTrue();
        assertThat(DaemonThreads.numbered("x-")
                        .newThread(DaemonThreadsTest::nothing)
                        .isDaemon())
                .isTrue();
    }

    @Test
    void numberedThreads_ofOneFactory_countFromOne() {
        ThreadFactory factory = DaemonThreads.numbered("worker-");

        assertThat(factory.newThread(DaemonThreadsTest::nothing).getName()).isEqualTo("worker-1");
        assertThat(factory.newThread(DaemonThreadsTest::nothing).getName()).isEqualTo("worker-2");
    }
}
