package io.counterfoil.soak;

import io.counterfoil.soak.Area.Suite;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The areas of this repository. A round of most areas takes one or two minutes on two processors. */
final class Areas {

    private static final Duration LIMIT = Duration.ofMinutes(15);

    /** The areas in the order in which they run. */
    static final List<Area> ALL = List.of(
            // First, because it ends when the exploration is complete and leaves the rest of its time to the other
            // areas.
            new Area(
                    "exploration",
                    "every schedule of a few processes, with crashes and expiries, keeps every promise",
                    "states, schedules",
                    false,
                    Duration.ofHours(2),
                    List.of(Suite.of(
                            "lab/explorer",
                            Map.of("depth", 3),
                            "io.counterfoil.testkit.explore",
                            "TransactionalModeExplorationTest",
                            "LeaseModeExplorationTest"))),
            // Modules that the default build leaves out.
            new Area(
                    "benchmarks",
                    "the benchmarks compile, and measure what they claim",
                    "tests",
                    false,
                    LIMIT,
                    List.of(Suite.of(
                            "lab/benchmarks",
                            Map.of(),
                            "io.counterfoil.benchmarks",
                            "MarkedSectionTest",
                            "engine.EngineTest",
                            "engine.ProfileTest",
                            "http.InFlightTest",
                            "ids.ContestsTest",
                            "ids.ScoresTest",
                            "load.MeasurementsTest",
                            "locality.LocalityTest",
                            "order.StampedeTest"))),
            area(
                    "kills",
                    "a process that is killed at any instant loses and doubles nothing",
                    "kills, intentions, lost, doubled",
                    Suite.of(
                            "core/jdbc",
                            Map.of("kills", 100),
                            "io.counterfoil.jdbc",
                            "crash.CrashAtEachStepTest",
                            "crash.PausedOwnerTest"),
                    Suite.of("client/journal-jdbc", Map.of(), "io.counterfoil.jdbc.journal", "JdbcJournalCrashTest"),
                    Suite.of(
                            "apps/ledger",
                            Map.of("kills", 40, "transfers", 1000),
                            "io.counterfoil.ledger.demo",
                            "DemoTest",
                            "KilledBetweenStepsTest"),
                    Suite.of("client/http-client", Map.of(), "io.counterfoil.http.client", "ClientCrashTest"),
                    Suite.of(
                            "testkit/http",
                            Map.of("kills", 20),
                            "io.counterfoil.testkit.http.client",
                            "FileJournalCrashTest"),
                    Suite.of("apps/control-plane", Map.of(), "io.counterfoil.samples.controlplane", "KilledTest")),
            area(
                    "databases",
                    "a database that restarts, and connections that are terminated, lose and double nothing",
                    "tests, lost, doubled",
                    Suite.of(
                            "core/jdbc",
                            Map.of(),
                            "io.counterfoil.jdbc",
                            "crash.DatabaseRestartTest",
                            "crash.TerminatedConnectionTest",
                            "RetentionTest")),
            // Its clusters take minutes for a round.
            new Area(
                    "failover",
                    "after a fail-over of a replicated database a key gets the same result, or an unknown outcome",
                    "kills, intentions, lost, doubled",
                    true,
                    Duration.ofHours(1),
                    List.of(
                            Suite.of(
                                    "lab/failover",
                                    Map.of("kills", 3),
                                    "io.counterfoil.failover",
                                    "QuorumFailoverTest",
                                    "CitusFailoverTest",
                                    "PatroniFailoverTest",
                                    "GaleraOneWriterFailoverTest",
                                    "GaleraSeveralWritersFailoverTest",
                                    "AsynchronousFailoverTest",
                                    "PgBouncerModesTest"),
                            Suite.of(
                                    "lab/benchmarks",
                                    Map.of("kills", 3),
                                    "io.counterfoil.benchmarks",
                                    "failover.PeersFailoverTest"))),
            area(
                    "citus",
                    "a cluster of Citus that is killed, moved and extended loses and doubles nothing",
                    "kills, moves, intentions, lost, doubled",
                    Suite.of(
                            "stores/citus",
                            Map.of("kills", 10, "moves", 10, "contracts", 1),
                            "io.counterfoil.jdbc",
                            "crash.CitusDisturbedTest",
                            "CitusSchemaTest",
                            "CitusDirectoryTest",
                            "CitusByClientClaimsTest",
                            "CitusByClientTransactionalModeTest"),
                    Suite.of(
                            "ids/jdbc-entities",
                            Map.of("contracts", 1),
                            "io.counterfoil.jdbc",
                            "entity.CitusEntityTest",
                            "reference.CitusReferencesTest",
                            "batch.CitusBatchesTest"),
                    Suite.of(
                            "client/journal-jdbc",
                            Map.of("contracts", 1),
                            "io.counterfoil.jdbc.journal",
                            "CitusJournalTest"),
                    Suite.of(
                            "ids/machine-ids",
                            Map.of("contracts", 1),
                            "io.counterfoil.jdbc.machine",
                            "CitusMachineIdLeasesTest"),
                    Suite.of(
                            "messaging/jdbc",
                            Map.of("kills", 5, "contracts", 1),
                            "io.counterfoil.jdbc.messaging",
                            "CitusMessagingTablesTest",
                            "CitusCommandsTest",
                            "CitusFailuresTest",
                            "CitusFailedMessagesTest",
                            "CitusOutboxTest",
                            "CitusNodesKilledTest"),
                    Suite.of(
                            "operations/operations",
                            Map.of("kills", 3, "contracts", 1),
                            "io.counterfoil.operations",
                            "CitusOperationsTest",
                            "CitusByClientOperationsTest",
                            "CitusCallbackDeliveryTest",
                            "CitusCallbackRedeliveryTest",
                            "CitusEndedOperationsTest",
                            "CitusKilledProcessTest"),
                    Suite.of("spring/starter", Map.of("contracts", 1), "io.counterfoil.springboot", "CitusTablesTest"),
                    Suite.of(
                            "spring/console",
                            Map.of("contracts", 1),
                            "io.counterfoil",
                            "springconsole.audit.CitusConsoleAuditTest",
                            "operatedshop.CitusConsoleTest",
                            "messagedesk.CitusMessagesTest"),
                    Suite.of(
                            "apps/command",
                            Map.of("contracts", 1),
                            "io.counterfoil.cli.schema",
                            "CitusSchemaCommandTest",
                            "CitusTablesTest"),
                    Suite.of(
                            "apps/ledger",
                            Map.of("kills", 6, "transfers", 1000, "contracts", 1),
                            "io.counterfoil.ledger",
                            "demo.CitusDemoTest",
                            "api.CitusApiTest"),
                    Suite.of(
                            "examples/orders-broker", Map.of("contracts", 1), "com.example.orders", "CitusOrdersTest")),
            area(
                    "brokers",
                    "commands and messages take effect once when controllers, consumers and brokers are killed",
                    "kills, intentions",
                    Suite.of(
                            "messaging/rabbitmq",
                            Map.of("kills", 20, "contracts", 1),
                            "io.counterfoil.rabbitmq",
                            "KilledControllerTest",
                            "QuorumQueuesTest"),
                    Suite.of(
                            "messaging/kafka",
                            Map.of("kills", 10),
                            "io.counterfoil.kafka",
                            "KilledBatchesTest",
                            "KilledConsumerTest",
                            "RebalanceTest"),
                    Suite.of(
                            "spring/messaging",
                            Map.of("kills", 10),
                            "io.counterfoil.springmessaging",
                            "kafka.KilledListenerTest")),
            area(
                    "operations",
                    "long-running work that is killed and disturbed is finished with every item once",
                    "kills, tries",
                    Suite.of(
                            "operations/operations",
                            Map.of("kills", 15, "tries", 3),
                            "io.counterfoil.operations",
                            "KilledProcessTest",
                            "DisturbedWorkTest"),
                    Suite.of("apps/ledger", Map.of("kills", 8), "io.counterfoil.ledger.api", "KilledImportTest")),
            area(
                    "storms",
                    "many threads and processes that use a few keys at once execute each request once",
                    "tests, lost, doubled",
                    Suite.of(
                            "core/jdbc",
                            Map.of(),
                            "io.counterfoil.jdbc",
                            "crash.ManyProcessesTest",
                            "PostgreSqlTransactionalModeTest",
                            "MariaDbTransactionalModeTest",
                            "JdbcLeaseModeTest",
                            "PostgreSqlSerializableClaimsTest",
                            "MariaDbReadCommittedClaimsTest"),
                    Suite.of("ids/machine-ids", Map.of(), "io.counterfoil.jdbc.machine", "MachineIdProcessesTest"),
                    Suite.of(
                            "ids/jdbc-entities",
                            Map.of(),
                            "io.counterfoil.jdbc.insert",
                            "PostgreSqlInsertOrFindTest",
                            "MariaDbInsertOrFindTest"),
                    Suite.of("apps/ledger", Map.of(), "io.counterfoil.ledger.api", "ConcurrentDebitsTest"),
                    Suite.of("core/correlation", Map.of(), "io.counterfoil.correlation", "StormTest"),
                    Suite.of(
                            "ids/ids",
                            Map.of("iterations", 60),
                            "io.counterfoil.ids",
                            "generator.TimelineLincheckTest",
                            "generator.ObjectIdConcurrencyTest",
                            "snowflake.SnowflakeConcurrencyTest")),
            area(
                    "properties",
                    "codecs, generators and tables do what their properties say, for inputs drawn at random",
                    "tries",
                    Suite.of(
                            "ids/ids",
                            Map.of("tries", 20),
                            "io.counterfoil.ids",
                            "generator.ClockScriptPropertyTest",
                            "generator.ObjectIdPropertyTest",
                            "generator.SqlServerUuidTest",
                            "snowflake.SnowflakePropertyTest",
                            "text.LongFormatPropertyTest",
                            "text.UuidBytesTest",
                            "text.UuidFormatPropertyTest",
                            "text.FormatFuzzTest",
                            "validation.ShortPrefixCombRulePropertyTest"),
                    Suite.of("core/correlation", Map.of("tries", 20), "io.counterfoil.correlation", "ExtensionTest"),
                    Suite.of("core/http", Map.of("tries", 20), "io.counterfoil.http.request", "KeyFieldPropertyTest"),
                    Suite.of(
                            "messaging/control-signals",
                            Map.of("tries", 10),
                            "io.counterfoil.signals",
                            "caller.LossyBrokerTest",
                            "envelope.EnvelopeSchemaTest"),
                    Suite.of(
                            "apps/story",
                            Map.of("tries", 10),
                            "io.counterfoil.story",
                            "StoryPropertyTest",
                            "render.TimeScalePropertyTest",
                            "scan.NeedlesPropertyTest",
                            "text.FiguresTest"),
                    Suite.of(
                            "apps/command",
                            Map.of("tries", 10),
                            "io.counterfoil.cli",
                            "HostileLogTest",
                            "id.InspectPropertyTest"),
                    Suite.of(
                            "messaging/jdbc",
                            Map.of("tries", 3),
                            "io.counterfoil.jdbc.messaging",
                            "CommandsPropertyTest"),
                    Suite.of(
                            "ids/jdbc-entities",
                            Map.of("tries", 3),
                            "io.counterfoil.jdbc.reference",
                            "H2ReferencesPropertyTest",
                            "PostgreSqlReferencesPropertyTest"),
                    Suite.of("apps/ledger", Map.of("tries", 3), "io.counterfoil.ledger.api", "BatchPropertyTest")));

    private Areas() {}

    private static Area area(String name, String proves, String counts, Suite... suites) {
        return new Area(name, proves, counts, true, LIMIT, List.of(suites));
    }
}
