import java.sql.DriverManager;

/** Prints the rows of a query, columns separated by tabs. Run as a source file, with the driver on the class path. */
class Sql {

    private Sql() {}

    public static void main(String[] args) throws Exception {
        try (var connection = DriverManager.getConnection(args[0]);
                var statement = connection.createStatement();
                var row = statement.executeQuery(args[1])) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                var line = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    line.append(i == 1 ? "" : "\t").append(row.getString(i));
                }
                System.out.println(line);
            }
        }
    }
}
