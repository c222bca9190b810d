package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ledger.access.WritersCommand;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.keys.LedgerKeys;
import io.counterfoil.ledger.launch.Serve;
import io.counterfoil.testkit.database.Database;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** A service that asks for API keys: a client shares its ledger with another one by name. */
@Timeout(300)
@Tag("RQ-5")
@Tag("LG-2")
class WritersTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.guarded();

    private final Api api = SERVICE.api();
    private final String access = "enterprise-access /&? " + Api.fresh();
    private final String ofSubsidy = ApiKeyTest.keyOf(SERVICE, "enterprise-subsidy " + Api.fresh());
    private final String ofAccess = ApiKeyTest.keyOf(SERVICE, access);
    private final String ofStranger = ApiKeyTest.keyOf(SERVICE, "stranger " + Api.fresh());
    private final String ledger = opened();

    private String opened() {
        return api.post(
                        "/v1/ledgers",
                        "idempotency_key",
                        LedgerKeys.ledger(UUID.randomUUID()).value(),
                        "unit",
                        "usd_cents",
                        "initial_deposit",
                        100)
                .apiKey(ofSubsidy)
                .created()
                .id();
    }

    private Call redeem(String apiKey) {
        return api.post(
                        "/v1/ledgers/" + ledger + "/redemptions",
                        "quantity",
                        -10,
                        "lms_user_id",
                        4711,
                        "content_key",
                        "course-v1:edX+DemoX",
                        "subsidy_access_policy_uuid",
                        "6f1c2f0e-2f4b-4a53-9a1e-5f0f4f0c9a11")
                .apiKey(apiKey);
    }

    private Call writers(String method, String client) {
        return writers(method, client, ofSubsidy);
    }

    private Call writers(String method, String client, String apiKey) {
        return api.call(
                        method,
                        "/v1/ledgers/" + ledger + "/writers?client="
                                + URLEncoder.encode(client, StandardCharsets.UTF_8))
                .apiKey(apiKey);
    }

    private static List<String> names(Reply reply) {
        List<String> names = new ArrayList<>();
        reply.json().get("writers").forEach(name -> names.add(name.stringValue()));
        return names;
    }

    private long balance() {
        return api.get("/v1/ledgers/" + ledger)
                .apiKey(ofStranger)
                .ok()
                .json()
                .get("balance")
                .longValue();
    }

    @Test
    @Tag("LG-7")
    void writer_redeems_andTheOwnersRetryIsItsDuplicate() {
        assertThat(names(writers("PUT", access).ok())).containsExactly(access);
        assertThat(names(writers("PUT", access).ok())).containsExactly(access);

        Reply first = redeem(ofAccess).created().isOriginal();

        assertThat(redeem(ofSubsidy).created().isReplayed().bytes()).isEqualTo(first.bytes());
        redeem(ofStranger).refused(403, "ledger:not-the-owner");
        assertThat(balance()).isEqualTo(90);
        String key = "admin-invoked-reverse-" + first.json().get("uuid").stringValue();
        api.on(first.id(), "reversal", key).apiKey(ofAccess).created();
        assertThat(balance()).isEqualTo(100);
    }

    @Test
    void knownKey_ofAClientThatMayNotWrite_isRefusedLikeANewOne() {
        String key = Api.fresh();
        Reply posted = api.transaction(ledger, key, -1).apiKey(ofSubsidy).created();

        Reply known = api.transaction(ledger, key, -1).apiKey(ofStranger).refused(403, "ledger:not-the-owner");
        Reply unknown =
                api.transaction(ledger, Api.fresh(), -2).apiKey(ofStranger).refused(403, "ledger:not-the-owner");

        assertThat(known.bytes()).isEqualTo(unknown.bytes());
        assertThat(known.text()).doesNotContain(posted.id(), "enterprise");
        assertThat(balance()).isEqualTo(99);
    }

    @Test
    void removedWriter_writesNoMore() {
        writers("PUT", access).ok();
        redeem(ofAccess).created();

        assertThat(names(writers("DELETE", access).ok())).isEmpty();
        assertThat(names(writers("DELETE", access).ok())).isEmpty();

        redeem(ofAccess).refused(403, "ledger:not-the-owner");
    }

    @Test
    void writer_changesNeitherTheLedgerNorItsWriters() {
        writers("PUT", access).ok();

        writers("PUT", "mallory", ofAccess).refused(403, "ledger:not-the-owner");
        writers("DELETE", access, ofAccess).refused(403, "ledger:not-the-owner");
        api.delete("/v1/ledgers/" + ledger).apiKey(ofAccess).refused(403, "ledger:not-the-owner");
        api.post(
                        "/v1/ledgers/" + ledger + "/metadata",
                        "command_id",
                        CommandId.next().text())
                .apiKey(ofAccess)
                .refused(403, "ledger:not-the-owner");
        assertThat(names(api.get("/v1/ledgers/" + ledger + "/writers")
                        .apiKey(ofAccess)
                        .ok()))
                .containsExactly(access);
    }

    @Test
    void writers_haveAMost_andNamesOfClients() {
        writers("PUT", "").refused(400, "ledger:invalid-request", "client");
        writers("PUT", "a\nb").refused(400, "ledger:invalid-request", "client");
        api.call("PUT", "/v1/ledgers/" + LedgerId.next() + "/writers?client=x")
                .apiKey(ofSubsidy)
                .refused(404, "ledger:not-found", "id");
        for (int i = 0; i < 100; i++) {
            writers("PUT", "client " + i).ok();
        }
        writers("PUT", "client 99").ok();
        writers("PUT", access).refused(400, "ledger:invalid-request", "client");
        assertThat(failed(1, ledger, "--add", access)).contains("a ledger has at most 100 writers");
        assertThat(command(ledger, "--remove", "client 99", "--add", access)).contains(access);
    }

    @Test
    void commandLine_addsRemovesAndLists() {
        assertThat(command(ledger, "--add", access, "--add", "other"))
                .hasSize(3)
                .endsWith(access, "other");
        redeem(ofAccess).created();
        assertThat(command(ledger, "--remove", access)).hasSize(2).endsWith("other");
        redeem(ofAccess).refused(403, "ledger:not-the-owner");
        assertThat(failed(1, LedgerId.next().text())).contains("there is no ledger ldg_");
        assertThat(failed(2, "x")).contains("LEDGER must be a ledger's ID, ldg_...");
    }

    private static List<String> command(String... arguments) {
        StringWriter out = new StringWriter();
        assertThat(program(arguments, out, new StringWriter())).isZero();
        return out.toString().lines().toList();
    }

    private static String failed(int exitCode, String... arguments) {
        StringWriter err = new StringWriter();
        assertThat(program(arguments, new StringWriter(), err)).isEqualTo(exitCode);
        return err.toString();
    }

    private static int program(String[] arguments, StringWriter out, StringWriter err) {
        Database database = SERVICE.running().database();
        List<String> all = new ArrayList<>(List.of("writers"));
        all.addAll(List.of(arguments));
        all.addAll(List.of(
                "--database-url",
                "%s?user=%s&password=%s".formatted(database.jdbcUrl(), database.user(), database.password())));
        CommandLine program = Serve.commandLine(new WritersCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        return program.execute(all.toArray(String[]::new));
    }
}
