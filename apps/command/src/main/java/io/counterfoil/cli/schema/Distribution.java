package io.counterfoil.cli.schema;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.story.text.Visible;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The ways in which tables are distributed over the nodes of Citus. */
final class Distribution {

    static final String BY_KEY = "by-key";

    private Distribution() {}

    static SqlDialect dialect(String way, CommandLine command) {
        return switch (way) {
            case BY_KEY -> CitusDialect.BY_KEY;
            case "by-client" -> CitusDialect.BY_CLIENT;
            default ->
                throw new ParameterException(
                        command, "--citus must be by-key or by-client, is '%s'".formatted(Visible.of(way, 40)));
        };
    }
}
