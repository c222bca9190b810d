package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.Endpoints;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Redirects where the container is set to make absolute URLs of them. */
@ParameterizedClass
@EnumSource(Container.class)
@Tag("RQ-22")
class AbsoluteRedirectsTest extends ServletScenarios {

    @Override
    IdempotencyFilter filter(Endpoints endpoints) {
        return super.filter(endpoints).withAbsoluteRedirects();
    }

    @Test
    void location_isMadeAbsolute_byTheRequest() throws Exception {
        Map<String, String> expected = Map.of(
                "/elsewhere?a=/../b",
                server().uri("/elsewhere?a=/../b").toString(),
                "relative#part",
                server().uri("/folder/relative#part").toString(),
                "../up/./x",
                server().uri("/up/x").toString(),
                "/a/b/..",
                server().uri("/a/").toString(),
                "//elsewhere.test/a",
                "http://elsewhere.test/a",
                "https://elsewhere.test/a",
                "https://elsewhere.test/a");
        for (Map.Entry<String, String> each : expected.entrySet()) {
            on("/folder/from", (request, response) -> response.sendRedirect(each.getKey()));

            HttpResponse<byte[]> first = post("/folder/from", "", KEY, Integer.toString(executions.size()));

            assertThat(header(first, "Location")).isEqualTo(each.getValue());
        }
        assertThat(executions).hasSize(expected.size());
    }
}
