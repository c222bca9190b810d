package io.counterfoil.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.IdTypes;
import io.counterfoil.ids.generator.ObjectId;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;

/** Ids in requests and responses of a running application that was told nothing but which types there are. */
@Tag("TI-6")
@Timeout(600)
class TypedIdWebTest {

    private static final AccountId HOUSE = IdType.of(AccountId.class).next();
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";

    private static Bank bank;

    private final AccountId account = IdType.of(AccountId.class).next();
    private final AccountId other = IdType.of(AccountId.class).next();
    private final SessionId session = IdType.of(SessionId.class).next();

    static class Types {

        @Bean
        IdTypes idTypes() {
            return IdTypes.of(AccountId.class, SessionId.class, EventId.class, PageId.class);
        }
    }

    @BeforeAll
    static void open() {
        bank = Bank.open(List.of(Types.class), "--bank.house=" + HOUSE.text());
    }

    @AfterAll
    static void close() {
        bank.close();
    }

    @Test
    void pathVariable_isTheId() throws Exception {
        HttpResponse<String> answer = bank.get("/accounts/" + account.text());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("account " + account.value());
    }

    @Test
    @Tag("TI-3")
    void pathVariable_inAnotherCaseOrAsTheUuid_isTheId() throws Exception {
        for (String text : List.of(
                account.text().toUpperCase(Locale.ROOT),
                account.value().toString(),
                account.value().toString().toUpperCase(Locale.ROOT))) {
            assertThat(bank.get("/accounts/" + text).body()).isEqualTo("account " + account.value());
        }
    }

    @Test
    void requestParameters_areIds_oneOrMany_orNone() throws Exception {
        assertThat(bank.get("/search?account=%s&account=%s&session=%s"
                                .formatted(account.text(), other.text(), session.text()))
                        .body())
                .isEqualTo("[%s, %s] %s".formatted(account.value(), other.value(), session.value()));
        assertThat(bank.get("/search?account=%s,%s".formatted(account.text(), other.text()))
                        .body())
                .isEqualTo("[%s, %s] none".formatted(account.value(), other.value()));
    }

    @Test
    void headerFieldAndFormField_areIds() throws Exception {
        assertThat(bank.get("/head", "X-Session", session.text()).body()).isEqualTo("session " + session.value());
        assertThat(bank.post("/form", FORM, "from=%s&session=%s".formatted(account.text(), session.text()))
                        .body())
                .isEqualTo(account.value() + " " + session.value());
    }

    @Test
    void linksOfSpringMvc_holdTheText() throws Exception {
        assertThat(bank.get("/links/%s?session=%s".formatted(account.text(), session.text()))
                        .body())
                .isEqualTo("%s/accounts/%s %s/search?account=%s&account=%s&session=%s"
                        .formatted(
                                bank.origin(),
                                account.text(),
                                bank.origin(),
                                account.text(),
                                account.text(),
                                session.text()));
    }

    @Test
    void jsonBody_holdsTheText_asValueElementAndKey() throws Exception {
        String transfer =
                "{\"from\":\"%s\",\"to\":[\"%s\"],\"limits\":{\"%s\":100},\"session\":null,\"subject\":\"%s\"}"
                        .formatted(account.text(), other.text(), account.text(), session.text());

        HttpResponse<String> answer = bank.post("/transfers", JSON, transfer);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(transfer);
    }

    @Test
    @Tag("TI-5")
    void parameterOfAnyKind_isOfTheTypeItsPrefixNames() throws Exception {
        assertThat(bank.get("/any/" + account.text()).body()).isEqualTo("AccountId");
        assertThat(bank.get("/any/" + session.text()).body()).isEqualTo("SessionId");
        assertRefused(
                bank.get("/any/order_1"),
                "id: prefix \\\"order\\\" is not one of the known prefixes [acct, evt, page, sess, sheet]",
                "id");
    }

    /** The values are those of the tutorial on identifiers. */
    @ParameterizedTest
    @CsvSource({
        "evt_1ftjbusjplqtd, page_2ey8c8drg2h00i6v08a",
        "6820698575169822721, sheet_2ey8c8drg2h00i6v08a",
        "evt_1ftjbusjplqtd, PAGE_2EY8C8DRG2H00I6V08A"
    })
    @Tag("TI-3")
    @Tag("TI-9")
    void idsOverOtherValues_areReadInEachTextThatTheirTypesDeclare(String event, String page) throws Exception {
        assertThat(bank.get("/events/%s?page=%s".formatted(event, page)).body())
                .isEqualTo("6820698575169822721 507f191e810c19729de860ea");
    }

