CREATE TABLE IF NOT EXISTS book_order (id uuid PRIMARY KEY, book text NOT NULL, copies int NOT NULL);
CREATE TABLE IF NOT EXISTS shipment (order_id uuid NOT NULL REFERENCES book_order);
