package io.counterfoil.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.IdType;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Invalid ids in applications that have chosen otherwise. */
@Tag("TI-6")
@Timeout(600)
class TypedIdAnswersTest {

    private final AccountId account = IdType.of(AccountId.class).next();

    @RestControllerAdvice
    static class OwnAnswers {

        @ExceptionHandler
        ResponseEntity<String> mismatch(MethodArgumentTypeMismatchException mismatch) {
            return ResponseEntity.status(418).body("bank: " + mismatch.getName());
        }
    }

    @Test
    void problemDetailsOfBoot_haveTheReasonToo_andKeepTheirOwn() throws Exception {
        try (Bank bank = Bank.open(List.of(), "--spring.mvc.problemdetails.enabled=true")) {
            HttpResponse<String> invalid = bank.get("/accounts/x");
            HttpResponse<String> nested = bank.post("/transfers", "application/json", "{\"limits\":{\"x\":1}}");
            HttpResponse<String> missing = bank.get("/head");

            assertThat(invalid.statusCode()).isEqualTo(400);
            assertThat(invalid.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(invalid.body())
                    .contains("\"type\":\"urn:counterfoil:problem:invalid-id\"")
                    .contains("\"detail\":\"id: \\\"x\\\" is not a typed ID")
                    .contains("\"instance\":\"/accounts/x\"")
                    .contains("\"field\":\"id\"");
            assertThat(nested.body()).contains("\"field\":\"limits");
            assertThat(missing.statusCode()).isEqualTo(400);
            assertThat(missing.body())
                    .contains("Required header 'X-Session' is not present")
                    .doesNotContain("urn:counterfoil");
        }
    }

    @Test
    void answerOfTheApplication_comesFirst() throws Exception {
        try (Bank bank = Bank.open(List.of(OwnAnswers.class))) {
            HttpResponse<String> answer = bank.get("/accounts/x");

            assertThat(answer.statusCode()).isEqualTo(418);
            assertThat(answer.body()).isEqualTo("bank: id");
        }
    }

    @Nested
    class WithJackson2AndWithoutTypes {

        private static Bank bank;

        @BeforeAll
        static void open() {
            bank = Bank.open(List.of(), "--spring.http.converters.preferred-json-mapper=jackson2");
        }

        @AfterAll
        static void close() {
            bank.close();
        }

        @Test
        void parameterOfAnyKind_isAFaultOfTheServer() throws Exception {
            assertThat(bank.get("/any/" + account.text()).statusCode()).isEqualTo(500);
            assertThat(bank.get("/accounts/" + account.text()).statusCode()).isEqualTo(200);
        }

        @Test
        void bodies_areReadAndWritten_andThePathIsNamed() throws Exception {
            String transfer = "{\"from\":\"%s\",\"to\":[],\"limits\":{\"%s\":100},\"session\":null,\"subject\":null}"
                    .formatted(account.text(), account.text());

            assertThat(bank.bean(com.fasterxml.jackson.databind.ObjectMapper.class)
                            .getRegisteredModuleIds())
                    .contains("io.counterfoil.jackson2.TypedIdJackson2Module");
            assertThat(bank.post("/transfers", "application/json", transfer).body())
                    .isEqualTo(transfer);
            assertThat(bank.post("/transfers", "application/json", "{\"to\":[\"x\"]}")
                            .body())
                    .endsWith("\"field\":\"to[0]\"}");
        }
    }
}
