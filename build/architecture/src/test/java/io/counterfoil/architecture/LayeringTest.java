package io.counterfoil.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.counterfoil.testkit.architecture.ModuleRules;
import io.counterfoil.testkit.architecture.PrimaryKeys;
import java.util.Arrays;
import java.util.stream.Stream;

/** One direction: adapter, http, engine, store. Nothing below calls up, and neighbours do not know each other. */
@AnalyzeClasses(packages = "io.counterfoil", importOptions = DoNotIncludeTests.class)
class LayeringTest {

    /** What is in the module of the record store alone. */
    private static final String[] RECORDS = {
        "io.counterfoil.jdbc",
        "io.counterfoil.jdbc.claim..",
        "io.counterfoil.jdbc.database..",
        "io.counterfoil.jdbc.dialect..",
        "io.counterfoil.jdbc.lease..",
        "io.counterfoil.jdbc.locks..",
        "io.counterfoil.jdbc.purge..",
        "io.counterfoil.jdbc.record..",
        "io.counterfoil.jdbc.row..",
        "io.counterfoil.jdbc.schema..",
        "io.counterfoil.jdbc.transaction.."
    };

    private static String[] and(String[] some, String... more) {
        return Stream.concat(Arrays.stream(some), Arrays.stream(more)).toArray(String[]::new);
    }

    @ArchTest
    static final ArchTests as_every_module = ArchTests.in(ModuleRules.class);

