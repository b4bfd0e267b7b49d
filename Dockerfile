# The bot as an image: pinned packages, no privileges, data in /data.
FROM python:3.11-slim AS build
WORKDIR /app
COPY requirements.lock .
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements.lock
COPY . .
RUN /venv/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim
RUN useradd --uid 10001 --create-home dreierlei && install -d -o dreierlei -m 700 /data
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/dreierlei.db \
    LOG_FORMAT=json \
    METRICS_PORT=9464
USER dreierlei
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:9464/health')"]
ENTRYPOINT ["dreierlei"]
CMD ["run"]
