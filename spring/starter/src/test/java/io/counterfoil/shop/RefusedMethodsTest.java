package io.counterfoil.shop;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.OncePerKey;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be said of a method is refused when the application starts. */
@Timeout(600)
class RefusedMethodsTest {

    static class Fine {
        @OncePerKey(key = "#id")
        public void call(String id) {}
    }

    static class NoSuchArgument {
        @OncePerKey(key = "#command.id")
        public void call(String id) {}
    }

    static class NoExpression {
        @OncePerKey(key = "#id +")
        public void call(String id) {}
    }

    static class OfRequests {
        @Idempotent
        public void call(String id) {}
    }

    static class Final {
        @OncePerKey(key = "#id")
        public final void call(String id) {}
    }

    static class Later {
        @OncePerKey(key = "#id")
        public CompletableFuture<String> call(String id) {
            return CompletableFuture.completedFuture(id);
        }
    }

    static class Leased {
        @OncePerKey(key = "#id", leaseDuration = "5s")
        public void call(String id) {}
    }

    static class LeasedAsByDefault {
        @OncePerKey(key = "#id", leaseDuration = "30s")
        public void call(String id) {}
    }

    static class LimitedLease {
        @OncePerKey(key = "#id", mode = Mode.LEASE, executionTime = "5s")
        public void call(String id) {}
    }

    static class Unreadable {
        @OncePerKey(key = "#id", maxStored = "much")
        public void call(String id) {}
    }

    interface Shape {}

    static final class TwoWays {
        TwoWays(String one, int two) {}

        TwoWays(int one, String two) {}
    }

    record Drawing(String name, List<Optional<Shape>> shapes) {}

    abstract static class Generic<T> {
        @OncePerKey(key = "#id")
        public T call(String id) {
            throw new UnsupportedOperationException(id);
        }
    }

    static class AbstractResult extends Generic<Shape> {}

    static class StreamOfResults {
        @OncePerKey(key = "#id")
        public Stream<String> call(String id) {
            return Stream.of(id);
        }
    }

    static class OpenResult {
        @OncePerKey(key = "#id")
        public InputStream call(String id) {
            return InputStream.nullInputStream();
        }
    }

    static class ResultWithoutCreator {
        @OncePerKey(key = "#id")
        public Map<String, TwoWays> call(String id) {
            return Map.of();
        }
    }

    static class AbstractWithin {
        @OncePerKey(key = "#id")
        public Drawing call(String id) {
            return new Drawing(id, List.of());
        }
    }

    static class WildcardResult {
        @OncePerKey(key = "#id")
        public List<? extends Shape> call(String id) {
            return List.of();
        }
    }

    @Idempotent
    static class OnTheClass {
        public void call(String id) {}
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments(NoSuchArgument.class, "key names #command, and there are #id, #p0, #a0"),
                arguments(NoExpression.class, "key is not a valid expression"),
                arguments(OfRequests.class, "use @OncePerKey on its methods"),
                arguments(Final.class, "private, final or static"),
                arguments(Later.class, "returns CompletableFuture"),
                arguments(Leased.class, "which has no leases"),
                arguments(LeasedAsByDefault.class, "which has no leases"),
                arguments(LimitedLease.class, "where lease.duration is the limit"),
                arguments(Unreadable.class, "maxStored must be a size"),
                arguments(AbstractResult.class, "Shape is abstract, and does not say which class to create"),
                arguments(StreamOfResults.class, "Stream<java.lang.String> is abstract"),
                arguments(OpenResult.class, "InputStream is abstract"),
                arguments(ResultWithoutCreator.class, "TwoWays has no constructor or factory method"),
                arguments(AbstractWithin.class, "its property shapes: "),
                arguments(WildcardResult.class, "Shape is abstract"),
                arguments(OnTheClass.class, "is not a controller"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotBe_isRefused_byNameAndReason(Class<?> service, String reason) {
        StartUp.assertRefused(StartUp.of(service), service.getSimpleName(), reason);
    }

    @Test
    void withoutAStore_isRefused() {
        StartUp.assertRefused(
                StartUp.whole(Fine.class)
                        .withPropertyValues(
                                "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                                "counterfoil.guard=none"),
                "Fine.call",
                "no data source");
    }
}