    /** The programs have threads of their own. */
    @ArchTest
    static final ArchRule daemon_threads_of_the_libraries_have_one_factory = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.counterfoil.idempotency.concurrent..",
                    "io.counterfoil.testkit..",
                    "io.counterfoil.story..",
                    "io.counterfoil.cli..",
                    "io.counterfoil.samples..")
            .should()
            .callMethod(Thread.class, "setDaemon", boolean.class);

    @ArchTest
    static final ArchRule internals_of_the_starter_stay_inside = noClasses()
            .that()
            .resideOutsideOfPackages("io.counterfoil.springboot..", "io.counterfoil.springmessaging..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.springboot.internal..")
            .because("the starter for messages reads the same expressions");

    @ArchTest
    static final ArchRule internals_of_the_starter_for_messages_stay_inside = noClasses()
            .that()
            .resideOutsideOfPackage("io.counterfoil.springmessaging..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.springmessaging.internal..");

    @ArchTest
    static final ArchRule ids_depend_on_nothing = classes()
            .that()
            .resideInAPackage("io.counterfoil.ids..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.ids.processor..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "javax.crypto..", "org.jspecify..", "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule the_processor_depends_on_the_compilers_interfaces_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.ids.processor..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.annotation.processing..",
                    "javax.lang.model..",
                    "javax.tools..",
                    "org.jspecify..",
                    "io.counterfoil.ids.processor..");

    @ArchTest
    static final ArchRule texts_and_generators_do_not_know_typed_ids = noClasses()
            .that()
            .resideInAnyPackage("io.counterfoil.ids.text..", "io.counterfoil.ids.generator..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.ids");

    @ArchTest
    static final ArchRule correlation_depends_on_slf4j_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.correlation..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..", "io.counterfoil.correlation..");

    @ArchTest
    static final ArchRule the_engine_depends_on_nothing = classes()
            .that()
            .resideInAPackage("io.counterfoil.idempotency..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "io.counterfoil.idempotency..");

    @ArchTest
    static final ArchRule retries_know_the_engine_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.retry..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "io.counterfoil.retry..",
                    "io.counterfoil.idempotency..");

    @ArchTest
    static final ArchRule http_knows_no_server_and_no_store = classes()
            .that()
            .resideInAPackage("io.counterfoil.http..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.crypto..",
                    "javax.net.ssl..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "io.counterfoil.http..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.retry..",
                    "io.counterfoil.correlation..",
                    "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule the_server_side_does_not_know_the_client = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.http..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.http.client..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.http.client..");

    @ArchTest
    static final ArchRule the_store_of_records_knows_the_engine_alone = classes()
            .that()
            .resideInAnyPackage(RECORDS)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    and(RECORDS, "java..", "javax.sql..", "org.jspecify..", "io.counterfoil.idempotency.."));

    /** Each package knows those above it in this list alone. */
    @ArchTest
    static final ArchRule packages_of_the_store_of_records_import_downwards = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(RECORDS[0], Arrays.copyOfRange(RECORDS, 1, RECORDS.length))
            .layer("transaction")
            .definedBy("io.counterfoil.jdbc.transaction..")
            .layer("row")
            .definedBy("io.counterfoil.jdbc.row..")
            .layer("dialect")
            .definedBy("io.counterfoil.jdbc.dialect..")
            .layer("purge")
            .definedBy("io.counterfoil.jdbc.purge..")
            .layer("locks")
            .definedBy("io.counterfoil.jdbc.locks..")
            .layer("database")
            .definedBy("io.counterfoil.jdbc.database..")
            .layer("schema")
            .definedBy("io.counterfoil.jdbc.schema..")
            .layer("record")
            .definedBy("io.counterfoil.jdbc.record..")
            .layer("claim")
            .definedBy("io.counterfoil.jdbc.claim..")
            .layer("lease")
            .definedBy("io.counterfoil.jdbc.lease..")
            .layer("stores")
            .definedBy("io.counterfoil.jdbc")
            .whereLayer("transaction")
            .mayNotAccessAnyLayer()
            .whereLayer("row")
            .mayOnlyAccessLayers("transaction")
            .whereLayer("dialect")
            .mayOnlyAccessLayers("row", "transaction")
            .whereLayer("purge")
            .mayOnlyAccessLayers("dialect", "row", "transaction")
            .whereLayer("locks")
            .mayOnlyAccessLayers("purge", "dialect", "row", "transaction")
            .whereLayer("database")
            .mayOnlyAccessLayers("locks", "dialect", "row", "transaction")
            .whereLayer("schema")
            .mayOnlyAccessLayers("database", "locks", "dialect", "row", "transaction")
            .whereLayer("record")
            .mayOnlyAccessLayers("database", "locks", "dialect", "row", "transaction")
            .whereLayer("claim")
            .mayOnlyAccessLayers("record", "dialect", "row", "transaction")
            .whereLayer("lease")
            .mayOnlyAccessLayers("record", "dialect", "row", "transaction");

    @ArchTest
    static final ArchRule the_dialect_of_citus_knows_the_store_of_records_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.citus..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    and(RECORDS, "java..", "org.jspecify..", "io.counterfoil.citus..", "io.counterfoil.idempotency.."));

    @ArchTest
    static final ArchRule the_stores_of_entities_and_machine_ids_know_that_of_records = classes()
            .that()
            .resideInAPackage("io.counterfoil.jdbc..")
            .and()
            .resideOutsideOfPackages(and(
                    RECORDS,
                    "io.counterfoil.jdbc.journal..",
                    "io.counterfoil.jdbc.correlation..",
                    "io.counterfoil.jdbc.messaging.."))
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.sql..",
                    "org.jspecify..",
                    "io.counterfoil.jdbc..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.entities..",
                    "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule the_journal_store_knows_the_journal_beside = classes()
            .that()
            .resideInAPackage("io.counterfoil.jdbc.journal..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.sql..",
                    "org.jspecify..",
                    "io.counterfoil.jdbc..",
                    "io.counterfoil.retry..",
                    "io.counterfoil.idempotency..");

    @ArchTest
    static final ArchRule the_store_of_messages_knows_messaging_beside = classes()
            .that()
            .resideInAPackage("io.counterfoil.jdbc.messaging..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.sql..",
                    "org.jspecify..",
                    "io.counterfoil.jdbc..",
                    "io.counterfoil.messaging..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule stores_do_not_know_their_messages = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.jdbc..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.jdbc.messaging..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.jdbc.messaging..");

    @ArchTest
    static final ArchRule messaging_knows_no_broker_no_store_and_no_control_signals = classes()
            .that()
            .resideInAPackage("io.counterfoil.messaging..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "io.counterfoil.messaging..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.correlation..");

    @ArchTest
    static final ArchRule control_signals_know_no_broker_no_store_and_no_http = classes()
            .that()
            .resideInAPackage("io.counterfoil.signals..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "tools.jackson.core..",
                    "io.counterfoil.signals..",
                    "io.counterfoil.messaging..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.correlation..",
                    "io.counterfoil.retry..");

    @ArchTest
    static final ArchRule the_caller_alone_retries = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.signals..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.signals.caller..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.retry..");

    @ArchTest
    static final ArchRule the_envelope_alone_knows_how_json_is_read = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.signals..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.signals.envelope..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("tools.jackson..");

    @ArchTest
    static final ArchRule adapters_of_brokers_know_their_client_and_messaging = classes()
            .that()
            .resideInAnyPackage("io.counterfoil.rabbitmq..", "io.counterfoil.kafka..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "com.rabbitmq.client..",
                    "org.apache.kafka..",
                    "io.counterfoil.rabbitmq..",
                    "io.counterfoil.kafka..",
                    "io.counterfoil.messaging..",
                    "io.counterfoil.idempotency.concurrent..",
                    "io.counterfoil.correlation..");

    @ArchTest
    static final ArchRule names_of_works_in_a_database_know_correlation_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.jdbc.correlation..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.sql..",
                    "org.jspecify..",
                    "io.counterfoil.jdbc.correlation..",
                    "io.counterfoil.correlation..");

    @ArchTest
    static final ArchRule stores_do_not_know_their_journal = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.jdbc..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.jdbc.journal..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.jdbc.journal..");

    @ArchTest
    static final ArchRule entities_know_the_ids_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.entities..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "io.counterfoil.entities..", "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule keys_of_the_ledger_know_the_engine_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.ledger.keys..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..", "org.jspecify..", "io.counterfoil.ledger.keys..", "io.counterfoil.idempotency..");

    @ArchTest
    static final ArchRule callbacks_know_http_and_their_client_alone = classes()
            .that()
            .resideInAPackage("io.counterfoil.callbacks..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.crypto..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "org.apache.hc..",
                    "io.counterfoil.callbacks..",
                    "io.counterfoil.http..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.retry..",
                    "io.counterfoil.correlation..");

    @ArchTest
    static final ArchRule operations_know_what_they_are_made_of_and_nothing_of_http = classes()
            .that()
            .resideInAPackage("io.counterfoil.operations..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.sql..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "com.github.kagkarlsson.scheduler..",
                    "io.counterfoil.operations..",
                    "io.counterfoil.callbacks..",
                    "io.counterfoil.correlation..",
                    "io.counterfoil.entities..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.ids..",
                    "io.counterfoil.jdbc..");

    @ArchTest
    static final ArchRule only_callbacks_know_the_guarded_client = noClasses()
            .that()
            .resideInAPackage("io.counterfoil..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.callbacks..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hc..");

    @ArchTest
    static final ArchRule only_operations_know_their_queue = noClasses()
            .that()
            .resideInAPackage("io.counterfoil..")
            .and()
            .resideOutsideOfPackage("io.counterfoil.operations..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.github.kagkarlsson..");

    @ArchTest
    static final ArchRule adapters_know_their_framework_and_http = classes()
            .that()
            .resideInAnyPackage(
                    "io.counterfoil.servlet..", "io.counterfoil.httpserver..", "io.counterfoil.springclient..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "jakarta.servlet..",
                    "com.sun.net.httpserver..",
                    "org.springframework..",
                    "reactor..",
                    "org.reactivestreams..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "io.counterfoil.servlet..",
                    "io.counterfoil.httpserver..",
                    "io.counterfoil.springclient..",
                    "io.counterfoil.http..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.retry..",
                    "io.counterfoil.correlation..");

    @ArchTest
    static final ArchRule adapters_of_ids_know_their_framework_and_the_ids = classes()
            .that()
            .resideInAnyPackage(
                    "io.counterfoil.jackson..",
                    "io.counterfoil.jackson2..",
                    "io.counterfoil.hibernate..",
                    "io.counterfoil.validation..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "tools.jackson..",
                    "com.fasterxml.jackson..",
                    "org.hibernate..",
                    "jakarta.persistence..",
                    "jakarta.validation..",
                    "org.jspecify..",
                    "io.counterfoil.jackson..",
                    "io.counterfoil.jackson2..",
                    "io.counterfoil.hibernate..",
                    "io.counterfoil.validation..",
                    "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule typed_ids_in_spring_know_neither_http_nor_the_engine = classes()
            .that()
            .resideInAPackage("io.counterfoil.springids..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "jakarta.servlet..",
                    "org.springframework..",
                    "tools.jackson..",
                    "com.fasterxml.jackson..",
                    "org.jspecify..",
                    "io.counterfoil.springids..",
                    "io.counterfoil.jackson..",
                    "io.counterfoil.jackson2..",
                    "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule context_propagation_knows_its_framework_and_correlation = classes()
            .that()
            .resideInAPackage("io.counterfoil.contextpropagation..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "io.micrometer.context..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "io.counterfoil.contextpropagation..",
                    "io.counterfoil.correlation..");

    @ArchTest
    static final ArchRule spans_show_the_engine_and_the_attempts_of_the_client = classes()
            .that()
            .resideInAPackage("io.counterfoil.opentelemetry..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "io.opentelemetry.api..",
                    "io.opentelemetry.context..",
                    "io.opentelemetry.sdk..",
                    "org.slf4j..",
                    "org.jspecify..",
                    "io.counterfoil.opentelemetry..",
                    "io.counterfoil.correlation..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.http.client.retry..");

    @ArchTest
    static final ArchRule adapters_do_not_know_each_other = slices().matching(
                    "io.counterfoil.(jackson|jackson2|hibernate|validation|servlet|httpserver|springclient|contextpropagation|opentelemetry|rabbitmq|kafka)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule only_the_wiring_and_the_spring_clients_know_spring = noClasses()
            .that()
            .resideInAPackage("io.counterfoil..")
            .and()
            .resideOutsideOfPackages(
                    "io.counterfoil.springboot..",
                    "io.counterfoil.springclient..",
                    "io.counterfoil.springconsole..",
                    "io.counterfoil.springids..",
                    "io.counterfoil.springmessaging..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule the_starter_knows_nothing_that_is_added_to_it = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.springboot..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.counterfoil.http.client..",
                    "io.counterfoil.springclient..",
                    "io.counterfoil.springids..",
                    "io.counterfoil.jackson..",
                    "io.counterfoil.jackson2..",
                    "io.counterfoil.hibernate..",
                    "io.counterfoil.contextpropagation..",
                    "io.counterfoil.messaging..",
                    "io.counterfoil.signals..",
                    "io.counterfoil.rabbitmq..",
                    "io.counterfoil.kafka..",
                    "io.counterfoil.springmessaging..",
                    "io.counterfoil.springconsole..");

    @ArchTest
    static final ArchRule only_its_adapter_knows_the_jdks_server = noClasses()
            .that()
            .resideOutsideOfPackages("io.counterfoil.httpserver..", "io.counterfoil.testkit..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.sun.net.httpserver..");

    @ArchTag("EN-2")
    @ArchTest
    static final ArchRule primary_keys_are_no_part_of_the_stores_api =
            PrimaryKeys.areNamedByNothingPublicIn("io.counterfoil.jdbc..", "io.counterfoil.entities..");

    @ArchTag("EN-2")
    @ArchTest
    static final ArchRule primary_keys_stay_with_the_stores =
            PrimaryKeys.stayIn("io.counterfoil", "io.counterfoil.jdbc", "io.counterfoil.testkit.architecture");
}