    @Test
    @Tag("TI-9")
    void idsOverOtherValues_areOfTheTypeTheirPrefixNames_orRefused() throws Exception {
        String transfer = "{\"from\":null,\"to\":null,\"limits\":null,\"session\":null,\"subject\":\"%s\"}";

        assertThat(bank.get("/any/sheet_2ey8c8drg2h00i6v08a").body()).isEqualTo("PageId");
        assertThat(bank.post("/transfers", JSON, transfer.formatted("sheet_2ey8c8drg2h00i6v08a"))
                        .body())
                .isEqualTo(transfer.formatted("page_2ey8c8drg2h00i6v08a"));
        assertRefused(
                bank.get("/events/page_1ftjbusjplqtd?page=page_2ey8c8drg2h00i6v08a"),
                "id: an id with prefix \\\"evt\\\" (EventId) expected, found prefix \\\"page\\\"",
                "id");
    }

    @Test
    void objectId_isReadAndWritten_orRefused() throws Exception {
        ObjectId document = ObjectId.next();

        assertThat(bank.get("/documents/" + document).body()).isEqualTo("\"%s\"".formatted(document));
        assertRefused(bank.get("/documents/x"), "id: ", "id");
    }

    @Test
    void configurationProperty_isAnId() throws Exception {
        assertThat(bank.get("/house").body()).isEqualTo(HOUSE.text());
    }

    @Test
    void anotherTypesId_isRefused_byTheNameOfTheVariable() throws Exception {
        assertRefused(
                bank.get("/accounts/" + session.text()),
                "id: an id with prefix \\\"acct\\\" (AccountId) expected, found prefix \\\"sess\\\"",
                "id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "acct_", "x", "%3Cscript%3E", "null"})
    void otherText_isRefused_byTheNameOfTheParameter(String text) throws Exception {
        assertRefused(
                bank.get("/search?account=%s&session=%s".formatted(account.text(), text)), "session: ", "session");
    }

    @Test
    void oneBadIdOfMany_isRefused_byTheNameOfTheParameter() throws Exception {
        assertRefused(bank.get("/search?account=%s,x".formatted(account.text())), "account: ", "account");
    }

    @Test
    void headerField_isRefused_byItsName() throws Exception {
        assertRefused(bank.get("/head", "X-Session", account.text()), "X-Session: ", "X-Session");
    }

    @Test
    void formField_isRefused_byItsName() throws Exception {
        assertRefused(bank.post("/form", FORM, "from=" + session.text()), "from: ", "from");
    }

    @Test
    void jsonBody_isRefused_byThePathWithin() throws Exception {
        assertRefused(
                bank.post("/transfers", JSON, "{\"to\":[\"%s\",\"x\"]}".formatted(account.text())),
                "to[1]: \\\"x\\\" is not a typed ID",
                "to[1]");
    }

    @Test
    void clientThatWantsAPage_getsTheErrorPage() throws Exception {
        HttpResponse<String> answer = bank.get("/accounts/x", "Accept", "text/html,*/*;q=0.8");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    }

    @Test
    void invalidIdOfTheServersOwn_isNotTheClientsFault() throws Exception {
        assertThat(bank.get("/corrupt").statusCode()).isEqualTo(500);
    }

    @Test
    void classWithoutPrefix_isAFaultOfTheServer() throws Exception {
        assertThat(bank.get("/undefined/" + account.text()).statusCode()).isEqualTo(500);
    }

    @Test
    void otherBadRequests_areAnsweredAsEver() throws Exception {
        HttpResponse<String> answer = bank.post("/transfers", JSON, "{\"from\":");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).doesNotContain("urn:counterfoil");
    }

    private static void assertRefused(HttpResponse<String> answer, String detail, String field) {
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body())
                .startsWith("{\"type\":\"urn:counterfoil:problem:invalid-id\",\"title\":\"Invalid id\",\"status\":400,")
                .contains("\"detail\":\"" + detail)
                .endsWith("\"field\":\"" + field + "\"}")
                .doesNotContain("io.counterfoil", "Exception");
    }
}
