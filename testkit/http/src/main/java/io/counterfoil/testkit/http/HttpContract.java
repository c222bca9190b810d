package io.counterfoil.testkit.http;

/**
 * The contract of every HTTP adapter, on every server, in both modes. A subclass starts the server and provides the
 * store of records; there is one subclass for each supported combination:
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
 * <p>Each scenario is a test, tagged with the requirement that it proves. Scenarios of absent features are reported as
 * skipped.
 */
public abstract class HttpContract extends KeyScenarios {

    /** For a subclass; JUnit makes an instance for each test. */
    protected HttpContract() {}
}
