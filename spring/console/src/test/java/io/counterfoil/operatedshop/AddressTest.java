package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The console below a context path, the path of the servlet, and a proxy that removes a prefix: reached there, and refused there. */
@ParameterizedClass
@CsvSource({
    "--server.servlet.context-path=/shop, /shop",
    "--spring.mvc.servlet.path=/app, /app",
    "--server.forward-headers-strategy=framework, ''"
})
@Timeout(600)
@Tag("CN-3")
class AddressTest {

    /** None of them is the address of a handler, or each is refused. */
    private static final List<String> VARIANTS = List.of(
            "/counterfoil/api/records/",
            "/counterfoil//api/records",
            "//counterfoil/api/records",
            "/counterfoil/./api/records",
            "/counterfoil/parts/../api/records",
            "/counterfoil/parts/%2e%2e/api/records",
            "/counterfoil/%61pi/records",
            "/counterfoil/api%2frecords",
            "/counterfoil;a=b/api/records",
            "/counterfoil/api;a=b/records",
            "/counterfoil/api/records;a=b",
            "/counterfoil/api/records.json",
            "/counterfoil/parts/%2e%2e%2findex.html",
            "/counterfoil/page/..%2findex.html");

    private final String setting;
    private final String base;
    private RunningShop shop;

    AddressTest(String setting, String base) {
        this.setting = setting;
        this.base = base;
    }

    @BeforeEach
    void open() {
        shop = RunningShop.secured(TestPostgres.freshDatabase(), setting);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void viewer_reachesThePage_andItsFiles() throws Exception {
        assertThat(shop.get("victor", base + "/counterfoil/").body()).contains("page/console.js");
        assertThat(shop.get("victor", base + "/counterfoil/page/console.js").body())
                .contains("import");
        assertThat(shop.get("", base + "/counterfoil/parts/dom.js").body()).contains("export");
        assertThat(shop.get("victor", base + "/counterfoil/api/session").body()).contains("victor");
    }

    @Test
    void addressWithoutSlash_leadsBelowTheSamePrefix() throws Exception {
        var redirect = shop.get("victor", base + "/counterfoil", "X-Forwarded-Prefix", "/proxy");

        assertThat(redirect.statusCode()).isEqualTo(302);
        assertThat(redirect.headers().firstValue("Location")).contains("counterfoil/");
    }

    @Test
    void anonymousUser_isRefused_howeverThePathIsWritten() throws Exception {
        for (String path : VARIANTS) {
            var response = shop.get("", base + path);

            assertThat(response.statusCode()).as(path + " " + response.body()).isIn(400, 401, 404);
            assertThat(response.body()).as(path).doesNotContain("\"records\"", "<!doctype html>\n<html lang=\"en\">");
        }
    }
}
