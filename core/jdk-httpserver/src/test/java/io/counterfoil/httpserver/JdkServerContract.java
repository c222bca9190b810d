package io.counterfoil.httpserver;

import io.counterfoil.http.Endpoints;
import io.counterfoil.testkit.http.Application;
import io.counterfoil.testkit.http.ContractServer;
import io.counterfoil.testkit.http.Feature;
import io.counterfoil.testkit.http.HttpContract;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The contract on the JDK's server, with platform threads unless a subclass says otherwise. */
abstract class JdkServerContract extends HttpContract {

    ExecutorService threads() {
        return Executors.newCachedThreadPool();
    }

    @Override
    protected ContractServer startServer(Endpoints endpoints, Application application) throws IOException {
        return JdkServer.start(endpoints, application, threads());
    }

    @Override
    protected Set<Feature> features() {
        return JdkServer.FEATURES;
    }
}
