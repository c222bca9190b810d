package io.counterfoil.testkit.http;

import io.counterfoil.http.Endpoints;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/** The contract on the naive adapter in transactional mode, with these flaws. */
abstract class NaiveContract extends HttpContract {

    abstract Set<Flaw> flaws();

    @Override
    protected Backend openBackend() {
        return Backend.transactionalInMemory();
    }

    @Override
    protected ContractServer startServer(Endpoints endpoints, Application application) throws IOException {
        return new NaiveServer(new NaiveAdapter(endpoints, application, flaws()));
    }

    @Override
    protected Set<Feature> features() {
        return EnumSet.of(Feature.ANSWERS_FAILURES, Feature.PRINCIPAL);
    }
}
