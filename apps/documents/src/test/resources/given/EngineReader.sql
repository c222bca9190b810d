CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL, fence bigint NOT NULL);
CREATE TABLE transfer (request_id bigint PRIMARY KEY, amount bigint NOT NULL, token bigint NOT NULL);
