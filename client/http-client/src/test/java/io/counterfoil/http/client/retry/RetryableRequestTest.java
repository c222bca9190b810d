package io.counterfoil.http.client.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ids.generator.UuidV7;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RetryableRequestTest {

    private static final URI ORDERS = URI.create("http://127.0.0.1/orders");

    @Test
    @Tag("RC-1")
    void requestId_isAFreshUuidV7() {
        RetryableRequest.Builder builder = RetryableRequest.post(ORDERS);
        UUID one = UUID.fromString(builder.build().requestId().value());
        UUID other = UUID.fromString(builder.build().requestId().value());

        assertThat(UuidV7.isV7(one)).isTrue();
        assertThat(other).isNotEqualTo(one);
    }

    @Test
    @Tag("RC-1")
    void requestIdV4_isAFreshUuidV4() {
        UUID id = UUID.fromString(
                RetryableRequest.post(ORDERS).requestIdV4().build().requestId().value());

        assertThat(id.version()).isEqualTo(4);
    }

    @Test
    @Tag("RC-5")
    void derivedRequestId_isTakenAsItIs() {
        RequestId derived = new RequestId("order-of-cart-17");

        assertThat(RetryableRequest.post(ORDERS)
                        .derivedRequestId(derived)
                        .build()
                        .requestId())
                .isEqualTo(derived);
    }

    @Test
    void requestIdThatNoHeaderCanCarry_isRefusedWhenItIsBuilt() {
        RetryableRequest.Builder builder = RetryableRequest.post(ORDERS).requestId(new RequestId("Zoë"));

        assertThatThrownBy(builder::build)
                .isInstanceOf(InvalidIdentifierException.class)
                .hasMessageContaining("ASCII");
    }

    @Test
    void whatCannotBeSent_isRefusedAtOnce() {
        assertThatThrownBy(() -> RetryableRequest.post(URI.create("ftp://127.0.0.1/x")))
                .hasMessageContaining("ftp");
        assertThatThrownBy(() -> RetryableRequest.post(ORDERS).header("Content-Length", "3"))
                .hasMessageContaining("Content-Length");
        assertThatThrownBy(() -> RetryableRequest.of("NO SUCH", ORDERS)).hasMessageContaining("NO SUCH");
    }

    @Test
    void text_hasNothingThatIsNotForLogs() {
        RetryableRequest intention = RetryableRequest.post(URI.create("http://user:secret@127.0.0.1/orders?card=4111"))
                .requestId(new RequestId("k"))
                .build();

        assertThat(intention).hasToString("RetryableRequest[POST 127.0.0.1/orders, requestId=k]");
    }

    @Test
    void body_isCopied_andItsMediaTypeReplacesAnEarlierOne() {
        RetryableRequest intention = RetryableRequest.post(ORDERS)
                .header("content-type", "text/plain")
                .header("X-Note", "a")
                .json("{}")
                .build();

        intention.body()[0] = 'X';

        assertThat(intention.body()).isEqualTo("{}".getBytes(StandardCharsets.UTF_8));
        assertThat(intention.headers())
                .containsExactly(new HeaderField("X-Note", "a"), new HeaderField("Content-Type", "application/json"));
    }

    @Test
    void methods_areWhatTheirNamesSay() {
        assertThat(RetryableRequest.put(ORDERS).build().method()).isEqualTo("PUT");
        assertThat(RetryableRequest.patch(ORDERS).build().method()).isEqualTo("PATCH");
        assertThat(RetryableRequest.delete(ORDERS).build().method()).isEqualTo("DELETE");
        assertThat(RetryableRequest.get(ORDERS).build().method()).isEqualTo("GET");
        assertThat(RetryableRequest.of("MKCOL", ORDERS).build().uri()).isEqualTo(ORDERS);
    }

    @Test
    void movedTo_takesASchemeAndAnAuthorityAlone() {
        RetryableRequest intention = RetryableRequest.post(URI.create("http://127.0.0.1/orders?seat=12A"))
                .build();

        assertThat(intention.movedTo(URI.create("https://shop.example:8443")).uri())
                .isEqualTo(URI.create("https://shop.example:8443/orders?seat=12A"));
        assertThat(intention.movedTo(URI.create("https://shop.example/")).uri())
                .isEqualTo(URI.create("https://shop.example/orders?seat=12A"));
        for (String more : new String[] {"http://x/base", "http://x?q", "http://x/#f", "http://me:secret@x"}) {
            assertThatThrownBy(() -> intention.movedTo(URI.create(more)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a scheme and an authority")
                    .hasMessageNotContaining("secret");
        }
        assertThatThrownBy(() -> intention.movedTo(URI.create("ftp://x"))).hasMessageContaining("ftp");
    }
}
