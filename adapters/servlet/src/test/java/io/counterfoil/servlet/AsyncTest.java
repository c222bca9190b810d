package io.counterfoil.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.Correlation;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous handlers: the record is kept after their work, by the rules of the Servlet specification. */
@ParameterizedClass
@EnumSource(Container.class)
class AsyncTest extends ServletScenarios {

    private final List<String> told = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forgetWhatWasTold() {
        told.clear();
    }

    @Test
    @Tag("RQ-13")
    void startInATransaction_isRefused_andSaysWhatToDo() throws Exception {
        on("/async", (request, response) -> {
            assertThat(request.isAsyncSupported()).isTrue();
            for (int i = 0; i < 2; i++) {
                boolean plain = i == 0;
                assertThatThrownBy(() -> {
                            if (plain) {
                                request.startAsync();
                            } else {
                                request.startAsync(request, response);
                            }
                        })
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContainingAll("POST /async", "servlet all", "transaction", "lease mode");
            }
            assertThat(request.isAsyncStarted()).isFalse();
            assertThatThrownBy(request::getAsyncContext).isInstanceOf(IllegalStateException.class);
            response.getWriter().print("done");
        });

        assertThat(text(post("/async", "", KEY, "k"))).isEqualTo("done");
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-12")
    @Tag("CO-2")
    void workOnAnotherThread_isWaitedFor_untilItIsComplete() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<List<Throwable>> afterwards = new CompletableFuture<>();
        on("/lease/complete", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.addListener(new Teller(told, ""));
            async.setTimeout(0);
            assertThat(async.getTimeout()).isZero();
            assertThat(request.isAsyncStarted()).isTrue();
            assertThat(request.getAsyncContext()).isSameAs(async);
            assertThat(async.getRequest()).isSameAs(request);
            assertThat(async.getResponse()).isSameAs(response);
            assertThat(async.hasOriginalRequestAndResponse()).isTrue();
            assertThatThrownBy(request::startAsync).isInstanceOf(IllegalStateException.class);
            async.start(() -> {
                await(started);
                try {
                    response.setStatus(201);
                    response.getWriter()
                            .print("done under " + Correlation.current().orElseThrow());
                } catch (IOException impossible) {
                    throw new UncheckedIOException(impossible);
                }
                async.complete();
                // What is thrown here from now on goes to nobody but the log.
                afterwards.complete(Stream.<ThrowingCallable>of(
                                async::complete, async::dispatch, async::getRequest, async::getResponse)
                        .map(Assertions::catchThrowable)
                        .toList());
            });
            started.countDown();
        });

