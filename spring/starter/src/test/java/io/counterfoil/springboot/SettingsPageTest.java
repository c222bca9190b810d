package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of settings is as the code has them. With {@code -Dsettings.write=true} it is written first. */
class SettingsPageTest {

    private static final Path PAGE = Path.of("../../docs/reference/settings.md");

    @Test
    void page_ofSettings_isAsTheCodeHasThem() throws IOException {
        if (Boolean.getBoolean("settings.write")) {
            Files.writeString(PAGE, SettingsPage.text());
        }

        assertThat(Files.readString(PAGE)).isEqualTo(SettingsPage.text());
    }
}
