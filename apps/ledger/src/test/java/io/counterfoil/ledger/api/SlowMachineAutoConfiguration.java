package io.counterfoil.ledger.api;

import io.counterfoil.http.request.BodyRate;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** A slow machine is not taken for a client that sends its body slowly. */
@AutoConfiguration
class SlowMachineAutoConfiguration {

    @Bean
    PolicyCustomizer slowBodies() {
        return policies -> policies.withHttp(policy -> policy.withBody(
                body -> body.withRate(BodyRate.of(Duration.ofHours(1), BodyRate.DEFAULT.bytesPerSecond()))));
    }
}
