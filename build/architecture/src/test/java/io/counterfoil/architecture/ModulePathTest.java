package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The built jars as a user's module path has them. */
class ModulePathTest {

    private static final Set<String> MODULES = Set.of(
            "io.counterfoil.ids",
            "io.counterfoil.ids.processor",
            "io.counterfoil.correlation",
            "io.counterfoil.idempotency",
            "io.counterfoil.retry",
            "io.counterfoil.entities",
            "io.counterfoil.http",
            "io.counterfoil.http.client",
            "io.counterfoil.jdbc",
            "io.counterfoil.citus",
            "io.counterfoil.jdbc.correlation",
            "io.counterfoil.jdbc.entities",
            "io.counterfoil.jdbc.journal",
            "io.counterfoil.jdbc.machine",
            "io.counterfoil.jdbc.messaging",
            "io.counterfoil.callbacks",
            "io.counterfoil.operations",
            "io.counterfoil.ledger.keys",
            "io.counterfoil.messaging",
            "io.counterfoil.signals",
            "io.counterfoil.rabbitmq",
            "io.counterfoil.servlet",
            "io.counterfoil.httpserver",
            "io.counterfoil.jackson",
            "io.counterfoil.jackson2",
            "io.counterfoil.validation",
            "io.counterfoil.opentelemetry");

    private static final ModuleFinder FINDER = ModuleFinder.of(jars());

    private final ModuleLayer layer = layer();

    @Test
    void publishedModules_resolveAndLoad_onAModulePath() throws Exception {
        for (String name : MODULES) {
            ModuleReference reference = FINDER.find(name).orElseThrow();
            assertThat(reference.descriptor().isAutomatic()).as(name).isFalse();
            assertThat(layer.findModule(name)).as(name).isPresent();
        }
        Class<?> ids = load("io.counterfoil.ids", "io.counterfoil.ids.generator.UuidV7");
        assertThat(ids.getModule().getName()).isEqualTo("io.counterfoil.ids");
        assertThat(ids.getMethod("next").invoke(null)).isInstanceOf(UUID.class);
        assertThat(List.copyOf(layer.modules())).allMatch(Module::isNamed);
    }

    @ParameterizedTest
    @CsvSource({
        "io.counterfoil.jdbc.entities, io.counterfoil.jdbc.batch.Batches",
        "io.counterfoil.jdbc.entities, io.counterfoil.jdbc.entity.CreationIdentifiers",
        "io.counterfoil.jdbc.entities, io.counterfoil.jdbc.reference.References",
        "io.counterfoil.jdbc.journal, io.counterfoil.jdbc.journal.JdbcJournal",
        "io.counterfoil.jdbc.machine, io.counterfoil.jdbc.machine.MachineIdLeases",
        "io.counterfoil.jdbc.messaging, io.counterfoil.jdbc.messaging.JdbcOutbox",
        "io.counterfoil.operations, io.counterfoil.operations.Operations",
    })
    void scriptsOfTables_areReadFromTheirOwnModule(String module, String owner) throws Exception {
        Object schema = load(module, owner).getField("SCHEMA").get(null);
        Class<?> dialect = load("io.counterfoil.jdbc", "io.counterfoil.jdbc.dialect.SqlDialect");
        Class<?> dialects = load("io.counterfoil.jdbc", "io.counterfoil.jdbc.database.Dialects");

        Object script = schema.getClass()
                .getMethod("script", dialect)
                .invoke(schema, dialects.getField("POSTGRESQL").get(null));

        assertThat(script).asString().contains("CREATE TABLE IF NOT EXISTS counterfoil_");
    }

    private Class<?> load(String module, String name) throws ClassNotFoundException {
        return layer.findLoader(module).loadClass(name);
    }

    private static ModuleLayer layer() {
        Configuration configuration = ModuleLayer.boot().configuration().resolve(FINDER, ModuleFinder.of(), MODULES);
        return ModuleLayer.boot().defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
    }

    private static Path[] jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(
                        entry -> entry.matches(
                                ".*[/\\\\](counterfoil-(ids|ids-processor|correlation|idempotency|retry|entities|http|http-client|jdbc|citus|jdbc-(correlation|entities|journal|machine-ids|messaging)|callbacks|operations|ledger-keys|messaging|control-signals|rabbitmq|servlet|jdk-httpserver|jackson2?|validation|opentelemetry)"
                                        + "|slf4j-api|amqp-client|httpclient5|httpcore5|httpcore5-h2|db-scheduler|jakarta\\.servlet-api|jakarta\\.validation-api"
                                        + "|jackson-(core|databind|annotations)|opentelemetry-(api|common|context))-[0-9].*"
                                        + "|.*[/\\\\](ids[/\\\\](ids|processor|entities|jdbc-entities|machine-ids|jackson2?|validation)"
                                        + "|core[/\\\\](correlation|idempotency|http|jdbc|jdbc-correlation|servlet|jdk-httpserver|opentelemetry)"
                                        + "|client[/\\\\](retry|http-client|journal-jdbc|ledger-keys)|messaging[/\\\\](messaging|jdbc|rabbitmq|control-signals)"
                                        + "|operations[/\\\\](operations|callbacks)|stores[/\\\\]citus)[/\\\\]target[/\\\\]classes"))
                .map(Path::of)
                .toArray(Path[]::new);
    }
}
