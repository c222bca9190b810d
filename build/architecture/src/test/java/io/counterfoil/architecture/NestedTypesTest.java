package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.packed.ReactorModules;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A nested type is named by its host's signatures only: a type that a second file imports has a file of its own. */
class NestedTypesTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern NESTED =
            Pattern.compile("^import io\\.counterfoil\\.([a-z0-9_.]+\\.([A-Z]\\w*)\\.[A-Z]\\w*);", Pattern.MULTILINE);

    /** Those that are still nested. None is added, and one that gets a file of its own is taken away. */
    private static final Set<String> STILL_NESTED = Set.of(
            "entities.CommandOutcome.Applied",
            "entities.CommandOutcome.Repeated",
            "ids.generator.UuidGenerator.Order",
            "ids.snowflake.MachineId.MachineIdExpiredException",
            "ids.text.InvalidIdException.Reason",
            "ids.validation.UuidRule.Verdict",
            "jdbc.batch.Batch.Member",
            "jdbc.entity.CreationCommand.RejectedCommandIdException",
            "jdbc.entity.CreationIdentifiers.CreationInFlightException",
            "jdbc.entity.CreationTable.Creation",
            "jdbc.entity.CreationTable.Dated",
            "jdbc.insert.InsertOrFind.DifferentContentsException",
            "jdbc.insert.InsertOrFind.Inserted",
            "jdbc.messaging.OutboxTable.Row",
            "jdbc.transaction.Transactions.Inside",
            "jdbc.transaction.Transactions.SingleStatement",
            "operations.OperationTable.LockedException",
            "servlet.IdempotencyFilter.ServletRequestHead",
            "signals.caller.CommandJournal.Left",
            "signals.caller.CommandReply.Answered",
            "signals.caller.CommandReply.Unanswered",
            "signals.caller.PendingCommand.Taken",
            "springboot.actuate.CounterfoilActuatorAutoConfiguration.EngineStore",
            "springboot.endpoint.EndpointTable.Entry",
            "springboot.method.MethodJson.Returned",
            "testkit.failover.FailoverLoad.Mode",
            "testkit.failover.ReplicatedStore.Service",
            "testkit.failover.ReplicatedStore.Strike");

    @Test
    void nestedType_ofAnotherFile_isNotImported() {
        Set<String> imported = new TreeSet<>();
        ReactorModules.of(ROOT).stream()
                .filter(module -> !module.startsWith("apps/") && !module.startsWith("lab/"))
                .flatMap(module -> SourceRules.sources(ROOT.resolve(module).resolve("src/main/java")).stream())
                .flatMap(NestedTypesTest::nestedImports)
                .forEach(imported::add);

        assertThat(imported).isEqualTo(new TreeSet<>(STILL_NESTED));
    }

    private static Stream<String> nestedImports(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        return NESTED.matcher(SourceRules.read(file))
                .results()
                .filter(found -> !found.group(2).equals(name))
                .map(found -> found.group(1));
    }
}
