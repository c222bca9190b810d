CREATE TABLE cart (id uuid PRIMARY KEY, owner text NOT NULL, ordered boolean NOT NULL DEFAULT false);
