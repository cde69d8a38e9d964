"""How a statement is decided: claims and their ledger, engines, the Coq receipts, families of instances."""
