package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What the test in docs/guides/spring.md of an application's own handlers finds; it is compiled as printed with the documents. */
@Timeout(600)
class HandlerTestGuideTest {

    /** An attempt on a busy machine may take longer than the default allows. */
    private static final RetryPolicy PATIENT =
            RetryPolicy.DEFAULT.withBudget(Duration.ofMinutes(4)).withAttemptTimeout(Duration.ofMinutes(4));

    @RestController
    static class Transfers {

        private final Sales sales;

        Transfers(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/v1/transfers")
        @ResponseStatus(HttpStatus.CREATED)
        String transfer() {
            return "transfer " + sales.sell("transfer");
        }
    }

    @Test
    void transfer_whoseAnswersAreLost_isMadeOnce() throws Exception {
        try (Shop shop = Shop.open(List.of(Transfers.class, Sales.class))) {
            int port = URI.create(shop.origin()).getPort();
            FaultPlan lost = FaultPlan.scripted(Fault.loseRequest(), Fault.loseResponse(), Fault.loseResponse());
            try (FaultyChannel network = FaultyChannel.open("127.0.0.1", port, lost)) {
                IdempotentClient client =
                        IdempotentClient.builder().retryPolicy(PATIENT).build();

                Answer answer = client.send(RetryableRequest.post(network.uri("/v1/transfers"))
                        .json("{\"amount\": 5}")
                        .build());

                assertThat(answer.status()).isEqualTo(201);
                assertThat(answer.replayed()).isTrue();
            }
            assertThat(shop.sales("transfer")).isEqualTo(1);
        }
    }
}
