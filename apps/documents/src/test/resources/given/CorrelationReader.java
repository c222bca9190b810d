package printed;

import java.util.List;
import org.slf4j.Logger;

/** What a reader of docs/guides/correlation.md has. */
class CorrelationReader {

    record Order(String number) {}

    Logger log;
    List<Order> orders;
}
