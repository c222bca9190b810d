-- A feature of an application, with what its author may write.
CREATE TABLE IF NOT EXISTS counterfoil_stamp (
  id     integer unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(40) CHARACTER SET utf8 NOT NULL,
  code   varchar(10) DEFAULT NULL,
  price  decimal(10, 2) NOT NULL DEFAULT 0,
  detail json,
  note   text,
  flag   binary,
  since  timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT counterfoil_stamp_key PRIMARY KEY (id),
  UNIQUE KEY counterfoil_stamp_code (code),
  KEY counterfoil_stamp_name (`name`)
) ENGINE = InnoDB;
CREATE TABLE IF NOT EXISTS counterfoil_stamp_page (
  album  varchar(40) NOT NULL,
  page   integer,
  weight integer,
  PRIMARY KEY (album, page)
) ENGINE = MyISAM;
ALTER TABLE counterfoil_stamp_page ADD COLUMN IF NOT EXISTS title varchar(40) NOT NULL DEFAULT '';
ALTER TABLE counterfoil_stamp_page MODIFY weight decimal(8, 3);
