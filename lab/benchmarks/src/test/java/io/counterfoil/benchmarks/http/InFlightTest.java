package io.counterfoil.benchmarks.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class InFlightTest {

    @Test
    void report_hasARowForEachSize_andTheBodyIsInIt() throws Exception {
        List<String> rows = new InFlight(1, 50, 4)
                .run()
                .lines()
                .filter(line -> line.contains("bytes |"))
                .toList();

        assertThat(rows).hasSize(3);
        // A keyed request holds its body; one without a key holds only the server's buffers.
        Matcher more = Pattern.compile("\\| ([0-9.]+) \\([^|]*\\|$").matcher(rows.get(2));
        assertThat(more.find()).isTrue();
        assertThat(Double.parseDouble(more.group(1))).isGreaterThan(90);
    }
}
