-- Beside the ledger's database, which the image makes itself.
CREATE DATABASE orders;
