package io.counterfoil.samples.support.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class OpenResourcesTest {

    private final List<String> closed = new ArrayList<>();
    private final OpenResources open = new OpenResources();

    @Test
    void close_closesOnce_inReverseOrder() throws IOException {
        open.open(() -> resource("database"));
        open.open(() -> resource("service"));

        open.close();
        open.close();

        assertThat(closed).containsExactly("service", "database");
    }

    @Test
    void close_continuesAfterAFailure_andReportsIt() {
        open.open(() -> resource("database"));
        open.open(() -> (Closeable) () -> {
            throw new IllegalStateException("the service hangs");
        });

        assertThatExceptionOfType(IOException.class).isThrownBy(open::close).withMessage("the service hangs");
        assertThat(closed).containsExactly("database");
    }

    @Test
    void open_afterClose_startsNothing() throws IOException {
        open.close();

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> open.open(() -> {
                    throw new AssertionError("started");
                }));
    }

    private Closeable resource(String name) {
        return () -> closed.add(name);
    }
}
