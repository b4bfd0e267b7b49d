"""Run by Alembic, with the connection that `storage.migrations` put into the settings."""

from __future__ import annotations

from alembic import context

from storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
