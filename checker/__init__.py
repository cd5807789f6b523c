"""An independent checker of verification certificates, version 2."""
