package io.counterfoil.samples.programs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.counterfoil.testkit.architecture.ModuleRules;

/** What the programs share, and the stories that they show. The ledger and the control plane have rules of their own. */
@AnalyzeClasses(
        packages = {"io.counterfoil.samples.support", "io.counterfoil.story"},
        importOptions = DoNotIncludeTests.class)
class ProgramsLayeringTest {

    @ArchTest
    static final ArchTests as_every_module = ArchTests.in(ModuleRules.class);

    @ArchTest
    static final ArchRule what_programs_share_knows_http_and_stories_alone = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.samples.support..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.counterfoil..")
                    .and(resideOutsideOfPackages(
                            "io.counterfoil.samples.support..",
                            "io.counterfoil.http..",
                            "io.counterfoil.story..",
                            "io.counterfoil.correlation..")));

    @ArchTest
    static final ArchRule stories_know_no_other_module = noClasses()
            .that()
            .resideInAPackage("io.counterfoil.story..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("io.counterfoil..").and(resideOutsideOfPackages("io.counterfoil.story..")));
}