        HttpResponse<byte[]> first = post("/lease/complete", "", KEY, "k", "Correlation-Id", "abcd");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(text(first)).isEqualTo("done under abcd");
        assertThat(afterwards.get(5, TimeUnit.MINUTES))
                .hasSize(4)
                .allSatisfy(thrown -> assertThat(thrown).isInstanceOf(IllegalStateException.class));
        assertThat(told).containsExactly("complete");
        assertReplayed(first, post("/lease/complete", "", KEY, "k"));
        assertThat(executions).hasSize(1);
    }

    @Test
    @Tag("RQ-7")
    void dispatch_runsTheHandlerAgain_behindWhatWasWritten_asOftenAsItIsAsked() throws Exception {
        on("/lease/dispatch", (request, response) -> {
            int round = executions.size();
            response.getWriter()
                    .print(round + " " + request.getDispatcherType() + " " + request.isAsyncStarted() + " "
                            + (request.getAttribute(IdempotencyFilter.EXECUTION_ATTRIBUTE) != null) + "\n");
            response.flushBuffer();
            if (round < 3) {
                AsyncContext async = request.startAsync(new HttpServletRequestWrapper(request), response);
                assertThat(async.hasOriginalRequestAndResponse()).isFalse();
                if (round == 1) {
                    async.addListener(new Teller(told, ""));
                }
                async.start(async::dispatch);
            }
        });

        HttpResponse<byte[]> first = post("/lease/dispatch", "", KEY, "k");

        assertThat(text(first)).isEqualTo("1 REQUEST false true\n2 ASYNC false true\n3 ASYNC false true\n");
        assertThat(told).containsExactly("start", "complete");
        assertReplayed(first, post("/lease/dispatch", "", KEY, "k"));
        assertThat(executions).hasSize(3);
    }

    @Test
    @Tag("RQ-7")
    void dispatchElsewhere_goesOnThere_behindWhatWasWritten() throws Exception {
        on("/lease/from", (request, response) -> {
            response.setHeader("X-Several", "1");
            response.getOutputStream().print("from ");
            response.flushBuffer();
            request.startAsync().dispatch("/lease/to?b=2");
        });
        on("/lease/to", (request, response) -> {
            response.setHeader("X-Several", "2");
            response.getOutputStream()
                    .print("to " + request.getParameter("b") + " "
                            + request.getAttribute(AsyncContext.ASYNC_REQUEST_URI) + " "
                            + (request.getDispatcherType() == DispatcherType.REQUEST));
        });

        HttpResponse<byte[]> first = post("/lease/from", "", KEY, "k");

        assertThat(text(first)).isEqualTo("from to 2 /lease/from false");
        assertThat(header(first, "X-Several")).isEqualTo("1");
        assertReplayed(first, post("/lease/from", "", KEY, "k"));
    }

    @Test
    @Tag("RQ-7")
    void dispatchElsewhere_behindWhatWasSent_takesNoMoreOfTheHead() throws Exception {
        on("/lease/from", (request, response) -> {
            response.setStatus(202);
            response.getOutputStream().print("from ");
            response.flushBuffer();
            request.startAsync().dispatch("/lease/to");
        });
        on("/lease/to", (request, response) -> {
            assertThatThrownBy(() -> response.sendError(404)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> response.sendRedirect("/elsewhere")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(response::reset).isInstanceOf(IllegalStateException.class);
            response.getOutputStream().print("to");
        });

        HttpResponse<byte[]> first = post("/lease/from", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(text(first)).isEqualTo("from to");
        assertReplayed(first, post("/lease/from", "", KEY, "k"));
    }

    @Test
    @Tag("RQ-13")
    void failureThatIsSentBehindADispatch_takesThePlaceOfWhatWasWritten() throws Exception {
        on("/lease/from", (request, response) -> {
            response.getOutputStream().print("half");
            request.startAsync().dispatch("/lease/to");
        });
        on("/lease/to", (request, response) -> response.sendError(503));

        HttpResponse<byte[]> failed = post("/lease/from", "", KEY, "k");

        assertThat(failed.statusCode()).isEqualTo(503);
        assertThat(text(failed)).isEqualTo("container's page of 503");
        assertThat(text(post("/lease/from", "", KEY, "k"))).contains("outcome-unknown");
    }

    @Test
    @Tag("RQ-7")
    void handlerThatWasForwardedTo_isDispatchedToAgain() throws Exception {
        on(
                "/lease/from",
                (request, response) -> request.getRequestDispatcher("/lease/to").forward(request, response));
        on("/lease/to", (request, response) -> {
            if (executions.size() == 2) {
                request.startAsync(request, response).dispatch();
            } else {
                response.getWriter().print("done");
            }
        });

        assertThat(text(post("/lease/from", "", KEY, "k"))).isEqualTo("done");
        assertThat(executions).containsExactly("/lease/from", "/lease/to", "/lease/to");
    }

    @Test
    @Tag("RQ-7")
    void handlerThatWasForwardedTo_goesOnWithItsAnswer_behindTheForward() throws Exception {
        CountDownLatch forwarded = new CountDownLatch(1);
        on("/lease/from", (request, response) -> {
            request.getRequestDispatcher("/lease/to").forward(request, response);
            forwarded.countDown();
        });
        on("/lease/to", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.start(() -> {
                await(forwarded);
                try {
                    response.setStatus(201);
                    response.getWriter().print("done");
                } catch (IOException impossible) {
                    throw new UncheckedIOException(impossible);
                }
                async.complete();
            });
        });

        HttpResponse<byte[]> first = post("/lease/from", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(text(first)).isEqualTo("done");
        assertReplayed(first, post("/lease/from", "", KEY, "k"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"timeout dispatch", "timeout complete"})
    @Tag("RQ-12")
    void timeOut_isTheListeners_toMakeTheBestOf(String does) throws Exception {
        on("/lease/slow", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                response.getWriter().print("dispatched");
                return;
            }
            response.setStatus(202);
            AsyncContext async = request.startAsync();
            async.setTimeout(1);
            async.addListener(new Teller(told, does));
        });

        HttpResponse<byte[]> first = post("/lease/slow", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(text(first)).isEqualTo(does.endsWith("dispatch") ? "dispatched" : "");
        assertThat(told).containsExactly("timeout", "complete");
        assertReplayed(first, post("/lease/slow", "", KEY, "k"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "timeout throw"})
    @Tag("RQ-13")
    void timeOutThatNobodyMakesAnythingOf_isAFailure(String does) throws Exception {
        on("/lease/slow", (request, response) -> {
            response.getWriter().print("half");
            response.flushBuffer();
            AsyncContext async = request.startAsync();
            async.setTimeout(1);
            async.addListener(new Teller(told, does), request, response);
        });

        HttpResponse<byte[]> failed = post("/lease/slow", "", KEY, "k");

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(text(failed)).isEqualTo("container's page of 500");
        assertThat(header(failed, "Idempotency-Replayed")).isEqualTo("false");
        assertThat(told).containsExactly("timeout", "complete");
        assertThat(text(post("/lease/slow", "", KEY, "k"))).contains("outcome-unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"handler", "thread", "dispatch"})
    @Tag("RQ-13")
    void failure_isToldToTheListeners_andThrownOn(String where) throws Exception {
        on("/lease/fails", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.ASYNC) {
                throw new IllegalStateException("broken");
            }
            AsyncContext async = request.startAsync();
            async.addListener(new Teller(told, ""));
            switch (where) {
                case "handler" -> throw new IllegalStateException("broken");
                case "thread" ->
                    async.start(() -> {
                        throw new IllegalStateException("broken");
                    });
                default -> async.dispatch();
            }
        });

        HttpResponse<byte[]> failed = post("/lease/fails", "", KEY, "k");

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(told).containsExactly("error broken", "complete");
        assertThat(text(post("/lease/fails", "", KEY, "k"))).contains("outcome-unknown");
        assertThat(executions).hasSize(where.equals("dispatch") ? 2 : 1);
    }

    @Test
    @Tag("RQ-7")
    void failureThatAListenerDealsWith_isNone() throws Exception {
        on("/lease/saved", (request, response) -> {
            response.getWriter().print("saved");
            AsyncContext async = request.startAsync();
            async.addListener(new Teller(told, "error complete"));
            throw new IllegalStateException("broken");
        });

        HttpResponse<byte[]> first = post("/lease/saved", "", KEY, "k");

        assertThat(text(first)).isEqualTo("saved");
        assertThat(told).containsExactly("error broken", "complete");
        assertReplayed(first, post("/lease/saved", "", KEY, "k"));
    }

    @Test
    @Tag("RQ-14")
    void errorThatIsSentAsynchronously_isAHandlersError() throws Exception {
        on("/lease/refuses", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.start(() -> {
                try {
                    response.sendError(404, "no such thing");
                } catch (IOException impossible) {
                    throw new UncheckedIOException(impossible);
                }
                async.complete();
            });
        });

        HttpResponse<byte[]> first = post("/lease/refuses", "", KEY, "k");

        assertThat(first.statusCode()).isEqualTo(404);
        assertReplayed(first, post("/lease/refuses", "", KEY, "k"));
    }

    @Test
    @Tag("RQ-12")
    void withoutAKey_asynchronousWorkIsTheContainers_inEitherMode() throws Exception {
        for (String path : List.of("/plain", "/lease/plain")) {
            on(path, (request, response) -> {
                if (request.getDispatcherType() == DispatcherType.ASYNC) {
                    response.getWriter().print("dispatched");
                } else {
                    AsyncContext async = request.startAsync();
                    async.start(async::dispatch);
                }
            });
            assertThat(text(post(path, ""))).isEqualTo("dispatched");
        }
    }

    @Test
    @Tag("RQ-1")
    void withoutTheKeyThatTheBodyMightHaveHad_thereIsNoTransactionToEscapeFrom() throws Exception {
        on("/inbody/async", (request, response) -> {
            response.getWriter().print("done");
            AsyncContext async = request.startAsync();
            async.start(async::complete);
        });

        assertThat(text(post("/inbody/async", ""))).isEqualTo("done");
        assertThat(post("/inbody/async", "a key").statusCode()).isEqualTo(500);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
