package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.testkit.proxy.Intercepted;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Lease mode on a store that may lose acknowledged writes is rejected when the application starts. */
@Tag("BM-3")
@Tag("BM-4")
class LeaseStoreCheckTest {

    static class Losing {

        @Bean
        LeaseStore leaseStore() {
            LeaseStore store = new InMemoryStore(Clock.systemUTC());
            return Intercepted.of(
                    LeaseStore.class,
                    store,
                    call -> call.name().equals("lossOfWrites")
                            ? Optional.of("synchronous_commit is off: set it to on")
                            : call.proceed());
        }
    }

    @RestController
    static class Leased {

        @PostMapping("/leased")
        @Idempotent(mode = Mode.LEASE)
        String leased() {
            return "done";
        }
    }

    @Test
    void applicationInLeaseMode_isRefused_namingTheSettings() {
        StartUp.assertRefused(
                StartUp.of(Losing.class).withPropertyValues("counterfoil.mode=lease"),
                "synchronous_commit is off: set it to on",
                "counterfoil.lease.first-claim=trust-store");
    }

    @Test
    void endpointInLeaseMode_isRefused_too() {
        StartUp.assertRefused(StartUp.of(Losing.class, Leased.class), "synchronous_commit is off: set it to on");
    }

    @Test
    void transactionalMode_andTrustedStores_start() {
        StartUp.of(Losing.class).run(context -> assertThat(context).hasSingleBean(Idempotency.class));
        StartUp.of(Losing.class, Leased.class)
                .withPropertyValues("counterfoil.mode=lease", "counterfoil.lease.first-claim=trust-store")
                .run(context -> assertThat(context).hasSingleBean(Idempotency.class));
    }

    @Test
    void handlers_haveNoResolverToAsk() {
        StartUp.assertRefused(
                StartUp.of(Losing.class, Leased.class).withPropertyValues("counterfoil.lease.first-claim=ask-resolver"),
                "first-claim is ask-resolver",
                "check-store or trust-store");
    }
}
