package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.response.StoredFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RQ-7")
class StoredFieldsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type",
                "Content-Encoding",
                "Content-Language",
                "ETag",
                "Location",
                "Link",
                "Cache-Control",
                "Vary",
                "X-Own"
            })
    void semanticFields_areReplayed(String name) {
        assertThat(replayed(StoredFields.DEFAULT, text(201, "").with(name, "a, b"))
                        .header(name))
                .contains("a, b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Age",
                "Connection",
                "Content-Length",
                "Date",
                "Keep-Alive",
                "Proxy-Authenticate",
                "Server",
                "Set-Cookie",
                "Set-Cookie2",
                "Server-Timing",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "Upgrade",
                "Via",
                "X-Request-Id",
                "transfer-encoding"
            })
    void fieldsOfOneConnectionOrMessage_areNot(String name) {
        assertThat(replayed(StoredFields.DEFAULT, text(201, "").with(name, "a")).header(name))
                .isEmpty();
    }

    @Test
    void fieldsOfOneName_areReplayedInTheirOrder() {
        Response made = new Response(
                200,
                List.of(new HeaderField("Link", "<1>"), new HeaderField("X-Own", "x"), new HeaderField("link", "<2>")),
                new byte[] {0, (byte) 0xff});

        Response replayed = replayed(StoredFields.DEFAULT, made);

        assertThat(replayed.headers()).startsWith(made.headers().toArray(HeaderField[]::new));
        assertThat(replayed.body()).containsExactly(0, 0xff);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authentication-Info",
                "Authorization",
                "Clear-Site-Data",
                "DPoP-Nonce",
                "Proxy-Authorization",
                "Refresh",
                "X-Auth-Token",
                "X-CSRF-TOKEN",
                "X-XSRF-TOKEN"
            })
    void credentials_areNotReplayed_unlessThePolicyKeepsThem(String name) {
        Response made = text(201, "").with(name, "secret");

        assertThat(replayed(StoredFields.DEFAULT, made).header(name)).isEmpty();
        assertThat(replayed(StoredFields.DEFAULT.with(name), made).header(name)).contains("secret");
    }

    /** A duplicate may come from a page of another origin, which could not read the response under the first one's fields. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Access-Control-Allow-Origin",
                "Access-Control-Allow-Credentials",
                "Access-Control-Allow-Headers",
                "Access-Control-Allow-Methods",
                "Access-Control-Allow-Private-Network",
                "Access-Control-Expose-Headers",
                "Access-Control-Max-Age",
                "Timing-Allow-Origin"
            })
    void answerToOneOrigin_isNotReplayed_unlessKeptByPolicy(String name) {
        Response made = text(201, "").with(name, "https://a.example");

        assertThat(replayed(StoredFields.DEFAULT, made).header(name)).isEmpty();
        assertThat(replayed(StoredFields.DEFAULT.with(name), made).header(name)).contains("https://a.example");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Cross-Origin-Embedder-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"})
    void policiesOfTheResource_forAnyOrigin_areReplayed(String name) {
        assertThat(replayed(StoredFields.DEFAULT, text(201, "").with(name, "same-site"))
                        .header(name))
                .contains("same-site");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Security-Policy", "content-security-policy-report-only"})
    void policyForScripts_isReplayed_withoutANonceAlone(String name) {
        String nonce = "script-src 'self' 'nonce-abc'";

        assertThat(replayed(StoredFields.DEFAULT, text(201, "").with(name, "script-src 'self'"))
                        .header(name))
                .contains("script-src 'self'");
        assertThat(replayed(StoredFields.DEFAULT, text(201, "").with(name, nonce))
                        .header(name))
                .isEmpty();
        assertThat(replayed(StoredFields.DEFAULT.with(name), text(201, "").with(name, nonce))
                        .header(name))
                .contains(nonce);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-store", "private, No-Store", "max-age=0,no-store , must-revalidate"})
    @Tag("RQ-21")
    void noStoreResponse_isNotStored_andTheDuplicateIsRejected(String value) {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT);

        Response first = endpoint.send(Head.keyed("k"), text(201, "token").with("Cache-Control", value));
        Response second = endpoint.send(Head.keyed("k"), text(201, "unreached"));

        assertThat(first.header("Idempotency-Stored")).contains("false");
        assertThat(second.status()).isEqualTo(409);
        assertThat(new String(second.body(), StandardCharsets.UTF_8))
                .contains(ProblemTypes.RESPONSE_NOT_STORED)
                .doesNotContain("token");
        assertDuplicate(second);
    }

    @Test
    @Tag("RQ-21")
    void refusalThatMustNotBeStored_isNot() {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT);

        endpoint.send(Head.keyed("k"), text(422, "no").with("Cache-Control", "no-store"));

        assertThat(endpoint.send(Head.keyed("k"), text(201, "unreached")).status())
                .isEqualTo(409);
    }

    @Test
    void otherFieldOfTheSameText_isNoDirective() {
        assertThat(replayed(StoredFields.DEFAULT, text(201, "body").with("X-Note", "no-store"))
                        .header("X-Note"))
                .contains("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-cache", "private", "no-stored", "max-age=60"})
    void responseThatMayBeStored_isReplayed(String value) {
        assertThat(replayed(StoredFields.DEFAULT, text(201, "body").with("Cache-Control", value))
                        .header("Cache-Control"))
                .contains(value);
    }

    @Test
    void noStoreResponse_isReplayed_ifPolicyStoresCacheControl() {
        Response made = text(201, "body").with("Cache-Control", "no-store");

        assertThat(replayed(StoredFields.DEFAULT.with("Cache-Control"), made).header("Cache-Control"))
                .contains("no-store");
    }

    @Test
    void cookie_isReplayed_whereThePolicyAllowsIt() {
        Response made = text(201, "").with("Set-Cookie", "a=b");

        assertThat(replayed(StoredFields.DEFAULT.with("SET-COOKIE"), made).header("Set-Cookie"))
                .contains("a=b");
    }

    @Test
    void field_thatThePolicyLeavesOut_isNotReplayed() {
        Response made = text(201, "").with("X-Own", "a").with("ETag", "\"1\"");
        StoredFields fields = StoredFields.DEFAULT.without("x-own", "x-own");

        assertThat(replayed(fields, made).header("X-Own")).isEmpty();
        assertThat(replayed(fields, made).header("ETag")).contains("\"1\"");
        assertThat(fields.keeps("X-OWN")).isFalse();
        assertThat(fields.with("X-Own").keeps("X-OWN")).isTrue();
        assertThat(StoredFields.DEFAULT.keeps("X-Own")).isTrue();
    }

    @Test
    void fieldsThatTheConnectionNames_areItsOwn() {
        Response made = text(201, "")
                .with("Connection", "close, X-Hop")
                .with("x-hop", "a")
                .with("X-Own", "b");

        Response replayed = replayed(StoredFields.DEFAULT, made);

        assertThat(replayed.header("X-Hop")).isEmpty();
        assertThat(replayed.header("X-Own")).contains("b");
    }

    /** As where a handler copies the fields of another service's answer. */
    @Test
    @Tag("RQ-9")
    @Tag("RQ-10")
    void ourOwnFields_inAHandlersResponse_areNotReplayed() {
        Response made = text(201, "")
                .with("Idempotency-Attempt", "theirs")
                .with("Idempotency-First-Attempt", "theirs")
                .with("Idempotency-First-Received", "theirs")
                .with("Idempotency-Request-Count", "theirs")
                .with("Idempotency-Stored", "false")
                .with("Correlation-Id", "theirs");

        Response replayed = replayed(StoredFields.DEFAULT, made);

        assertThat(replayed.headers().toString()).doesNotContain("theirs");
        assertThat(replayed.header("Idempotency-Stored")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection", "content-length", "Transfer-Encoding", "Upgrade", "Keep-Alive"})
    void framing_canNeverBeKept(String name) {
        assertThatThrownBy(() -> StoredFields.DEFAULT.with(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @Test
    void name_thatIsNone_isRefused() {
        assertThatThrownBy(() -> StoredFields.DEFAULT.without("X Own")).hasMessageContaining("X Own");
        assertThatThrownBy(() -> StoredFields.DEFAULT.with("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void field_tooLongToBeKept_isNamed_andNothingIsRemembered() {
        Endpoint endpoint = Endpoint.under(HttpPolicy.DEFAULT);

        assertThatThrownBy(() -> endpoint.send(Head.keyed("k"), text(201, "").with("X-Long", "x".repeat(65_536))))
                .hasMessageContaining("X-Long")
                .hasMessageContaining("65535");
        Endpoint.assertOriginal(endpoint.send(Head.keyed("k")));
    }

    private static Response replayed(StoredFields fields, Response made) {
        Endpoint endpoint =
                Endpoint.under(HttpPolicy.DEFAULT.withResponses(responses -> responses.withStoredFields(fields)));
        endpoint.send(Head.keyed("k"), made);
        Response replayed = endpoint.send(Head.keyed("k"), text(500, "unreached"));
        assertDuplicate(replayed);
        return replayed;
    }
}
