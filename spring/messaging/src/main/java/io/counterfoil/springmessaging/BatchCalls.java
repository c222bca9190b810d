package io.counterfoil.springmessaging;

import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Processed;
import io.counterfoil.springboot.internal.EndpointUnits;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an annotated method for messages of a batch.
 *
 * @param arguments those of the call that is intercepted
 * @param keys the keys of the messages, by their positions
 * @param call the method, with the arguments that are left
 */
record BatchCalls(
        BatchArguments arguments,
        IntFunction<MessageKey> keys,
        Call call,
        Method method,
        Inbox inbox,
        EndpointUnits units,
        Duration waitLimit) {

    /** Calls the method. */
    interface Call {
        void with(@Nullable Object[] arguments) throws Exception;
    }

    /**
     * The key of a message.
     *
     * @throws RuntimeException by which the container rejects the message, which has none
     */
    MessageKey key(int index) {
        return keys.apply(index);
    }

    /** {@link Inbox#onceAll} with a call for those of the messages that are left. */
    List<Processed> once(List<BatchedMessage> members) throws Throwable {
        Map<MessageKey, Integer> positions = members.stream()
                .collect(Collectors.toMap(BatchedMessage::key, BatchedMessage::index, (first, later) -> first));
        List<MessageKey> all = members.stream().map(BatchedMessage::key).toList();
        return units.at(
                method,
                () -> inbox.<Exception>onceAll(
                        all,
                        free -> call.with(
                                arguments.of(free.stream().map(positions::get).toList()))));
    }

    /** {@link Inbox#once} with a call for this message. */
    Processed once(BatchedMessage member) throws Throwable {
        return units.at(
                method,
                () -> inbox.<Exception>once(
                        member.key(), waitLimit, () -> call.with(arguments.of(List.of(member.index())))));
    }
}
