package io.counterfoil.http.client;

import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.journal.FileJournal;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;

/**
 * A process that has one thing to do: what is pending in its journal, or else a new order. Arguments: the journal's directory, where to
 * send. Prints the status of what was answered.
 */
public final class CrashedSender {

    private CrashedSender() {}

    public static void main(String[] arguments) throws Exception {
        try (FileJournal journal = FileJournal.of(Path.of(arguments[0]))) {
            IdempotentClient client = IdempotentClient.builder()
                    .httpClient(HttpClient.newHttpClient())
                    .retryPolicy(FakeTime.PATIENT)
                    .journal(journal)
                    .build();
            RetryableRequest intention = client.pending(1).stream()
                    .findFirst()
                    .orElseGet(() -> RetryableRequest.post(URI.create(arguments[1]))
                            .json("{\"seats\":2}")
                            .build());
            Answer answer = client.send(intention);
            System.out.println(answer.status() + " " + answer.text() + " "
                    + answer.unexpectedDuplicate().isPresent());
        }
    }
}
