package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The page of settings is as the code has them. With {@code -Dsettings.write=true} it is written first. */
class SettingsPageTest {

    private static Path page() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs"))) {
            folder = Objects.requireNonNull(folder.getParent(), "the folder with docs");
        }
        return folder.resolve("docs/reference/settings.md");
    }

    @Test
    void page_ofSettings_isAsTheCodeHasThem() throws IOException {
        if (Boolean.getBoolean("settings.write")) {
            Files.createDirectories(page().getParent());
            Files.writeString(page(), SettingsPage.text());
        }
        assertThat(page()).content().isEqualTo(SettingsPage.text());
    }
}
