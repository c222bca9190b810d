package io.counterfoil.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("CB-6")
class CommandsTest {

    record Order(int quantity, boolean isShipped, CommandIds commands) {

        Order() {
            this(0, false, CommandIds.none());
        }

        Order add() {
            return new Order(quantity + 1, isShipped, commands);
        }

        Order ship() throws AlreadyShippedException {
            if (isShipped) {
                throw new AlreadyShippedException();
            }
            return new Order(quantity, true, commands);
        }

        Order withCommands(CommandIds all) {
            return new Order(quantity, isShipped, all);
        }
    }

    static final class AlreadyShippedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** As object-relational mappers have them. */
    static final class Counter {
        int count;
        CommandIds commands = CommandIds.none();

        Counter increment() {
            count++;
            return this;
        }

        Counter keep(CommandIds all) {
            commands = all;
            return this;
        }
    }

    private static final Commands<Order> ORDERS = Commands.keptIn(Order::commands, Order::withCommands);
    private static final Commands<Counter> COUNTERS = Commands.keptIn(counter -> counter.commands, Counter::keep);

    private final CommandId command = CommandId.next();

    @Test
    void newCommand_takesEffect_andIsRemembered() {
        CommandOutcome<Order> outcome = ORDERS.once(new Order(), command, Order::add);

        assertThat(outcome)
                .isEqualTo(new CommandOutcome.Applied<>(
                        new Order(1, false, CommandIds.none().with(command))));
    }

    @Test
    void knownCommand_isAnsweredWithTheCurrentState_andNothingIsDone() {
        Order added = ORDERS.once(new Order(), command, Order::add).answer();
        Order now = ORDERS.once(added, CommandId.next(), Order::add).answer();

        CommandOutcome<Order> again = ORDERS.once(now, command, order -> {
            throw new AssertionError("executed again");
        });

        assertThat(again).isEqualTo(new CommandOutcome.Repeated<>(now));
        assertThat(again.answer().quantity()).isEqualTo(2);
    }

    @Test
    @Tag("CB-7")
    void retryLaterThanTheListReaches_meetsTheBusinessRules() throws AlreadyShippedException {
        Order order = ORDERS.once(new Order(), command, Order::ship).answer();
        for (int other = 0; other < CommandIds.DEFAULT_LIMIT; other++) {
            assertThat(ORDERS.once(order, command, Order::ship).isRepeated()).isTrue();
            order = ORDERS.once(order, CommandId.next(), Order::add).answer();
        }
        Order late = order;

        assertThatExceptionOfType(AlreadyShippedException.class)
                .isThrownBy(() -> ORDERS.once(late, command, Order::ship));
    }

    @Test
    void refusedCommand_isNotRemembered() throws AlreadyShippedException {
        Order shipped = new Order().ship();

        assertThatExceptionOfType(AlreadyShippedException.class)
                .isThrownBy(() -> ORDERS.once(shipped, command, Order::ship));

        assertThat(ORDERS.isKnown(shipped, command)).isFalse();
    }

    @Test
    void mutableEntity_worksAsWell() {
        Counter counter = new Counter();

        assertThat(COUNTERS.once(counter, command, Counter::increment).isRepeated())
                .isFalse();
        assertThat(COUNTERS.once(counter, command, Counter::increment).isRepeated())
                .isTrue();

        assertThat(counter.count).isEqualTo(1);
        assertThat(COUNTERS.of(counter).asList()).containsExactly(command);
    }

    @Test
    void entityThatKeepsNoCommands_isAnError() {
        Commands<Order> forgetful = Commands.keptIn(Order::commands, (order, all) -> order);

        assertThatIllegalStateException()
                .isThrownBy(() -> forgetful.once(new Order(), command, Order::add))
                .withMessageContaining(command.text());
    }

    @Test
    void match_goesOnWithTheCaseThatHolds() {
        CommandOutcome<Integer> applied = new CommandOutcome.Applied<>(1);
        CommandOutcome<Integer> repeated = new CommandOutcome.Repeated<>(2);

        assertThat(applied.<String, RuntimeException>match(one -> "applied " + one, two -> "repeated " + two))
                .isEqualTo("applied 1");
        assertThat(repeated.<String, RuntimeException>match(one -> "applied " + one, two -> "repeated " + two))
                .isEqualTo("repeated 2");
    }
}
