package io.counterfoil.ledger.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class DemoCommandTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--transfers 0           | --transfers must be between 1 and 1000000, is 0",
                "--transfers 1000001     | --transfers must be between 1 and 1000000, is 1000001",
                "--transfers many        | Invalid value for option '--transfers': 'many' is not an int",
                "--clients 0             | --clients must be between 1 and 64, is 0",
                "--clients 65            | --clients must be between 1 and 64, is 65",
                "--kill -1               | --kill must be between 0 and 10000, is -1",
                "--kill 10001            | --kill must be between 0 and 10000, is 10001",
                "--seed x                | Invalid value for option '--seed': 'x' is not a long",
                "--url localhost:8080    | --url must be http://HOST:PORT, is localhost:8080",
                "--url https://localhost | --url must be http://HOST:PORT, is https://localhost",
                "--url http://localhost:8080 --kill 1"
                        + " | --kill and --url exclude each other: the demo kills only the service that it started"
            })
    void wrongOption_isOneLineThatNamesItAndItsLimits_withExitCode2(String arguments, String line) {
        StringBuilder said = new StringBuilder();
        CommandLine command = new CommandLine(new DemoCommand()).setParameterExceptionHandler((wrong, args) -> {
            said.append(wrong.getMessage());
            return CommandLine.ExitCode.USAGE;
        });

        assertThat(command.execute(arguments.split(" ", -1))).isEqualTo(2);

        assertThat(said).hasToString(line);
    }

    @Test
    void help_namesEveryOption() {
        assertThat(new CommandLine(new DemoCommand()).getUsageMessage())
                .contains("--transfers=N", "--clients=N", "--seed=N", "--kill=N", "--url=URL", "--logs=DIR", "--help");
    }

    @Test
    void progress_isThatOfThePartThatHasComeTheLeastFar() {
        assertThat(Progress.line(0, 5000, 0, 0)).isEqualTo("[..............................]   0 %  0/5,000 transfers");
        assertThat(Progress.line(4000, 5000, 0, 0))
                .isEqualTo("[########################......]  80 %  4,000/5,000 transfers");
    }

    @Test
    void progress_afterTheTransfers_saysThatKillsRemain() {
        assertThat(Progress.line(1158, 600, 2, 4))
                .isEqualTo("[###############...............]  50 %  600/600 transfers,"
                        + " 558 more until the last kill  2/4 kills");
    }
}
