package io.counterfoil.testkit.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/**
 * Rules that keep primary keys inside the persistence packages. Primary keys are recognized by name: {@code pk}, {@code
 * ledger_pk}, {@code primaryKey}, {@code rowId}; tables must follow this convention.
 */
public final class PrimaryKeys {

    /** Names in Java. */
    private static final String IN_JAVA =
            "(?i:pk|primary_?key|row_?id)|.*[a-z0-9](Pk|PrimaryKey|RowId)|.*(?i:_pk|_primary_key|_row_id)";

    /** Column names in a text, such as a statement, JSON or a log line. */
    private static final Pattern IN_TEXT =
            Pattern.compile("(?i)(?<![a-z0-9])([a-z0-9]+_)*(pk|primary_key|row_?id)(?![a-z0-9])");

    private PrimaryKeys() {}

    /**
     * No class, field, method or text outside of these packages names a primary key, and the packages have no type that
     * could expose one.
     *
     * @param root the root package: {@code com.example.shop}
     * @param persistence the packages under it that may name primary keys: {@code com.example.shop.persistence}
     */
    public static ArchRule stayIn(String root, String... persistence) {
        String[] inside = new String[persistence.length];
        for (int i = 0; i < persistence.length; i++) {
            inside[i] = persistence[i] + "..";
        }
        ArchRule noTypes = classes()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .resideOutsideOfPackages(inside)
                .should()
                .haveSimpleNameNotContaining("PrimaryKey");
        ArchRule noMembers = members()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage(root + "..")
                .and()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackages(inside)
                .should()
                .haveNameNotMatching(IN_JAVA);
        ArchRule noTexts = classes()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .resideOutsideOfPackages(inside)
                .should(haveNoTextWithOne());
        return CompositeArchRule.of(noTypes).and(noMembers).and(noTexts);
    }

    /** No type of these packages is visible outside of them. */
    public static ArchRule areCarriedByNoTypeOf(String... persistence) {
        String[] inside = new String[persistence.length];
        for (int i = 0; i < persistence.length; i++) {
            inside[i] = persistence[i] + "..";
        }
        return classes().that().resideInAnyPackage(inside).should().notBePublic();
    }

    /** Public members of these packages do not name a primary key, for packages that need public types. */
    public static ArchRule areNamedByNothingPublicIn(String... packages) {
        return members()
                .that()
                .areDeclaredInClassesThat()
                .resideInAnyPackage(packages)
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .and()
                .haveModifier(JavaModifier.PUBLIC)
                .should()
                .haveNameNotMatching(IN_JAVA);
    }

    private static ArchCondition<JavaClass> haveNoTextWithOne() {
        return new ArchCondition<>("have no text that names a primary key") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (String text : textsOf(item)) {
                    if (IN_TEXT.matcher(text).find()) {
                        events.add(
                                SimpleConditionEvent.violated(item, item.getName() + " has the text <" + text + ">"));
                    }
                }
            }
        };
    }

    private static Iterable<String> textsOf(JavaClass type) {
        Source source = type.getSource().orElseThrow(() -> new IllegalStateException("class file not found: " + type));
        try (InputStream file = source.getUri().toURL().openStream()) {
            return ConstantPool.textsOf(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + source, failure);
        }
    }
}
