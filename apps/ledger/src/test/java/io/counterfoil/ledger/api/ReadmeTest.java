package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The request and its retry in the ledger's README: what is shown there of the responses is what the service answers. */
@Timeout(300)
@Tag("LG-5")
class ReadmeTest {

    private static final Pattern REQUEST = Pattern.compile("localhost:8080(\\S+) .*?-d '(\\{.*?})'", Pattern.DOTALL);
    private static final Pattern RESPONSE =
            Pattern.compile("^HTTP/1.1 201\n((?:Idempotency-.*\n)+)(\\{.*})$", Pattern.MULTILINE);

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    @Test
    void responsesOfTheReadme_areThoseOfTheService() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        MatchResult request = REQUEST.matcher(readme).results().findFirst().orElseThrow();
        Call call = SERVICE.api()
                .call("POST", request.group(1))
                .body(request.group(2).replace("my-ledger", Api.fresh()))
                .key("\"" + Api.fresh() + "\"")
                .attempt("1");
        List<MatchResult> responses = RESPONSE.matcher(readme).results().toList();

        assertThat(responses).hasSize(2);
        for (MatchResult shown : responses) {
            Reply reply = call.created();
            assertThat(namesOf(reply)).containsExactlyElementsOf(names(shown.group(1)));
            assertThat(reply.json().propertyNames())
                    .containsExactlyElementsOf(Bodies.read(shown.group(2).getBytes(StandardCharsets.UTF_8))
                            .propertyNames());
        }
    }

    private static List<String> namesOf(Reply reply) {
        return reply.response().headers().map().keySet().stream()
                .filter(name -> name.startsWith("idempotency-"))
                .sorted()
                .toList();
    }

    private static List<String> names(String header) {
        return header.lines()
                .map(line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
    }
}
