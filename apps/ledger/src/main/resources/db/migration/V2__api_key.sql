-- Of a key itself only its SHA-256 is here. Revoked keys stay, so that it can be seen who had which when.
CREATE TABLE api_key (
  pk         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         uuid        NOT NULL UNIQUE,
  owner      text        COLLATE "C" NOT NULL CHECK (owner <> ''),
  hash       bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
