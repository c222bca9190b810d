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
 * Primary keys stay where rows are read and written. A primary key is known by its name: {@code pk}, {@code ledger_pk}, {@code
 * primaryKey}, {@code rowId}; so tables have to call theirs so.
 */
public final class PrimaryKeys {

    /** As a name in Java. */
    private static final String IN_JAVA =
            "(?i:pk|primary_?key|row_?id)|.*[a-z0-9](Pk|PrimaryKey|RowId)|.*(?i:_pk|_primary_key|_row_id)";

    /** As a column in a text: in a statement, in JSON, in a line of a log. */
    private static final Pattern IN_TEXT =
            Pattern.compile("(?i)(?<![a-z0-9])([a-z0-9]+_)*(pk|primary_key|row_?id)(?![a-z0-9])");

    private PrimaryKeys() {}

    /**
     * That primary keys are named in these packages alone, by no class, field, method or text outside of them, and that these packages have
     * no type that could carry one out.
     *
     * @param root the package that all of it is in: {@code com.example.shop}
     * @param persistence those under it that may: {@code com.example.shop.persistence}
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

    /** That no type of these packages can be seen from outside, so that none carries a primary key there. */
    public static ArchRule areCarriedByNoTypeOf(String... persistence) {
        String[] inside = new String[persistence.length];
        for (int i = 0; i < persistence.length; i++) {
            inside[i] = persistence[i] + "..";
        }
        return classes().that().resideInAnyPackage(inside).should().notBePublic();
    }

    /** That what is public of these packages names none, where some of their types have to be public. */
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
        Source source = type.getSource().orElseThrow(() -> new IllegalStateException("without its file: " + type));
        try (InputStream file = source.getUri().toURL().openStream()) {
            return ConstantPool.textsOf(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("reading " + source, failure);
        }
    }
}
