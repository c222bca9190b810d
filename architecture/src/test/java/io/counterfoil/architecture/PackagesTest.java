package io.counterfoil.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class PackagesTest {

    /** NullAway looks at marked packages only: one without the mark would be checked by nobody. */
    @Test
    void everyPackage_isNullMarked() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.counterfoil");
        List<JavaPackage> unmarked = classes.getPackage("io.counterfoil").getSubpackagesInTree().stream()
                .filter(candidate -> !candidate.getClasses().isEmpty())
                .filter(candidate -> !candidate.isAnnotatedWith(NullMarked.class))
                .toList();

        assertThat(unmarked).isEmpty();
        assertThat(classes).as("the import found the project").hasSizeGreaterThan(100);
    }
}
