package io.counterfoil.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule about primary keys rejects a violation. */
@Tag("EN-2")
class PrimaryKeysTest {

    private static final String HERE = "io.counterfoil.testkit.architecture";

    record CarriesOne(long rowId) {}

    record Nothing(String spkr, String network_pkg) {}

    static final class Selects {
        static final String SQL = "SELECT t.ledger_pk FROM t";
    }

    static final class Says {
        String json(long number) {
            return "{\"pk\":" + number + "}";
        }
    }

    static final class Returns {
        long ledgerPk() {
            return 1;
        }
    }

    static final class LedgerPrimaryKey {}

    private static boolean keeps(ArchRule rule, String type) throws ClassNotFoundException {
        JavaClasses classes =
                new ClassFileImporter().importClasses(Class.forName(PrimaryKeysTest.class.getName() + "$" + type));
        return !rule.allowEmptyShould(true).evaluate(classes).hasViolation();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CarriesOne", "Selects", "Says", "Returns", "LedgerPrimaryKey"})
    void primaryKeyOutside_isFound(String type) throws ClassNotFoundException {
        assertThat(keeps(PrimaryKeys.stayIn(HERE, HERE + ".persistence"), type)).isFalse();
        assertThat(keeps(PrimaryKeys.stayIn(HERE, HERE), type)).isTrue();
    }

    @Test
    void similarNames_areAccepted() throws ClassNotFoundException {
        assertThat(keeps(PrimaryKeys.stayIn(HERE, HERE + ".persistence"), "Nothing"))
                .isTrue();
    }

    @Test
    void publicTypeOfPersistence_isFound() {
        JavaClasses publicOne = new ClassFileImporter().importClasses(PublicRow.class);
        assertThat(PrimaryKeys.areCarriedByNoTypeOf(HERE).evaluate(publicOne).hasViolation())
                .isTrue();
        assertThat(PrimaryKeys.areNamedByNothingPublicIn(HERE)
                        .evaluate(publicOne)
                        .hasViolation())
                .isTrue();
    }

    /** Violates the rule by being public and having a primary key. */
    @SuppressWarnings("unused") // read by ArchUnit
    public static final class PublicRow {

        /** A primary key. */
        public static final long ROW_ID = 1;

        private PublicRow() {}
    }
}
