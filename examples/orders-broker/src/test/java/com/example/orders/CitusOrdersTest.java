package com.example.orders;

import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.soak.SoakOnly;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The same on a cluster of Citus, where an order and its shipments are on one node. */
@Tag("BM-1")
@SoakOnly("contracts")
class CitusOrdersTest extends OrdersOverABrokerTest {

    @Override
    DataSource dataSource() {
        DataSource coordinator = TestCitus.freshDatabase().get(0).dataSource();
        JdbcClient sql = JdbcClient.create(coordinator);
        sql.sql("CREATE TABLE book_order (id uuid PRIMARY KEY, book text NOT NULL, copies int NOT NULL)")
                .update();
        sql.sql("SELECT create_distributed_table('book_order', 'id')").query().listOfRows();
        sql.sql("CREATE TABLE shipment (order_id uuid NOT NULL REFERENCES book_order)")
                .update();
        sql.sql("SELECT create_distributed_table('shipment', 'order_id', colocate_with => 'book_order')")
                .query()
                .listOfRows();
        return coordinator;
    }
}
