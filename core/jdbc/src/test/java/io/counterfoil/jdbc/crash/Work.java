package io.counterfoil.jdbc.crash;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Resolution;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The work behind an intention: a preparation, which is a phase of its own, and an effect.
 *
 * @param worker who does it
 * @param effects where its effects are seen
 * @param connections what it has its effects by
 * @param points is told round the effect
 */
record Work(String worker, Effects effects, Connections connections, Points points) {

    /** How the work ends. */
    enum End {
        /** With its answer. */
        ANSWER,
        /** With the word that nothing was done, and with no effect. */
        NOTHING,
        /** With an exception after the effect. */
        FAILURE;

        /** How work must end to get to this point. */
        static End toReach(String point) {
            if (point.endsWith("_RELEASE")) {
                return NOTHING;
            }
            return point.endsWith("_ABANDON") ? FAILURE : ANSWER;
        }
    }

    /** How work gets at a connection for its effect. */
    @FunctionalInterface
    interface Connections {

        void use(Use use) throws SQLException;

        /** What is done with it. */
        @FunctionalInterface
        interface Use {

            void with(Connection connection) throws SQLException;
        }
    }

    Action<String, SQLException> action(String intention, Setting setting, End end) {
        Action<String, SQLException> action = execution -> run(execution, intention, setting, end);
        return setting == Setting.RESOLVED ? action.resolvedBy(execution -> resolve(intention)) : action;
    }

    private Completion<String> run(Execution execution, String intention, Setting setting, End end)
            throws SQLException {
        String answer = worker + ":" + execution.token();
        execution.phase("preparation", PayloadCodec.TEXT, () -> {
            connections.use(connection -> Effects.prepare(connection, intention, answer));
            return answer;
        });
        if (end == End.NOTHING) {
            return Completion.forget(answer);
        }
        points.reached(Points.BEFORE_EFFECT, intention);
        connections.use(connection -> perform(connection, execution, intention, setting, answer));
        points.reached(Points.AFTER_EFFECT, intention);
        if (end == End.FAILURE) {
            throw new SQLException("meant to fail");
        }
        return Completion.remember(answer);
    }

    private static void perform(
            Connection connection, Execution execution, String intention, Setting setting, String answer)
            throws SQLException {
        if (setting == Setting.FENCED) {
            Effects.performFenced(connection, intention, answer, execution.token());
        } else {
            Effects.perform(connection, intention, answer);
        }
    }

    private Resolution<String> resolve(String intention) throws SQLException {
        List<String> answers = effects.of(intention);
        return answers.isEmpty() ? Resolution.didNotHappen() : Resolution.happened(answers.get(0));
    }
}
