package io.counterfoil.httpserver;

import io.counterfoil.testkit.http.Backend;
import java.util.concurrent.ExecutorService;

class TransactionalModeOnVirtualThreadsTest extends JdkServerContract {

    @Override
    ExecutorService threads() {
        return VirtualThreads.assumedExecutor();
    }

    @Override
    protected Backend openBackend() {
        return Backend.transactionalInMemory();
    }
}
