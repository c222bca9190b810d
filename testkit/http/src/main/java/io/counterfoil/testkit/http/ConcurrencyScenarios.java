package io.counterfoil.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.ProblemTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Duplicates of a request that is in progress. */
abstract class ConcurrencyScenarios extends ConnectionScenarios {

    ConcurrencyScenarios() {}

    @Test
    @Tag("RQ-12")
    void twentyConcurrentRequests_haveOneEffect_andEqualResponses() throws Exception {
        guard(guarding(POLICY, PATIENT));
        String path = freshPath();
        String key = fresh();

        List<Answer> answers = all(IntStream.range(0, 20)
                .mapToObj(i -> posting(path, "body", KEY, key, ATTEMPT, "" + i))
                .toList());

        assertThat(effects(path)).isEqualTo(1);
        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers.stream().map(Answer::text).distinct()).hasSize(1);
        assertThat(answers.stream().map(answer -> answer.header(REPLAYED).orElseThrow()))
                .containsOnlyOnce("false");
        assertThat(answers.stream().map(answer -> answer.header(ATTEMPT).orElseThrow()))
                .as("each response has its own attempt")
                .doesNotHaveDuplicates();
    }

    @Test
    @Tag("RQ-12")
    void duplicate_waitsForItsOriginal_andGetsItsResponse() throws Exception {
        Waiters waiters = waiting();
        Gate gate = holding();
        String path = freshPath();
        String key = fresh();

        CompletableFuture<Answer> first = posting(path, "body", KEY, key);
        gate.awaitReached();
        List<CompletableFuture<Answer>> duplicates =
                List.of(posting(path, "body", KEY, key), posting(path, "body", KEY, key));
        waiters.await(2);
        assertThat(duplicates).noneMatch(CompletableFuture::isDone);
        gate.open();

        assertFirst(first.get(), 200);
        for (Answer duplicate : all(duplicates)) {
            assertReplay(duplicate, first.get());
        }
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-12")
    void duplicateAfterItsWaitLimit_isRejectedWithRetryAfter() throws Exception {
        Gate gate = holding();
        String path = freshPath();
        String key = fresh();
        CompletableFuture<Answer> first = posting(path, "body", KEY, key);
        gate.awaitReached();

        Answer early = post(path, "body", KEY, key, ATTEMPT, "2");
        gate.open();

        assertProblem(early, 409, ProblemTypes.REQUEST_IN_PROGRESS);
        assertThat(early.header("Retry-After")).contains("1");
        assertThat(early.header(REPLAYED)).contains("true");
        assertThat(early.header(ATTEMPT)).contains("2");
        assertFirst(first.get(), 200);
        assertReplay(post(path, "body", KEY, key), first.get());
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-11")
    @Tag("RQ-12")
    void otherContents_areRejectedImmediately_duringTheOriginal() throws Exception {
        guard(guarding(POLICY, PATIENT));
        Gate gate = holding();
        String path = freshPath();
        String key = fresh();
        CompletableFuture<Answer> first = posting(path, "body", KEY, key);
        gate.awaitReached();

        Answer refused = post(path, "other body", KEY, key);
        gate.open();

        assertProblem(refused, 422, ProblemTypes.KEY_REUSED);
        assertFirst(first.get(), 200);
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-12")
    void otherKeys_doNotWait() throws Exception {
        guard(guarding(POLICY, PATIENT));
        String held = freshPath();
        Gate gate = holding(held::equals);
        String key = fresh();
        CompletableFuture<Answer> first = posting(held, "body", KEY, key);
        gate.awaitReached();

        assertFirst(post(freshPath(), "body", KEY, key), 200);
        assertFirst(post(held + "/other", "body", KEY, key), 200);

        assertThat(first).isNotDone();
        gate.open();
        assertFirst(first.get(), 200);
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-13")
    void waitingDuplicate_ofAFailure_executesOrGetsUnknownOutcome() throws Exception {
        Waiters waiters = waiting();
        Gate gate = new Gate();
        String path = freshPath();
        String key = fresh();
        answer(exchange -> {
            if (exchange.headers(ATTEMPT).contains("1")) {
                happen(exchange);
                gate.pass();
                exchange.respond(500, List.of(), utf8("broken"));
            } else {
                done(exchange);
            }
        });
        CompletableFuture<Answer> first = posting(path, "body", KEY, key, ATTEMPT, "1");
        gate.awaitReached();
        CompletableFuture<Answer> second = posting(path, "body", KEY, key, ATTEMPT, "2");
        waiters.await(1);
        gate.open();

        assertFirst(first.get(), 500);
        if (backend().isTransactional()) {
            assertFirst(second.get(), 200);
        } else {
            assertProblem(second.get(), 409, ProblemTypes.OUTCOME_UNKNOWN);
        }
        assertThat(effects(path)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-12")
    @Tag("RQ-16")
    void concurrentKeysAndClients_haveOneEffectAndResponseEach() throws Exception {
        guard(guarding(POLICY, PATIENT));
        answer(exchange -> {
            happen(exchange);
            exchange.respond(200, List.of(), utf8(exchange.path() + " for " + exchange.headers(CLIENT)));
        });
        String key = fresh();
        List<String> paths = IntStream.range(0, 5).mapToObj(i -> freshPath()).toList();
        List<CompletableFuture<Answer>> answers = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            for (String path : paths) {
                for (String client : List.of("one", "other")) {
                    answers.add(posting(path, "body", KEY, key, CLIENT, client));
                    expected.add(path + " for [" + client + "]");
                }
            }
        }

        assertThat(all(answers)).extracting(Answer::text).isEqualTo(expected);
        for (String path : paths) {
            assertThat(effects(path)).isEqualTo(2);
        }
    }

    private static List<Answer> all(List<CompletableFuture<Answer>> answers) throws Exception {
        List<Answer> all = new ArrayList<>();
        for (CompletableFuture<Answer> answer : answers) {
            all.add(answer.get());
        }
        return all;
    }
}
