package io.counterfoil.transparency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * A first execution under a key cannot be told from one without: each shape of a handler is executed without a key, with
 * a key and with that key again, on every database, under each transaction manager.
 */
@Tag("RQ-22")
class TransparencyContractTest {

    private static final SortedSet<String> SHAPES = Collections.synchronizedSortedSet(new TreeSet<>());

    @TestFactory
    Stream<DynamicTest> shapes_onPostgresqlWithJdbc_areTheSameWithAKey() {
        return shapes(Engine.POSTGRESQL, Kind.JDBC);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onPostgresqlWithJpa_areTheSameWithAKey() {
        return shapes(Engine.POSTGRESQL, Kind.JPA);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onPostgresqlWithJpaOutOfView_areTheSameWithAKey() {
        return shapes(Engine.POSTGRESQL, Kind.JPA_OUT_OF_VIEW);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onPostgresqlWithSecurity_areTheSameWithAKey() {
        return shapes(Engine.POSTGRESQL, Kind.SECURED);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onMariaDbWithJdbc_areTheSameWithAKey() {
        return shapes(Engine.MARIADB, Kind.JDBC);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onMariaDbWithJpa_areTheSameWithAKey() {
        return shapes(Engine.MARIADB, Kind.JPA);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onH2WithJdbc_areTheSameWithAKey() {
        return shapes(Engine.H2, Kind.JDBC);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onH2WithJpa_areTheSameWithAKey() {
        return shapes(Engine.H2, Kind.JPA);
    }

    @TestFactory
    Stream<DynamicTest> shapes_onH2WithSecurity_areTheSameWithAKey() {
        return shapes(Engine.H2, Kind.SECURED);
    }

    @AfterAll
    static void count() {
        System.out.println("Shapes of handlers that were compared: " + SHAPES.size());
    }

    private static Stream<DynamicTest> shapes(Engine engine, Kind kind) {
        RunningApplication application = RunningApplication.start(engine, kind);
        List<HandlerShape> shapes = application.shapes();
        assertThat(shapes).isNotEmpty();
        return shapes.stream()
                .map(shape -> DynamicTest.dynamicTest("%s [%s, %s]".formatted(shape.name(), engine, kind), () -> {
                    SHAPES.add(shape.name());
                    application.compare(shape);
                }))
                .onClose(application::close);
    }
}
