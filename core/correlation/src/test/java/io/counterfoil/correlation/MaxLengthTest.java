package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CO-6")
class MaxLengthTest {

    /** Run in a JVM of its own: reads its argument as an id, and extends it. */
    static final class Child {

        private Child() {}

        public static void main(String[] args) {
            CorrelationId id = CorrelationId.parse(args[0]);
            System.out.print(id.child(1).isPresent() + " " + CorrelationId.maxLength());
        }
    }

    @Test
    void withoutASetting_itIs128() {
        assertThat(CorrelationId.maxLength()).isEqualTo(128);
        assertThat(MaxLength.of(null)).isEqualTo(128);
    }

    @Test
    void property_setsItForTheWholeJvm() throws Exception {
        assertThat(inAJvm("-Dcounterfoil.correlation.max-length=32", "a".repeat(31)))
                .isEqualTo("false 32");
        assertThat(inAJvm("-Dcounterfoil.correlation.max-length=32", "a".repeat(30)))
                .isEqualTo("true 32");
        assertThat(inAJvm("-Dcounterfoil.correlation.max-length=32", "a".repeat(33)))
                .contains("at most 32 characters, and this text has 33");
        assertThat(inAJvm("-Dcounterfoil.correlation.max-length=12", "a"))
                .contains("counterfoil.correlation.max-length must be a whole number between 32 and 1024");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "31", "1025", "-1", "128x", "1e2"})
    void otherSettings_areRefusedByNameAndLimit(String setting) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MaxLength.of(setting))
                .withMessageContaining("counterfoil.correlation.max-length must be a whole number between 32 and 1024");
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 1023, 1024})
    void numbersUpToBothLimits_areTaken(int length) {
        assertThat(MaxLength.of(Integer.toString(length))).isEqualTo(length);
    }

    private static String inAJvm(String option, String argument) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        option,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        argument)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return output;
    }
}
