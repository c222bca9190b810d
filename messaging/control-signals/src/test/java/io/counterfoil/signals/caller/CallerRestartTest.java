package io.counterfoil.signals.caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import io.counterfoil.retry.journal.JournalLimits;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SwarmScope;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a caller keeps in its journal, and what the next process makes of it. */
@Tag("SG-7")
@Timeout(240)
class CallerRestartTest {

    private static final Duration AT_ONCE = Duration.ZERO;

    private final Rig rig = new Rig();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @Test
    void command_isKeptBeforeItIsSent_andForgottenOnceAnswered() {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(rig.noted(journal)).build();

            caller.send(Rig.command("a1c3"));
            caller.take(Rig.done(rig.signal(0)));

            assertThat(journalAndBroker()).containsExactly("open", "publish", "settle");
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void finalFailure_isForgotten_andOneThatMayBeRetried_isKept() {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(journal).build();
            caller.send(Rig.command("final"));
            caller.send(Rig.command("retryable"));
            caller.send(Rig.command("given-up"));
            caller.take(Rig.failed(rig.signal(0), false));
            caller.take(Rig.failed(rig.signal(1), true));
            caller.take(Rig.failed(rig.signal(2), true));
            caller.giveUp(Rig.command("given-up"));

            assertThat(keys(caller.resume())).containsExactly("retryable");
            assertThat(rig.published).hasSize(4);
        }
        assertThat(left()).hasSize(1);
    }

