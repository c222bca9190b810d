package io.counterfoil.testkit.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Rules for every module: {@code ArchTests.in(ModuleRules.class)}. */
public final class ModuleRules {

    @ArchTest
    static final ArchRule no_cycles =
            slices().matching("io.counterfoil.(**)").should().beFreeOfCycles();

    /** NullAway checks only packages that are {@code @NullMarked}. */
    @ArchTest
    static final ArchRule packages_are_null_marked =
            classes().that().resideInAPackage("io.counterfoil..").should(beInAPackageThatIsMarked());

    private ModuleRules() {}

    private static ArchCondition<JavaClass> beInAPackageThatIsMarked() {
        return new ArchCondition<>("be in a package that is marked @NullMarked") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                if (!item.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            item, item.getName() + " is in a package without @NullMarked"));
                }
            }
        };
    }
}
