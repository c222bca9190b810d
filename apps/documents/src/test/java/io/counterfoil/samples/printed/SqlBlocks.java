package io.counterfoil.samples.printed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** Runs SQL on PostgreSQL, with the tables in {@code given/TopicReader.sql} among the test resources, and a number for each parameter. */
final class SqlBlocks {

    private final NamedParameterJdbcTemplate sql;

    SqlBlocks(DataSource dataSource) {
        this.sql = new NamedParameterJdbcTemplate(dataSource);
    }

    List<String> faults(List<Block> blocks) throws IOException {
        List<String> faults = new ArrayList<>();
        for (String topic : blocks.stream().map(Block::topic).distinct().toList()) {
            run(Files.readString(Path.of("src/test/resources/given", topic + "Reader.sql")));
        }
        for (Block block : blocks) {
            try {
                run(block.text());
            } catch (DataAccessException refused) {
                faults.add(block.where() + ": " + refused.getMostSpecificCause().getMessage());
            }
        }
        return faults;
    }

    private void run(String script) {
        for (String statement : script.replaceAll("--.*", "").split(";", -1)) {
            if (!statement.isBlank()) {
                sql.execute(statement, new Numbers(), PreparedStatement::execute);
            }
        }
    }

    /** One for any name. */
    private static final class Numbers extends MapSqlParameterSource {

        @Override
        public boolean hasValue(String name) {
            return true;
        }

        @Override
        public Object getValue(String name) {
            return 1L;
        }
    }
}
