"""The pages on the web, over real sockets."""
