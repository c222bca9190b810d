package io.counterfoil.springmessaging;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a method that takes a batch: each list with an element for each message is narrowed with the batch, as those of payloads and of
 * header values. Not thread-safe.
 */
final class BatchArguments {

    private final @Nullable Object[] all;
    private final int size;

    BatchArguments(@Nullable Object[] all, int size) {
        this.all = all;
        this.size = size;
    }

    /** The number of messages. */
    int size() {
        return size;
    }

    /** Whether there is a list of the messages. */
    boolean haveMessages() {
        for (Object argument : all) {
            if (isOfMessages(argument)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the lists are empty: there is nothing to process. */
    boolean areEmpty() {
        boolean empty = false;
        for (Object argument : all) {
            if (argument instanceof List<?> list) {
                if (!list.isEmpty()) {
                    return false;
                }
                empty = true;
            }
        }
        return empty;
    }

    /** The arguments for these messages alone. */
    @Nullable
    Object[] of(List<Integer> indexes) {
        @Nullable Object[] narrowed = all.clone();
        for (int i = 0; i < narrowed.length; i++) {
            if (isOfMessages(narrowed[i]) && narrowed[i] instanceof List<?> list) {
                List<@Nullable Object> some = new ArrayList<>();
                indexes.forEach(index -> some.add(list.get(index)));
                narrowed[i] = some;
            }
        }
        return narrowed;
    }

    private boolean isOfMessages(@Nullable Object argument) {
        return argument instanceof List<?> list && list.size() == size;
    }
}
