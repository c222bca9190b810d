package io.counterfoil.springconsole;

import java.util.regex.Pattern;

/**
 * A panel of the console: a bean of this type for each.
 *
 * <p>The module exports {@code panel(context)}, which is called once when the panel is opened first, and returns an object with
 * {@code root} (the element that is shown) and {@code refresh(parameters)} (a promise, called when the panel is opened and then every few seconds while
 * it is visible). {@code context} has {@code get(path)}, {@code post(path, body)}, {@code session}, {@code announce(text)} and {@code open(panel,
 * parameters)}; see {@code page/records.js}.
 *
 * @param id in the address: lower-case letters
 * @param title in the navigation
 * @param module its file below {@code counterfoil-console/page/} on the class path: {@code messages.js}
 * @param order of the panels in the navigation, the lowest first; those of the console itself are 100, 200, …
 */
public record ConsolePanel(String id, String title, String module, int order) {

    private static final Pattern ID = Pattern.compile("[a-z]{1,20}");
    private static final Pattern MODULE = Pattern.compile("[a-z][a-z-]{0,30}\\.js");

    /**
     * Checks the ID and the module.
     *
     * @param id 1 to 20 lower-case letters
     * @param title shown as it is
     * @param module a file name of lower-case letters and hyphens that ends with {@code .js}
     * @param order the lowest first
     * @throws IllegalArgumentException when the ID or the module breaks these rules
     */
    public ConsolePanel {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("id must be 1 to 20 lower-case letters, not " + id);
        }
        if (!MODULE.matcher(module).matches()) {
            throw new IllegalArgumentException("module must be a file name such as messages.js, not " + module);
        }
    }
}
