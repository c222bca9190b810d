package io.counterfoil.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an editor shows of a property, far from its neighbours. */
@Timeout(600)
class PropertyDescriptionsTest {

    @Test
    void eachProperty_isDescribedBySentences_thatStandAlone() throws Exception {
        List<JsonNode> properties = new ArrayList<>();
        // One is that of these tests.
        for (URL metadata : Collections.list(
                getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream json = metadata.openStream()) {
                JsonMapper.shared()
                        .readTree(json)
                        .get("properties")
                        .valueStream()
                        .filter(property -> property.path("name").asString().startsWith("counterfoil."))
                        .forEach(properties::add);
            }
        }

        assertThat(properties)
                .hasSizeGreaterThan(30)
                .allSatisfy(property -> assertThat(property.path("description").asString())
                        .as(property.path("name").asString())
                        .matches("[A-Z].{15,}\\.")
                        .doesNotContainPattern("[A-Z]{2}-\\d"));
    }
}
