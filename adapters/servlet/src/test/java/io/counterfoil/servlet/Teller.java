package io.counterfoil.servlet;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.List;

/** Tells what it is told, and does one thing about it. */
record Teller(List<String> told, String does) implements AsyncListener {

    private void tell(String what, AsyncEvent event) {
        Throwable failure = event.getThrowable();
        told.add(what + (failure == null ? "" : " " + failure.getMessage()));
        if (does.equals(what + " dispatch")) {
            event.getAsyncContext().dispatch();
        } else if (does.equals(what + " complete")) {
            event.getAsyncContext().complete();
        } else if (does.equals(what + " throw")) {
            throw new IllegalStateException("of the listener");
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        tell("complete", event);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        tell("timeout", event);
    }

    @Override
    public void onError(AsyncEvent event) {
        tell("error", event);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        tell("start", event);
        event.getAsyncContext().addListener(this);
    }
}
