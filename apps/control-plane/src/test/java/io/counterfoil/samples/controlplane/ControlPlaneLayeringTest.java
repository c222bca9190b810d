package io.counterfoil.samples.controlplane;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.counterfoil.testkit.architecture.ModuleRules;
import io.counterfoil.testkit.architecture.PrimaryKeys;

/** The control plane: what holds for every module, and no primary key, since it leaves its tables to the stores. */
@AnalyzeClasses(packages = "io.counterfoil.samples.controlplane", importOptions = DoNotIncludeTests.class)
class ControlPlaneLayeringTest {

    @ArchTest
    static final ArchTests as_every_module = ArchTests.in(ModuleRules.class);

    @ArchTag("EN-2")
    @ArchTest
    static final ArchRule primary_keys_stay_with_the_stores = PrimaryKeys.stayIn("io.counterfoil.samples.controlplane");
}
