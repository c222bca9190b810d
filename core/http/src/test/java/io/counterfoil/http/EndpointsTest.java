package io.counterfoil.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.request.PathTemplate;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RQ-1")
class EndpointsTest {

    private final HttpIdempotency standard = Endpoint.under(HttpPolicy.DEFAULT).idempotency;
    private final HttpIdempotency special = Endpoint.under(HttpPolicy.DEFAULT).idempotency;

    @Test
    void all_requests_areTreatedAlike() {
        assertThat(Endpoints.all(standard).of(Head.of("GET", "/a"))).containsSame(standard);
    }

    @Test
    void routes_areAskedInTheirOrder_andTheRestIsTreatedOtherwise() {
        Endpoints endpoints = Endpoints.routes()
                .leave(path("/login"))
                .at("POST", path("/v1/transfers"), special)
                .leave(path("/v1/**"))
                .otherwise(standard);

        assertThat(endpoints.of(Head.post("/login"))).isEmpty();
        assertThat(endpoints.of(Head.post("/v1/transfers"))).containsSame(special);
        assertThat(endpoints.of(Head.of("PATCH", "/v1/transfers"))).isEmpty();
        assertThat(endpoints.of(Head.post("/v1/other"))).isEmpty();
        assertThat(endpoints.of(Head.post("/v2/other"))).containsSame(standard);
    }

    @Test
    void request_withoutMatchingRoute_passesThroughUntouched() {
        Endpoints endpoints = Endpoints.routes().at("POST", path("/a"), special).otherwiseUntouched();

        assertThat(endpoints.of(Head.post("/a"))).containsSame(special);
        assertThat(endpoints.of(Head.post("/b"))).isEmpty();
    }

    @Test
    void routes_writtenInAnotherEncoding_areTheSame() {
        Endpoints endpoints =
                Endpoints.routes().at("POST", path("/transfers"), special).otherwiseUntouched();

        assertThat(endpoints.of(Head.post("/tr%61nsfers"))).containsSame(special);
        assertThat(endpoints.of(Head.post("/transfers;v=1"))).containsSame(special);
        assertThat(endpoints.of(Head.post("/%zz"))).isEmpty();
    }

    @Test
    void route_thatIsThereAlready_isRefused() {
        Endpoints.Routes routes = Endpoints.routes().at("POST", path("/a"), special);

        assertThatThrownBy(() -> routes.at("POST", path("/a"), special))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("POST /a")
                .hasMessageContaining("remove one");
        assertThatThrownBy(() -> Endpoints.routes().leave(path("/a")).leave(path("/a")))
                .hasMessageContaining("remove one");
    }

    @Test
    void route_thatAWiderOneHides_isRefused() {
        assertThatThrownBy(() -> Endpoints.routes().leave(path("/v1/**")).at("POST", path("/v1/transfers"), special))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("POST /v1/transfers")
                .hasMessageContaining("because /v1/** fits")
                .hasMessageContaining("put the more specific one first");
        assertThatThrownBy(() ->
                        Endpoints.routes().at("POST", path("/{a}"), special).at("POST", path("/{b}"), standard))
                .hasMessageContaining("/{b}");
    }

    @Test
    void route_thatAWiderOneTreatsTheSame_isSuperfluousAndNoError() {
        Endpoints endpoints =
                Endpoints.routes().leave(path("/v1/**")).leave(path("/v1/a")).otherwise(standard);

        assertThat(endpoints.of(Head.post("/v1/a"))).isEmpty();
    }

    @Test
    void route_ofAMethodThatThePolicyDoesNotGuard_isRefused() {
        assertThatThrownBy(() -> Endpoints.routes().at("PUT", path("/a"), special))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PUT /a")
                .hasMessageContaining("add PUT");
    }

    @Test
    void route_whoseKeyIsInAnotherPath_isRefused() {
        HttpIdempotency transfers = Endpoint.under(HttpPolicy.DEFAULT
                        .withMethods(Set.of("PUT"))
                        .withKey(keys -> keys.withSource(KeySource.path(path("/v1/transfers/{key}"), "key"))))
                .idempotency;

        assertThatThrownBy(() -> Endpoints.routes().at("PUT", path("/v2/transfers/{key}"), transfers))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/v1/transfers/{key}")
                .hasMessageContaining("/v2/transfers/{key}");
        assertThat(Endpoints.routes()
                        .at("PUT", path("/v1/transfers/{id}"), transfers)
                        .otherwiseUntouched()
                        .of(Head.of("PUT", "/v1/transfers/7")))
                .containsSame(transfers);
    }

    private static PathTemplate path(String text) {
        return PathTemplate.parse(text);
    }
}