    @Test
    @Tag("SG-2")
    void openCommand_afterARestart_isResentUnderTheSameKey() throws Exception {
        try (FileJournal killed = FileJournal.of(directory)) {
            rig.caller().journal(killed).build().send(Rig.command("a1c3"));
        }
        rig.clock.advance(Duration.ofHours(1));

        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(journal).build();
            List<CommandAttempt> resumed = caller.resume();

            assertThat(keys(resumed)).containsExactly("a1c3");
            assertThat(resumed.get(0).command()).isEqualTo(Rig.command("a1c3"));
            assertThat(rig.signal(1).correlationId()).isNotEqualTo(rig.signal(0).correlationId());
            assertThat(rig.signal(1).correlationId().parent())
                    .isEqualTo(rig.signal(0).correlationId().parent());
            assertThat(rig.signal(1).timestamp()).isEqualTo(rig.clock.instant());
            assertThat(caller.resume()).isEmpty();

            caller.take(Rig.done(rig.signal(0)).replayedFor(rig.signal(1).correlationId()));
            assertThat(resumed.get(0).await(AT_ONCE)).isInstanceOf(CommandReply.Answered.class);
            assertThat(rig.heard()).as("the predecessor is no stranger").isEmpty();
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void outcomeOfThePredecessorsAttempt_answers_unlessItMayBeRetried() throws Exception {
        try (FileJournal killed = FileJournal.of(directory)) {
            rig.caller().journal(killed).build().send(Rig.command("a1c3"));
        }
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(journal).build();
            CommandAttempt attempt = caller.resume().get(0);

            caller.take(Rig.failed(rig.signal(0), true));
            assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Unanswered.class);
            caller.take(Rig.done(rig.signal(0)));
            assertThat(attempt.await(AT_ONCE)).isEqualTo(new CommandReply.Answered(Rig.done(rig.signal(0))));
        }
    }

    @Test
    @Tag("SG-3")
    void startAndStopUnderOneKey_areBothKept() {
        try (FileJournal killed = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(killed).build();
            caller.send(Rig.command("a1c3"));
            caller.send(new Command("swarm-stop", Rig.MARSHAL, new RequestId("a1c3"), Data.EMPTY));
        }
        try (FileJournal journal = FileJournal.of(directory)) {
            assertThat(rig.caller().journal(journal).build().resume())
                    .extracting(attempt -> attempt.command().type())
                    .containsExactly("swarm-start", "swarm-stop");
        }
    }

    @Test
    void commandsUnderOneKey_ofOtherSwarmsAndTypes_areAllKept() {
        List<Command> commands = List.of(
                command("swarm-1", "start"),
                command("swarm-1", "pause"),
                command("swarm-2", "start"),
                command("swarm-1s", "tart"));
        try (FileJournal killed = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(killed).build();
            commands.forEach(caller::send);
        }
        try (FileJournal journal = FileJournal.of(directory)) {
            assertThat(rig.caller().journal(journal).build().resume())
                    .extracting(CommandAttempt::command)
                    .containsExactlyElementsOf(commands);
        }
    }

    private static Command command(String swarm, String type) {
        return new Command(type, new SwarmScope(swarm, "controller", "c1"), new RequestId("a1c3"), Data.EMPTY);
    }

    @Test
    void commandOlderThanTheRetention_isNotSentAgain_untilGivenUp() {
        try (FileJournal killed = FileJournal.of(directory)) {
            rig.caller().journal(killed).build().send(Rig.command("a1c3"));
        }
        String sent = rig.clock.instant().toString();
        rig.clock.advance(Duration.ofDays(1));
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(journal).build();

            assertThat(caller.resume()).isEmpty();
            assertThat(rig.heard()).containsExactly("expired a1c3 " + sent);
            assertThat(rig.published).hasSize(1);
        }
        assertThat(left()).hasSize(1);
        try (FileJournal journal = FileJournal.of(directory)) {
            rig.caller().journal(journal).build().giveUp(Rig.command("a1c3"));
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void unansweredCommand_isGivenBackToTheJournal() throws Exception {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(journal).build();
            CommandAttempt attempt = caller.send(Rig.command("a1c3"));
            rig.pass(Duration.ofMinutes(2));
            assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Unanswered.class);

            CommandAttempt resumed = caller.resume().get(0);

            assertThat(resumed.correlationId()).isNotEqualTo(attempt.correlationId());
            caller.take(Rig.done(rig.signal(rig.published.size() - 1)));
            assertThat(resumed.await(AT_ONCE)).isInstanceOf(CommandReply.Answered.class);
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void lateAnswer_isTakenOutOfTheJournal() {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(journal).build();
            caller.send(Rig.command("a1c3"));
            rig.pass(Duration.ofMinutes(2));

            caller.take(Rig.done(rig.signal(0)));

            assertThat(rig.heard()).singleElement().asString().startsWith("late Running");
            assertThat(caller.resume()).isEmpty();
        }
    }

    @Test
    void journalThatCannotKeep_stopsTheSend_andTheKeyStaysFree() {
        try (FileJournal tiny = FileJournal.of(directory, new JournalLimits(100, 1_000_000, 10))) {
            Caller caller = rig.caller()
                    .journal(tiny)
                    .limits(new CallerLimits(1, 1, Duration.ofHours(1)))
                    .build();

            assertThatThrownBy(() -> caller.send(Rig.command("a1c3"))).isInstanceOf(JournalException.class);
            assertThatThrownBy(() -> caller.send(Rig.command("a1c3")))
                    .as("not taken for sent")
                    .isInstanceOf(JournalException.class);
        }
        assertThat(rig.published).isEmpty();
        assertThat(rig.heard()).isEmpty();
    }

    @Test
    void journalThatCannotKeep_answersThoseWhoWaitForTheSend() throws Exception {
        List<CommandAttempt> waiting = new ArrayList<>();
        Caller[] caller = new Caller[1];
        caller[0] = rig.caller()
                .journal(new Full(() -> waiting.add(caller[0].send(Rig.command("a1c3")))))
                .build();

        assertThatThrownBy(() -> caller[0].send(Rig.command("a1c3"))).isInstanceOf(JournalException.class);

        assertThatThrownBy(() -> waiting.get(0).await(AT_ONCE)).isInstanceOf(JournalException.class);
        assertThat(waiting.get(0).confirmed().toCompletableFuture()).isCompletedExceptionally();
        assertThat(rig.published).isEmpty();
    }

    @Test
    void retryWhileUnderWay_doesNotTouchTheJournal() {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(rig.noted(journal)).build();
            caller.retry(caller.send(Rig.command("a1c3")).command());

            assertThat(journalAndBroker()).containsExactly("open", "publish", "publish");
        }
    }

    @Test
    void journalThatCannotForget_costsNoAnswer() throws Exception {
        FileJournal journal = FileJournal.of(directory);
        Caller caller = rig.caller().journal(journal).build();
        CommandAttempt attempt = caller.send(Rig.command("a1c3"));
        journal.close();

        caller.take(Rig.done(rig.signal(0)));

        assertThat(attempt.await(AT_ONCE)).isInstanceOf(CommandReply.Answered.class);
    }

    @Test
    void entriesOfOthers_areLeftToThem() {
        JournalEntry http = new JournalEntry(
                new RequestId("r"),
                true,
                "POST",
                URI.create("http://127.0.0.1/x"),
                List.of(),
                new byte[0],
                "p",
                rig.clock.instant());
        try (FileJournal journal = FileJournal.of(directory)) {
            journal.open(http);
            journal.release(http.requestId());

            assertThat(rig.caller().journal(journal).build().resume()).isEmpty();
            assertThat(journal.pending(10)).containsExactly(http);
        }
    }

    @Test
    void closedCaller_givesItsCommandsBack() {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller closed = rig.caller().journal(journal).build();
            closed.send(Rig.command("a1c3"));
            closed.close();

            assertThat(keys(rig.caller().journal(journal).build().resume())).containsExactly("a1c3");
        }
    }

    @Test
    void callerWithoutAJournal_hasNothingToResume() {
        assertThatThrownBy(() -> rig.caller().build().resume())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has no journal");
    }

    @Test
    void commandGivenUp_isWaitedForNoMore_norSentAgain() {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller caller = rig.caller().journal(journal).build();
            CommandAttempt attempt = caller.send(Rig.command("a1c3"));
            assertThat(attempt.reply().toCompletableFuture()).isNotDone();

            caller.giveUp(attempt.command());
            rig.pass(Duration.ofMinutes(5));

            assertThat(attempt.reply().toCompletableFuture())
                    .isCompletedWithValueMatching(
                            reply -> ((CommandReply.Unanswered) reply).why().contains("abandoned"));
            assertThat(rig.published).hasSize(1);
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void closedCaller_resumesNothing() {
        try (FileJournal journal = FileJournal.of(directory)) {
            Caller closed = rig.caller().journal(journal).build();
            closed.send(Rig.command("a1c3"));
            closed.close();

            assertThatThrownBy(closed::resume)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(left()).hasSize(1);
        assertThat(rig.published).hasSize(1);
    }

    private List<String> journalAndBroker() {
        return rig.events.stream().filter(it -> !it.contains(" ")).toList();
    }

    private List<JournalEntry> left() {
        try (FileJournal journal = FileJournal.of(directory)) {
            return journal.pending(100);
        }
    }

    private static List<String> keys(List<CommandAttempt> attempts) {
        return attempts.stream()
                .map(attempt -> attempt.command().idempotencyKey().value())
                .toList();
    }

    /** Keeps nothing, after something else was done. */
    private record Full(Runnable before) implements Journal {

        @Override
        public void open(JournalEntry entry) {
            before.run();
            throw new JournalException("the disk is full");
        }

        @Override
        public void settle(RequestId requestId) {
            throw new AssertionError(requestId + " was never kept");
        }

        @Override
        public void release(RequestId requestId) {
            throw new AssertionError(requestId + " was never kept");
        }

        @Override
        public List<JournalEntry> pending(int limit) {
            return List.of();
        }
    }
}
