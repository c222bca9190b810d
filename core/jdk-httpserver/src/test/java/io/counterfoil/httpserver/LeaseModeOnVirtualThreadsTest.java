package io.counterfoil.httpserver;

import io.counterfoil.testkit.http.Backend;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Tag;

@Tag("jdk21")
class LeaseModeOnVirtualThreadsTest extends JdkServerContract {

    @Override
    ExecutorService threads() {
        return VirtualThreads.assumedExecutor();
    }

    @Override
    protected Backend openBackend() {
        return Backend.leasesInMemory();
    }
}
