package io.counterfoil.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.counterfoil.correlation.Correlation.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.MDC;
import org.slf4j.event.KeyValuePair;

/** How the id of the work changes, and what the log says of it. */
@Timeout(300)
class ChaptersTest {

    private static final CorrelationId ABCD = CorrelationId.parse("abcd");
    private static final CorrelationId OTHER = CorrelationId.parse("other.7");
    private static final CorrelationId FULL = CorrelationId.parse("a".repeat(64) + "." + "b".repeat(63));

    private CapturedLog log;

    @BeforeEach
    void listen() {
        log = CapturedLog.of(Correlation.class);
    }

    @AfterEach
    void nothingIsLeft() {
        log.close();
        assertThat(Correlation.current()).isEmpty();
        assertThat(MDC.get("corr_id")).isNull();
    }

    @Test
    @Tag("CO-1")
    void eachBegin_isAnotherUnitOfWork_andGivesTheWorkAroundItBack() {
        Scope around = Correlation.begin();
        try (around) {
            Scope within = Correlation.begin();
            try (within) {
                assertThat(Correlation.current()).isEqualTo(within.id()).isNotEqualTo(around.id());
                assertThat(MDC.get("corr_id")).isEqualTo(within.toString());
            }
            assertThat(Correlation.current()).isEqualTo(around.id());
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-4")
    void children_areCounted_andTheirParentsIdIsThePrefixOfAll() {
        Scope work = Correlation.open(ABCD);
        try (work) {
            assertThat(child()).isEqualTo("abcd.1");
            Scope second = Correlation.child();
            try (second) {
                assertThat(child()).isEqualTo("abcd.2.1");
                assertThat(child()).isEqualTo("abcd.2.2");
            }
            assertThat(child()).isEqualTo("abcd.3");
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-4")
    void childrenOfOneWork_areCountedOverAllItsThreads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<String>> children = new ArrayList<>();
        Scope work = Correlation.open(ABCD);
        try (work) {
            for (int i = 0; i < 200; i++) {
                children.add(pool.submit(Correlation.capture().wrap(ChaptersTest::child)));
            }
        } finally {
            pool.shutdown();
        }

        List<String> ids = new ArrayList<>();
        for (Future<String> child : children) {
            ids.add(child.get());
        }
        assertThat(ids).doesNotHaveDuplicates().hasSize(200).contains("abcd.1", "abcd.200");
    }

    @Test
    @Tag("CO-5")
    void extensions_needNoCount() {
        Scope work = Correlation.open(ABCD);
        try (work) {
            Scope one = Correlation.extend();
            String first = one.toString();
            one.close();
            Scope two = Correlation.extend(Extension.random(2, 0.01));
            String second = two.toString();
            two.close();

            assertThat(first).matches("abcd\\.[A-Za-z0-9_-]{4}");
            assertThat(second).matches("abcd\\.[A-Za-z0-9_-]{2}");
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-6")
    void replace_goesOnUnderAFreshId_andTiesTheChaptersByTwoLines() {
        Scope work = Correlation.open(ABCD);
        try (work) {
            Scope chapter = Correlation.replace();
            String fresh = chapter.toString();
            try (chapter) {
                assertThat(Correlation.current()).hasValue(CorrelationId.parse(fresh));
                assertThat(fresh).matches("[A-Za-z0-9_-]{16}");
            }
            assertThat(Correlation.current()).hasValue(ABCD);
            assertPair(0, "abcd", fresh);
            assertThat(log.lines()).hasSize(2);
        }
    }

    @Test
    @Tag("CO-6")
    void childOrExtension_withoutSpaceLeft_replacesTheParentsId() {
        Scope work = Correlation.open(FULL);
        try (work) {
            Scope child = Correlation.child();
            String first = child.toString();
            child.close();
            Scope extension = Correlation.extend();
            String second = extension.toString();
            extension.close();

            assertThat(first).hasSize(16);
            assertPair(0, FULL.value(), first);
            assertPair(2, FULL.value(), second);
            assertThat(log.lines()).hasSize(4);
        }
    }

    @Test
    @Tag("CO-6")
    void scopes_nestedDeeply_keepIdsWithinTheLimit() {
        List<Scope> scopes = new ArrayList<>();
        scopes.add(Correlation.begin());
        for (int depth = 0; depth < 500; depth++) {
            scopes.add(depth % 2 == 0 ? Correlation.child() : Correlation.extend());
            assertThat(MDC.get("corr_id")).hasSizeLessThanOrEqualTo(CorrelationId.maxLength());
        }
        for (int i = scopes.size() - 1; i >= 0; i--) {
            assertThat(Correlation.current()).isEqualTo(scopes.get(i).id());
            scopes.get(i).close();
        }
        assertThat(log.lines()).hasSizeGreaterThan(20).hasSizeLessThan(200);
    }

    @ParameterizedTest
    @Tag("CO-6")
    @CsvSource({"TRACE, INFO", "INFO, INFO", "WARN, WARN", "ERROR, ERROR"})
    void replacementLines_haveALevelThatTheThresholdPasses(String threshold, String level) {
        log.threshold(Level.toLevel(threshold));

        Correlation.replacing(ABCD);

        assertThat(log.lines()).hasSize(2).allMatch(line -> line.getLevel() == Level.toLevel(level));
    }

    @Test
    @Tag("CO-7")
    void combine_replacesAllIncomingIds_andLogsAPairEach() {
        Scope combined = Correlation.combine(List.of(ABCD, OTHER, ABCD));
        try (combined) {
            assertThat(Correlation.current()).isEqualTo(combined.id());
            assertPair(0, "abcd", combined.toString());
            assertPair(2, "other.7", combined.toString());
            assertThat(log.lines()).hasSize(4);
        }
    }

    @Test
    @Tag("CO-7")
    void combineOfNothing_isABegin() {
        Scope combined = Correlation.combine(List.of());
        try (combined) {
            assertThat(Correlation.current()).isPresent();
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-8")
    void adopt_replacesTheIdThatTheWorkBeganUnder_byTheIncomingOne() {
        Scope began = Correlation.begin();
        try (began) {
            Scope adopted = Correlation.adopt(OTHER);
            try (adopted) {
                assertThat(Correlation.current()).hasValue(OTHER);
                assertPair(0, began.toString(), "other.7");
            }
            assertThat(Correlation.current()).isEqualTo(began.id());
        }
        assertThat(log.lines()).hasSize(2);
    }

    @Test
    @Tag("CO-8")
    void adoptOfTheCurrentId_orWithoutOne_tellsNothing() {
        Scope first = Correlation.adopt(ABCD);
        try (first) {
            Scope again = Correlation.adopt(ABCD);
            try (again) {
                assertThat(Correlation.current()).hasValue(ABCD);
            }
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-8")
    void adoptOfAnIdWithinTheCurrentOne_tellsNothing() {
        Scope work = Correlation.open(ABCD);
        try (work) {
            Scope within = Correlation.adopt(CorrelationId.parse("abcd.7"));
            try (within) {
                assertThat(MDC.get("corr_id")).isEqualTo("abcd.7");
            }
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-12")
    void adoptExtended_givesEachProcessingOfOneIdAnExtensionOfItsOwn() {
        List<String> processings = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Scope processing = Correlation.adoptExtended(ABCD, Extension.DEFAULT);
            try (processing) {
                processings.add(MDC.get("corr_id"));
            }
        }
        assertThat(processings).doesNotHaveDuplicates().allMatch(id -> id.matches("abcd\\.[A-Za-z0-9_-]{4}"));
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-12")
    void adoptExtended_withinAnExtensionOfTheId_keepsThat() {
        Scope consumer = Correlation.adoptExtended(ABCD, Extension.DEFAULT);
        try (consumer) {
            Scope inbox = Correlation.adoptExtended(ABCD, Extension.DEFAULT);
            try (inbox) {
                assertThat(inbox.id()).isEqualTo(consumer.id());
            }
            assertThat(Correlation.current()).isEqualTo(consumer.id());
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-8")
    @Tag("CO-12")
    void adoptExtended_replacesTheCurrentId_untilItCloses() {
        Scope began = Correlation.begin();
        try (began) {
            Scope adopted = Correlation.adoptExtended(OTHER, Extension.DEFAULT);
            String id = adopted.toString();
            adopted.close();

            assertThat(id).startsWith("other.7.");
            assertPair(0, began.toString(), id);
            assertThat(Correlation.current()).isEqualTo(began.id());
        }
        assertThat(log.lines()).hasSize(2);
    }

    @Test
    @Tag("CO-6")
    @Tag("CO-12")
    void adoptExtended_withoutRoom_replacesTheIncomingId() {
        Scope adopted = Correlation.adoptExtended(FULL, Extension.DEFAULT);
        String id = adopted.toString();
        adopted.close();

        assertThat(id).hasSize(16);
        assertPair(0, FULL.value(), id);
        assertThat(log.lines()).hasSize(2);
    }

    @Test
    @Tag("CO-12")
    void outgoing_withinAScope_isANewExtensionEachTime() {
        Scope work = Correlation.open(ABCD);
        try (work) {
            CorrelationId first = Correlation.outgoing();
            CorrelationId second = Correlation.outgoing();

            assertThat(List.of(first, second))
                    .doesNotHaveDuplicates()
                    .allMatch(id -> id.parent().equals(Optional.of(ABCD)));
            assertThat(Correlation.current()).hasValue(ABCD);
        }
        assertThat(log.messages()).isEmpty();
    }

    @Test
    @Tag("CO-12")
    void outgoing_withoutAScope_isAFreshId() {
        assertThat(Correlation.outgoing().value()).hasSize(16);
        assertThat(log.messages()).isEmpty();
    }

    /** Neither the parts that have an id of their own, nor other threads, nor the hundredth item change the id of the loop. */
    @Test
    @Tag("CO-9")
    void iteration_keepsTheId_betweenItsPartsAndOnOtherThreads() throws Exception {
        List<Function<Integer, Scope>> parts = List.of(
                item -> Correlation.child(),
                item -> Correlation.extend(),
                item -> Correlation.replace(),
                item -> Correlation.adopt(OTHER),
                item -> Correlation.adoptExtended(OTHER, Extension.DEFAULT),
                item -> Correlation.combine(List.of(ABCD, OTHER)));
        ExecutorService pool = Correlation.propagating(Executors.newFixedThreadPool(2));
        List<Future<String>> elsewhere = new ArrayList<>();
        List<String> here = new ArrayList<>();
        Scope work = Correlation.open(ABCD);
        try (work) {
            for (int item = 0; item < 120; item++) {
                here.add(MDC.get("corr_id"));
                elsewhere.add(pool.submit(() -> MDC.get("corr_id")));
                parts.get(item % parts.size()).apply(item).close();
            }
        } finally {
            pool.shutdown();
        }

        assertThat(here).hasSize(120).containsOnly("abcd");
        for (Future<String> id : elsewhere) {
            assertThat(id.get()).isEqualTo("abcd");
        }
    }

    @Test
    @Tag("CO-1")
    void withoutAParent_eachOfThemBeginsAUnitOfWork() {
        List<Scope> begun = new ArrayList<>();
        for (Supplier<Scope> way :
                List.<Supplier<Scope>>of(Correlation::child, Correlation::extend, Correlation::replace)) {
            Scope scope = way.get();
            begun.add(scope);
            scope.close();
        }
        assertThat(begun).allMatch(scope -> scope.toString().length() == 16);
        assertThat(log.messages()).isEmpty();
    }

    @Test
    void throwingListener_seesScopesAndReplacements_andIsLogged() {
        List<String> events = new ArrayList<>();
        Correlation.Listener listener = new Correlation.Listener() {
            @Override
            public void opened(CorrelationId id) {
                events.add("opened " + id);
                throw new IllegalStateException("no span");
            }

            @Override
            public void replaced(CorrelationId old, CorrelationId next) {
                events.add("replaced " + old);
            }
        };
        Correlation.addListener(listener);
        try {
            Scope work = Correlation.open(ABCD);
            try (work) {
                Correlation.replace().close();
            }
        } finally {
            Correlation.removeListener(listener);
        }
        Correlation.begin().close();

        assertThat(events).hasSize(3).startsWith("opened abcd", "replaced abcd");
        assertThat(events.get(2)).startsWith("opened ").isNotEqualTo("opened abcd");
        assertThat(log.lines())
                .anyMatch(line -> line.getFormattedMessage().startsWith("A correlation listener failed"));
    }

    @Test
    @Tag("CO-2")
    void snapshot_goesOnWithTheWorkAnywhere_alsoWithNone() {
        Snapshot none = Correlation.capture();
        Snapshot some;
        Scope work = Correlation.open(ABCD);
        try (work) {
            some = Correlation.capture();
            Scope nothing = none.open();
            try (nothing) {
                assertThat(Correlation.current()).isEmpty();
                assertThat(MDC.get("corr_id")).isNull();
                assertThat(nothing.id()).isEmpty();
            }
        }

        assertThat(some.id()).hasValue(ABCD);
        assertThat(none.id()).isEqualTo(Optional.empty());
        some.wrap((Runnable) () -> assertThat(Correlation.current()).hasValue(ABCD))
                .run();
    }

    private static String child() {
        Scope child = Correlation.child();
        try (child) {
            return child.toString();
        }
    }

    private void assertPair(int at, String old, String next) {
        ILoggingEvent replacing = log.lines().get(at);
        ILoggingEvent replaced = log.lines().get(at + 1);
        assertThat(log.messages().subList(at, at + 2))
                .containsExactly(
                        "%s: Replacing correlation id [corr_id=%s] [new_corr_id=%s]".formatted(old, old, next),
                        "%s: Replaced correlation id [corr_id=%s] [old_corr_id=%s]".formatted(next, next, old));
        assertThat(replacing.getKeyValuePairs()).containsExactly(new KeyValuePair("new_corr_id", next));
        assertThat(replaced.getKeyValuePairs()).containsExactly(new KeyValuePair("old_corr_id", old));
    }
}
