-- A feature of an application, with what its author may write.
CREATE TABLE IF NOT EXISTS counterfoil_stamp (
  id       serial,
  "name"   character varying(40) COLLATE "en-x-icu" NOT NULL,
  code     varchar DEFAULT NULL,
  labels   text[],
  price    numeric(10, 2) DEFAULT 0 NOT NULL,
  detail   jsonb,
  since    timestamp,
  doubled  integer GENERATED ALWAYS AS (4 * 2) STORED,
  CONSTRAINT counterfoil_stamp_key PRIMARY KEY (id),
  CONSTRAINT counterfoil_stamp_price CHECK (price >= 0)
);
CREATE UNIQUE INDEX IF NOT EXISTS counterfoil_stamp_code ON counterfoil_stamp (code) WHERE code IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS counterfoil_stamp_name ON counterfoil_stamp (lower("name"));
CREATE TABLE IF NOT EXISTS counterfoil_stamp_page (
  album    text    NOT NULL,
  page     integer,
  weight   integer,
  PRIMARY KEY (album, page)
);
ALTER TABLE counterfoil_stamp_page ADD COLUMN IF NOT EXISTS title text DEFAULT '' NOT NULL;
ALTER TABLE counterfoil_stamp_page ALTER COLUMN weight TYPE numeric(8, 3);
