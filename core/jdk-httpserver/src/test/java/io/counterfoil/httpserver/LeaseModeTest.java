package io.counterfoil.httpserver;

import io.counterfoil.testkit.http.Backend;

class LeaseModeTest extends JdkServerContract {

    @Override
    protected Backend openBackend() {
        return Backend.leasesInMemory();
    }
}
