package io.counterfoil.samples.support.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.samples.support.launch.LaunchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "postgresql://ann:pw@db:5433/books, jdbc:postgresql://db:5433/books, ann, pw",
                "postgres://ann@db/books, jdbc:postgresql://db/books, ann, -",
                "postgresql://db, jdbc:postgresql://db/, -, -",
                "postgresql://ann:p%40+%2F@db/books?sslmode=require, jdbc:postgresql://db/books?sslmode=require, ann, p@+/",
                "postgresql://db?sslmode=require, jdbc:postgresql://db/?sslmode=require, -, -",
                "jdbc:postgresql://db/books?user=ann, jdbc:postgresql://db/books?user=ann, -, -",
            })
    void parse_readsBothForms(String url, String jdbcUrl, String username, String password) {
        assertThat(DatabaseUrl.parse(url)).isEqualTo(new ConnectionSettings(jdbcUrl, username, password));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "books", "mysql://db/books", "jdbc:h2:mem:books", "http://db/books", "postgresql://p@ss@db/x"
            })
    void parse_ofAnotherUrl_isRejected_withoutRepeatingIt(String url) {
        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> DatabaseUrl.parse(url))
                .withMessage("unsupported --database-url: it must be jdbc:postgresql://HOST:PORT/DATABASE or"
                        + " postgresql://USER:PASSWORD@HOST:PORT/DATABASE");
    }

    @Test
    void parse_ofAnInvalidEscape_isRejected() {
        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> DatabaseUrl.parse("postgresql://ann:100%@db/books"))
                .withMessageContaining("percent sign");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "postgresql://ann:secret@db:5433/books db:5433/books",
                "jdbc:postgresql://db/books?user=ann&password=secret db:5432/books",
                "jdbc:postgresql://a:1,b:2/books a:1,b:2/books",
            })
    void display_omitsUserAndPassword(String url, String display) {
        ConnectionSettings settings = DatabaseUrl.parse(url);

        assertThat(DatabaseUrl.display(settings)).isEqualTo(display);
        assertThat(settings.toString()).contains(display).doesNotContain("secret");
    }
}
