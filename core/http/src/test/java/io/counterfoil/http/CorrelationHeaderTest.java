package io.counterfoil.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.CorrelationHeader;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
@Tag("CO-3")
class CorrelationHeaderTest {

    private static final CorrelationId WORK = CorrelationId.parse("abcd.1");

    private final CorrelationHeader header = CorrelationHeader.of(HeaderNames.DEFAULT);

    @Test
    @Tag("CO-5")
    void request_carriesAnExtensionOfItsOwn_inPlaceOfOneItHad() throws Exception {
        try (ScriptedServer server =
                ScriptedServer.replying(ScriptedReply.of(200, "first"), ScriptedReply.of(200, "second"))) {
            HttpRequest.Builder request = HttpRequest.newBuilder(server.uri());

            CorrelationId first = under(WORK, () -> header.writeTo(request));
            HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding());
            CorrelationId second = under(WORK, () -> header.writeTo(request));
            HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding());

            assertThat(server.seen())
                    .extracting(seen -> seen.header("Correlation-Id"))
                    .containsExactly(first.value(), second.value());
            assertThat(first.value()).matches("abcd\\.1\\.[A-Za-z0-9_-]{4}");
            assertThat(second.isDescendantOf(WORK)).isTrue();
            assertThat(second).isNotEqualTo(first);
        }
    }

    @Test
    @Tag("CO-5")
    void message_carriesAnExtensionOfItsOwn_andIsReadAgain() {
        Map<String, Object> properties = new HashMap<>();

        CorrelationId sent = under(WORK, () -> header.writeTo(properties::put));

        assertThat(properties).containsOnly(Map.entry("Correlation-Id", sent.value()));
        assertThat(sent.parent()).contains(WORK);
        assertThat(header.readFrom(name -> (String) properties.get(name))).isEqualTo(sent);
    }

    @Test
    @Tag("CO-6")
    void idWithNoRoomForAnExtension_isReplaced() {
        CorrelationId full = CorrelationId.parse("a".repeat(63) + "." + "b".repeat(64));
        Map<String, String> properties = new HashMap<>();

        CorrelationId sent = under(full, () -> header.writeTo(properties::put));

        assertThat(sent.value()).matches("[A-Za-z0-9_-]{16}");
        assertThat(properties).containsEntry("Correlation-Id", sent.value());
    }

    @Test
    void outsideAllWork_theIdIsFresh_andNoneIsCurrentAfterwards() {
        Map<String, String> properties = new HashMap<>();

        CorrelationId sent = header.writeTo(properties::put);

        assertThat(properties).containsEntry("Correlation-Id", sent.value());
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void nameOfTheHeader_isThatOfTheNames() {
        HeaderNames names = new HeaderNames("k", "a", "r", "fr", "fa", "c", "s", "X-Story");
        Map<String, String> properties = new HashMap<>();

        CorrelationHeader.of(names).writeTo(properties::put);

        assertThat(properties).containsOnlyKeys("X-Story");
    }

    @Test
    @Tag("CO-10")
    void idThatCannotBeTrusted_andAnAbsentOne_giveWayToFreshOnes() {
        assertThat(header.readFrom(name -> "abcd\nforged").value()).matches("[A-Za-z0-9_-]{16}");
        assertThat(header.readFrom(name -> null).value()).matches("[A-Za-z0-9_-]{16}");
    }

    private static CorrelationId under(CorrelationId work, Supplier<CorrelationId> task) {
        Correlation.Scope scope = Correlation.open(work);
        try (scope) {
            return task.get();
        }
    }
}
