package io.counterfoil.ledger;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.counterfoil.testkit.architecture.ModuleRules;
import io.counterfoil.testkit.architecture.PrimaryKeys;

/** The ledger: the domain is free of HTTP and SQL, and primary keys are seen in the persistence package alone. */
@AnalyzeClasses(packages = "io.counterfoil.ledger", importOptions = DoNotIncludeTests.class)
class LedgerLayeringTest {

    @ArchTest
    static final ArchTests as_every_module = ArchTests.in(ModuleRules.class);

    @ArchTest
    static final ArchRule the_domain_is_free_of_frameworks = classes()
            .that()
            .resideInAPackage("io.counterfoil.ledger.domain..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "io.counterfoil.ledger.domain..",
                    "io.counterfoil.ledger.keys..",
                    "io.counterfoil.idempotency..",
                    "io.counterfoil.entities..",
                    "io.counterfoil.ids..");

    @ArchTest
    static final ArchRule only_persistence_knows_sql = noClasses()
            .that()
            .resideInAnyPackage("io.counterfoil.ledger.api..", "io.counterfoil.ledger.domain..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework.jdbc..", "org.postgresql..");

    @ArchTest
    static final ArchRule persistence_is_reached_through_the_domain = noClasses()
            .that()
            .resideOutsideOfPackage("io.counterfoil.ledger.persistence..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.counterfoil.ledger.persistence..");

    @ArchTag("EN-2")
    @ArchTest
    static final ArchRule primary_keys_stay_in_persistence =
            PrimaryKeys.stayIn("io.counterfoil.ledger", "io.counterfoil.ledger.persistence");

    @ArchTag("EN-2")
    @ArchTest
    static final ArchRule primary_keys_are_carried_out_by_no_type =
            PrimaryKeys.areCarriedByNoTypeOf("io.counterfoil.ledger.persistence");
}
