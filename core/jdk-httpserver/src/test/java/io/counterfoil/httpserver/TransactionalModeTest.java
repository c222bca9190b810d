package io.counterfoil.httpserver;

import io.counterfoil.testkit.http.Backend;

class TransactionalModeTest extends JdkServerContract {

    @Override
    protected Backend openBackend() {
        return Backend.transactionalInMemory();
    }
}
