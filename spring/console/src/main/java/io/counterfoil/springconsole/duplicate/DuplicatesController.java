package io.counterfoil.springconsole.duplicate;

import io.counterfoil.springconsole.ConsoleController;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;

/** Duplicates and mismatches by operation. */
@ConsoleController
public final class DuplicatesController {

    private final DuplicateWatch watch;
    private final Optional<StoredDuplicates> stored;

    /**
     * Makes the controller.
     *
     * @param watch counts in this process
     * @param stored empty where records are not in the application's database
     */
    public DuplicatesController(DuplicateWatch watch, Optional<StoredDuplicates> stored) {
        this.watch = watch;
        this.stored = stored;
    }

    /** {@return what this process counted, over time} */
    @GetMapping("/counterfoil/api/duplicates")
    public Map<String, Object> counted() {
        return watch.json();
    }

    /** {@return what the store counted, of the records that expire last; empty where records are not in the application's database} */
    @GetMapping("/counterfoil/api/duplicates/stored")
    public Map<String, Object> stored() {
        return stored.<Map<String, Object>>map(
                        known -> Map.of("sample", StoredDuplicates.SAMPLE, "operations", known.json()))
                .orElse(Map.of());
    }
}
