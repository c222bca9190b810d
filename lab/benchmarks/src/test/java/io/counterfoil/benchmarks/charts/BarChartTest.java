package io.counterfoil.benchmarks.charts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class BarChartTest {

    private static final List<Table> TABLES = Table.in("""
            ### Runs, 8 threads

            | | of floor | |
            |---|--:|---|
            | floor | 100 % (100–100) | by hand: a & b |
            | **ours** | 75 % (50–200) | in one transaction |

            ### Runs, 32 threads

            | | of floor | |
            |---|--:|---|
            | **ours** | 80 % (60–90) | in one transaction |
            """);

    @Test
    void bars_endAtTheMedian_andWhiskersAtTheRange() throws Exception {
        String svg = chart().svg();

        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        // The axis ends at 200 %, and is 448 wide from 352 on.
        assertThat(svg)
                .containsPattern("class=\"o0\" x=\"352\" y=\"\\d+\" width=\"168.0\"")
                .containsPattern("class=\"o1\" x=\"352\" y=\"\\d+\" width=\"179.2\"")
                .containsPattern("class=\"p0\" x=\"352\" y=\"\\d+\" width=\"224.0\"")
                .containsPattern("class=\"whisker\" d=\"M464.0 [\\d.]+v6m0 -3H800.0m0 -3v6\"")
                .containsPattern("class=\"aim\" d=\"M542.4 \\d+v\\d+\"")
                .contains(">75 % (50–200)<", ">80 % (60–90)<", ">8 threads<", ">32 threads<", ">in one transaction<");
    }

    @Test
    void rowThatASeriesLacks_hasNoBarThere() {
        assertThat(chart().svg()).doesNotContain("class=\"p1\" x=\"352\"");
    }

    private static BarChart chart() {
        return new BarChart(
                "A title",
                "A machine",
                List.of(new PanelBuilder("Runs", OptionalDouble.of(100))
                        .tables(TABLES, "Runs, (.*)", "of floor")
                        .aim("ours", 85)
                        .build()));
    }
}
