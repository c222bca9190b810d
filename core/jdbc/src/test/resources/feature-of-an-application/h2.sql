-- A feature of an application, with what its author may write.
CREATE TABLE IF NOT EXISTS counterfoil_stamp (
  id     serial,
  "NAME" character varying(40) NOT NULL,
  code   varchar_ignorecase(10) DEFAULT NULL,
  labels varchar(10) array,
  price  decimal(10, 2) DEFAULT 0 NOT NULL,
  note   text,
  flag   binary varying(8),
  since  timestamp,
  doubled integer GENERATED ALWAYS AS (4 * 2),
  CONSTRAINT counterfoil_stamp_key PRIMARY KEY (id)
);
CREATE UNIQUE INDEX IF NOT EXISTS counterfoil_stamp_code ON counterfoil_stamp (code);
CREATE TABLE IF NOT EXISTS counterfoil_stamp_page (
  album  varchar(40) NOT NULL,
  page   integer,
  weight integer,
  PRIMARY KEY (album, page)
);
ALTER TABLE counterfoil_stamp_page ADD COLUMN IF NOT EXISTS title varchar(40) DEFAULT '' NOT NULL;
ALTER TABLE counterfoil_stamp_page ALTER COLUMN weight SET DATA TYPE decimal(8, 3);
