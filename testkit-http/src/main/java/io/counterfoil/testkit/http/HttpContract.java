package io.counterfoil.testkit.http;

/**
 * What every adapter does for its clients, on every server, in both modes. A subclass says how the server is started, and where records
 * live; one for each combination that is to hold:
 *
 * <pre>{@code
 * class JettyLeaseModeTest extends HttpContract {
 *
 *     protected Backend openBackend() {
 *         return Backend.leasesInMemory();
 *     }
 *
 *     protected ContractServer startServer(Endpoints endpoints, Application application) throws Exception {
 *         return new JettyServer(new JdkIdempotencyFilter(endpoints), application);
 *     }
 *
 *     protected Set<Feature> features() {
 *         return EnumSet.of(Feature.FORMS, Feature.PRINCIPAL);
 *     }
 * }
 * }</pre>
 *
 * <p>Each scenario is a test of its own, tagged with the requirement that it proves. What an adapter has not is reported as skipped.
 */
public abstract class HttpContract extends KeyScenarios {

    /** For subclasses. */
    protected HttpContract() {}
}
