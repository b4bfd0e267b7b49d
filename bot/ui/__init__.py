"""Controls, forms, and a message as a value."""
