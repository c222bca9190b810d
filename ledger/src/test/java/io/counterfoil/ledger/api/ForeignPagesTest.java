package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a page of another origin makes a browser send is refused: by a name that was rebound to this machine, and across origins. */
@Timeout(300)
class ForeignPagesTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    @RegisterExtension
    static final SharedService BEHIND_A_PROXY = SharedService.guarded();

    private final Api api = SERVICE.api();

    private static Call open(Api api) {
        return api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "rebind.example:18080",
                "localhost.example",
                "127.0.0.1.example",
                "127.0.0.2",
                "localhost.",
                "[::2]:8080"
            })
    void requestForAnotherHost_isMisdirected_onEveryPath(String host) {
        for (String line : new String[] {
            "GET /",
            "GET /openapi.json",
            "GET /v1/ledgers",
            "GET /story/AcaphCAH1DEqTLR4",
            "POST /v1/ledgers",
            "DELETE /v1/ledgers/x"
        }) {
            assertThat(RawHttp.send(api.base(), line, "Host: " + host, "Origin: http://" + host))
                    .as(line)
                    .startsWith("HTTP/1.1 421 ")
                    .contains("application/problem+json", "urn:counterfoil:problem:unknown-host", "\"field\":\"Host\"")
                    .contains("nosniff");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LocalHost:8080", "127.0.0.1", "[::1]:8080", "[::1]"})
    void requestForTheLoopbackInterface_isAnswered(String host) {
        assertThat(RawHttp.send(api.base(), "GET /openapi.json", "Host: " + host))
                .startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ledger.example", "LEDGER.EXAMPLE:443", "other.example", "localhost"})
    void requestForAConfiguredName_isAnswered(String host) {
        URI proxied = BEHIND_A_PROXY.api().base();

        assertThat(RawHttp.send(proxied, "GET /openapi.json", "Host: " + host)).startsWith("HTTP/1.1 200 ");
        assertThat(RawHttp.send(proxied, "GET /openapi.json", "Host: evil.example"))
                .startsWith("HTTP/1.1 421 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example",
                "null",
                "http://127.0.0.1",
                "http://127.0.0.1:1",
                "http://localhost:%d",
                "%"
            })
    void writeFromAnotherOrigin_isRefused_andNothingIsStored(String origin) {
        String before = SERVICE.objects();

        open(api)
                .header("Origin", origin.replace("%d", "" + api.base().getPort()))
                .refused(403, "foreign-origin", "Origin");

        assertThat(SERVICE.objects()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void writeFromAnotherSite_isRefused_andARead_isNot(String site) {
        open(api).header("Sec-Fetch-Site", site).refused(403, "foreign-origin", "Origin");

        assertThat(RawHttp.send(
                        api.base(),
                        "GET /openapi.json",
                        "Host: " + api.base().getAuthority(),
                        "Sec-Fetch-Site: " + site))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void writeFromTheServicesOwnPage_isExecuted() {
        Reply opened = open(api)
                .header("Origin", "http://" + api.base().getAuthority())
                .header("Sec-Fetch-Site", "same-origin")
                .send();

        assertThat(opened.status()).isEqualTo(201);
    }
}
