-- A database as version 0.1 left it (revision 0012): five matches, drawn up on the playground.
-- The bot was killed while the board of KRVQ's third turn was held up, so that turn's board is owed.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE analysis (
	match_id INTEGER NOT NULL, 
	data JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_analysis PRIMARY KEY (match_id), 
	CONSTRAINT fk_analysis_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE
)
 WITHOUT ROWID

;
CREATE TABLE approach (
	id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	who VARCHAR(32) NOT NULL, 
	whom VARCHAR(32), 
	guild BIGINT, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_approach PRIMARY KEY (id)
);
INSERT INTO "approach" VALUES(1,'invitation','431c36a4023d60d72725577bbaea97f0',NULL,661720243005030400,'2026-11-22 11:06:34.686406');
INSERT INTO "approach" VALUES(2,'invitation','431c36a4023d60d72725577bbaea97f0',NULL,661720243005030400,'2026-11-22 11:06:35.211881');
INSERT INTO "approach" VALUES(3,'invitation','feab095a456d885d00821844a516f7f5',NULL,661720243005030400,'2026-11-22 11:06:35.466398');
INSERT INTO "approach" VALUES(4,'invitation','431c36a4023d60d72725577bbaea97f0',NULL,661720243005030400,'2026-11-22 11:06:35.482074');
INSERT INTO "approach" VALUES(5,'invitation','04b4ae6b32926c29be5bd2c296cd01d2',NULL,661720243005030400,'2026-11-22 11:06:35.811990');
CREATE TABLE block (
	player_id BIGINT NOT NULL, 
	blocked_id BIGINT NOT NULL, 
	CONSTRAINT pk_block PRIMARY KEY (player_id, blocked_id)
)
 WITHOUT ROWID

;
INSERT INTO "block" VALUES(661720242631737344,661720242644320256);
CREATE TABLE "daily" (
	guild BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	channel BIGINT NOT NULL, 
	hour INTEGER NOT NULL, 
	day INTEGER NOT NULL, 
	due_at DATETIME NOT NULL, 
	CONSTRAINT pk_daily PRIMARY KEY (guild, game), 
	CONSTRAINT ck_daily_hour CHECK (hour BETWEEN 0 AND 23)
)
 WITHOUT ROWID

;
CREATE TABLE "draft" (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	base INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	interaction BIGINT, 
	CONSTRAINT pk_draft PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_draft_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT ck_draft_seat CHECK (seat BETWEEN 1 AND 4), 
	CONSTRAINT ck_draft_base CHECK (base >= 0)
)
 WITHOUT ROWID

;
CREATE TABLE "entry" (
	match_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	batch INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	seat INTEGER, 
	text TEXT NOT NULL, 
	at DATETIME NOT NULL, 
	interaction BIGINT, 
	CONSTRAINT pk_entry PRIMARY KEY (match_id, seq), 
	CONSTRAINT fk_entry_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT ck_entry_kind CHECK (kind IN ('open', 'join', 'leave', 'shrink', 'start', 'close', 'decline', 'expire', 'place', 'turn', 'prepared', 'pass', 'prepare', 'clear', 'dropped', 'withdraw', 'replace', 'agreement', 'offer', 'agree', 'refuse', 'request', 'grant', 'deny', 'takeback', 'adjourn', 'resume', 'abort', 'end', 'forget')), 
	CONSTRAINT ck_entry_seat CHECK (seat BETWEEN 1 AND 4), 
	CONSTRAINT ck_entry_batch CHECK (batch BETWEEN 1 AND seq)
)
 WITHOUT ROWID

;
INSERT INTO "entry" VALUES(1,1,1,'open',1,'','2026-11-22 11:06:34.686406',1574018250092576768);
INSERT INTO "entry" VALUES(1,2,2,'place',NULL,'','2026-11-22 11:06:34.710363',NULL);
INSERT INTO "entry" VALUES(1,3,3,'join',2,'','2026-11-22 11:06:34.735004',1574018250310680576);
INSERT INTO "entry" VALUES(1,4,3,'start',NULL,'','2026-11-22 11:06:34.735004',NULL);
INSERT INTO "entry" VALUES(1,5,5,'place',NULL,'','2026-11-22 11:06:34.971500',NULL);
INSERT INTO "entry" VALUES(1,6,6,'turn',1,'c3','2026-11-22 11:06:34.988677',1574018251430559744);
INSERT INTO "entry" VALUES(1,7,7,'turn',2,'c4','2026-11-22 11:06:35.008452',1574018251514445824);
INSERT INTO "entry" VALUES(1,8,8,'turn',1,'c5','2026-11-22 11:06:35.038498',1574018251623497728);
INSERT INTO "entry" VALUES(1,9,9,'prepare',1,'e3; e4','2026-11-22 11:06:35.060658',1574018251736743936);
INSERT INTO "entry" VALUES(1,10,10,'turn',2,'e5','2026-11-22 11:06:37.380339',1574018261467529216);
INSERT INTO "entry" VALUES(1,11,10,'prepared',1,'e3','2026-11-22 11:06:37.380339',NULL);
INSERT INTO "entry" VALUES(2,1,1,'open',1,'','2026-11-22 11:06:35.211881',1574018252319752192);
INSERT INTO "entry" VALUES(2,2,2,'place',NULL,'','2026-11-22 11:06:35.229946',NULL);
INSERT INTO "entry" VALUES(2,3,3,'join',2,'','2026-11-22 11:06:35.234996',1574018252458164224);
INSERT INTO "entry" VALUES(2,4,3,'start',NULL,'','2026-11-22 11:06:35.234996',NULL);
INSERT INTO "entry" VALUES(2,5,5,'place',NULL,'','2026-11-22 11:06:35.453192',NULL);
INSERT INTO "entry" VALUES(3,1,1,'open',1,'','2026-11-22 11:06:35.466398',1574018253431242752);
INSERT INTO "entry" VALUES(3,2,2,'place',NULL,'','2026-11-22 11:06:35.477501',NULL);
INSERT INTO "entry" VALUES(4,1,1,'open',1,'','2026-11-22 11:06:35.482074',1574018253498351616);
INSERT INTO "entry" VALUES(4,2,2,'place',NULL,'','2026-11-22 11:06:35.517854',NULL);
INSERT INTO "entry" VALUES(4,3,3,'join',2,'','2026-11-22 11:06:35.522694',1574018253670318080);
INSERT INTO "entry" VALUES(4,4,3,'start',NULL,'','2026-11-22 11:06:35.522694',NULL);
INSERT INTO "entry" VALUES(4,5,5,'place',NULL,'','2026-11-22 11:06:35.747721',NULL);
INSERT INTO "entry" VALUES(4,6,6,'offer',1,'','2026-11-22 11:06:35.793117',1574018254802780160);
INSERT INTO "entry" VALUES(5,1,1,'open',1,'','2026-11-22 11:06:35.811990',1574018254878277632);
INSERT INTO "entry" VALUES(5,2,2,'place',NULL,'','2026-11-22 11:06:35.824925',NULL);
INSERT INTO "entry" VALUES(5,3,3,'join',2,'','2026-11-22 11:06:35.834665',1574018254957969408);
INSERT INTO "entry" VALUES(5,4,3,'start',NULL,'','2026-11-22 11:06:35.834665',NULL);
INSERT INTO "entry" VALUES(5,5,5,'place',NULL,'','2026-11-22 11:06:35.846124',NULL);
INSERT INTO "entry" VALUES(5,6,6,'withdraw',1,'resignation','2026-11-22 11:06:35.863270',1574018255096381440);
CREATE TABLE guild (
	id BIGINT NOT NULL, 
	settings JSON NOT NULL, 
	CONSTRAINT pk_guild PRIMARY KEY (id)
);
CREATE TABLE heartbeat (
	process VARCHAR(100) NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (process)
);
INSERT INTO "heartbeat" VALUES('all','2026-11-22 11:06:34.062297');
CREATE TABLE "match" (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rules_version INTEGER NOT NULL, 
	seats INTEGER NOT NULL, 
	options JSON NOT NULL, 
	seating VARCHAR(10) NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	ending JSON, 
	host BIGINT NOT NULL, 
	guild BIGINT, 
	channel BIGINT NOT NULL, 
	thread BIGINT, 
	message BIGINT, 
	seq INTEGER NOT NULL, 
	base INTEGER NOT NULL, 
	turn_count INTEGER NOT NULL, 
	to_move INTEGER, 
	due_at DATETIME, 
	created_at DATETIME NOT NULL, 
	started_at DATETIME, 
	moved_at DATETIME NOT NULL, 
	finished_at DATETIME, rated BOOLEAN DEFAULT 1 NOT NULL, clock VARCHAR(40), at_end VARCHAR(10), leased_until DATETIME, private BOOLEAN DEFAULT 0 NOT NULL, taken_back BOOLEAN DEFAULT 0 NOT NULL, expires_at DATETIME, rematch_of INTEGER, board BIGINT, 
	CONSTRAINT pk_match PRIMARY KEY (id), 
	CONSTRAINT ck_match_status CHECK (status IN ('open', 'running', 'adjourned', 'finished', 'aborted', 'closed', 'frozen')), 
	CONSTRAINT ck_match_seats CHECK (seats BETWEEN 2 AND 4), 
	CONSTRAINT ck_match_seating CHECK (seating IN ('random', 'chosen', 'youngest')), 
	CONSTRAINT ck_match_at_end CHECK (at_end IN ('automatic', 'claim')), 
	CONSTRAINT ck_match_clock CHECK ((clock IS NULL) = (at_end IS NULL)), 
	CONSTRAINT ck_match_log CHECK (seq >= 1 AND base BETWEEN 0 AND seq AND turn_count BETWEEN 0 AND seq), 
	CONSTRAINT ck_match_to_move CHECK (to_move BETWEEN 1 AND seats), 
	CONSTRAINT ck_match_rules_version CHECK (rules_version >= 1), 
	CONSTRAINT ck_match_ending CHECK (ending IS NULL OR status IN ('finished', 'aborted', 'closed')), 
	CONSTRAINT ck_match_finished CHECK (status <> 'finished' OR (ending IS NOT NULL AND finished_at IS NOT NULL))
);
INSERT INTO "match" VALUES(1,'attangle',1,2,'{}','random','running',NULL,661720242631737344,661720243005030400,661720246779904000,1574018250251960320,1574018250251960320,11,11,5,2,'2026-11-25 11:06:37.380339','2026-11-22 11:06:34.686406','2026-11-22 11:06:34.735004','2026-11-22 11:06:37.380339',NULL,1,'3d','automatic',NULL,0,0,NULL,NULL,NULL);
INSERT INTO "match" VALUES(2,'tyr',1,2,'{"line": "adjacent"}','random','running',NULL,661720242631737344,661720243005030400,661720246784098304,1574018252441387008,1574018252441387008,5,4,0,1,NULL,'2026-11-22 11:06:35.211881','2026-11-22 11:06:35.234996','2026-11-22 11:06:35.453192',NULL,1,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO "match" VALUES(3,'turnier',1,3,'{"flags": "true"}','random','open',NULL,661720242644320256,661720243005030400,661720246779904000,NULL,1574018253477380096,2,0,0,NULL,NULL,'2026-11-22 11:06:35.466398',NULL,'2026-11-22 11:06:35.477501',NULL,1,NULL,NULL,NULL,0,0,'2026-11-23 11:06:35.466403',NULL,NULL);
INSERT INTO "match" VALUES(4,'die-drei',1,2,'{"board": "1b0.2b0.4a1.3b1", "extended": "false"}','random','running',NULL,661720242631737344,661720243005030400,661720246784098304,1574018253649346560,1574018253649346560,6,4,0,1,NULL,'2026-11-22 11:06:35.482074','2026-11-22 11:06:35.522694','2026-11-22 11:06:35.793117',NULL,1,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
INSERT INTO "match" VALUES(5,'attangle',1,2,'{}','random','finished','{"reason": "resignation", "ranks": [2, 1], "seat": null}',661720242640125952,661720243005030400,661720246784098304,1574018254932803584,1574018254932803584,6,6,0,NULL,NULL,'2026-11-22 11:06:35.811990','2026-11-22 11:06:35.834665','2026-11-22 11:06:35.863270','2026-11-22 11:06:35.863270',1,NULL,NULL,NULL,0,0,NULL,NULL,NULL);
CREATE TABLE "notice" (
	"key" VARCHAR(25) NOT NULL, 
	match_id INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	seat INTEGER, 
	batch INTEGER NOT NULL, 
	base INTEGER NOT NULL, 
	lead INTEGER, 
	due_at DATETIME NOT NULL, 
	attempts INTEGER NOT NULL, since INTEGER, 
	CONSTRAINT pk_notice PRIMARY KEY ("key"), 
	CONSTRAINT fk_notice_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT ck_notice_kind CHECK (kind IN ('board', 'table', 'turn', 'reminder', 'claim', 'dropped', 'vacation', 'return', 'stays', 'downtime', 'offer', 'refuse', 'robot')), 
	CONSTRAINT ck_notice_seat CHECK (seat BETWEEN 1 AND 4), 
	CONSTRAINT ck_notice_counts CHECK (attempts >= 0 AND lead >= 0)
)
 WITHOUT ROWID

;
INSERT INTO "notice" VALUES('KRVQ.11',1,'board',NULL,10,11,NULL,'2026-11-22 11:06:45.380339',0,NULL);
INSERT INTO "notice" VALUES('KRVQ.r0',1,'reminder',2,10,11,86400,'2026-11-24 11:06:37.380339',0,NULL);
INSERT INTO "notice" VALUES('KRVQ.r1',1,'reminder',2,10,11,21600,'2026-11-25 05:06:37.380339',0,NULL);
CREATE TABLE player (
	id BIGINT NOT NULL, 
	preferences JSON NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (id)
);
INSERT INTO "player" VALUES(661720242631737344,'{"theme": "dark", "locale": "en-US"}');
CREATE TABLE "puzzle_try" (
	player_id BIGINT NOT NULL, 
	puzzle VARCHAR(60) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	clean BOOLEAN NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_puzzle_try PRIMARY KEY (player_id, puzzle), 
	CONSTRAINT ck_puzzle_try_state CHECK (state IN ('open', 'solved', 'shown'))
)
 WITHOUT ROWID

;
CREATE TABLE "rating" (
	player_id BIGINT NOT NULL, 
	pool VARCHAR(60) NOT NULL, 
	mu DOUBLE NOT NULL, 
	sigma DOUBLE NOT NULL, 
	points INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	draws INTEGER NOT NULL, 
	streak INTEGER NOT NULL, 
	best_streak INTEGER NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (player_id, pool), 
	CONSTRAINT ck_rating_sigma CHECK (sigma > 0), 
	CONSTRAINT ck_rating_counts CHECK (wins >= 0 AND draws >= 0 AND best_streak >= 0 AND wins + draws <= games)
)
 WITHOUT ROWID

;
CREATE TABLE "rating_change" (
	id INTEGER NOT NULL, 
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id BIGINT, 
	pool VARCHAR(60) NOT NULL, 
	games INTEGER NOT NULL, 
	before_mu DOUBLE NOT NULL, 
	before_sigma DOUBLE NOT NULL, 
	before_points INTEGER NOT NULL, 
	after_mu DOUBLE NOT NULL, 
	after_sigma DOUBLE NOT NULL, 
	after_points INTEGER NOT NULL, 
	model VARCHAR(40) NOT NULL, 
	at DATETIME NOT NULL, 
	period INTEGER NOT NULL, 
	CONSTRAINT pk_rating_change PRIMARY KEY (id), 
	CONSTRAINT fk_rating_change_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT uq_rating_change_match_id_seat UNIQUE (match_id, seat), 
	CONSTRAINT ck_rating_change_seat CHECK (seat BETWEEN 1 AND 4), 
	CONSTRAINT ck_rating_change_sigma CHECK (before_sigma > 0 AND after_sigma > 0), 
	CONSTRAINT ck_rating_change_counts CHECK (games >= 0 AND period >= 0)
);
CREATE TABLE sealed_block (
	player_id BIGINT NOT NULL, 
	seal VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_sealed_block PRIMARY KEY (player_id, seal)
)
 WITHOUT ROWID

;
CREATE TABLE "seat" (
	match_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id BIGINT, 
	joined BOOLEAN NOT NULL, 
	rank INTEGER, clock BIGINT, invited BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_seat PRIMARY KEY (match_id, seat), 
	CONSTRAINT fk_seat_match_id_match FOREIGN KEY(match_id) REFERENCES "match" (id) ON DELETE CASCADE, 
	CONSTRAINT ck_seat_seat CHECK (seat BETWEEN 1 AND 4), 
	CONSTRAINT ck_seat_rank CHECK (rank BETWEEN 1 AND 4), 
	CONSTRAINT ck_seat_clock CHECK (clock >= 0)
)
 WITHOUT ROWID

;
INSERT INTO "seat" VALUES(1,1,661720242631737344,1,NULL,259200000,0);
INSERT INTO "seat" VALUES(1,2,661720242640125952,1,NULL,259200000,0);
INSERT INTO "seat" VALUES(2,1,661720242644320256,1,NULL,NULL,0);
INSERT INTO "seat" VALUES(2,2,661720242631737344,1,NULL,NULL,0);
INSERT INTO "seat" VALUES(3,1,661720242644320256,1,NULL,NULL,0);
INSERT INTO "seat" VALUES(4,1,661720242640125952,1,NULL,NULL,0);
INSERT INTO "seat" VALUES(4,2,661720242631737344,1,NULL,NULL,0);
INSERT INTO "seat" VALUES(5,1,661720242644320256,1,2,NULL,0);
INSERT INTO "seat" VALUES(5,2,661720242640125952,1,1,NULL,0);
CREATE TABLE secret (
	name VARCHAR(20) NOT NULL, 
	value VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_secret PRIMARY KEY (name)
)
 WITHOUT ROWID

;
INSERT INTO "secret" VALUES('seals','bac04f1f4dba7ee382d9f231ae235d08cc5cfdc634849e8e662f94f9e95f64b2');
CREATE TABLE "standing" (
	player_id BIGINT NOT NULL, 
	pool VARCHAR(60) NOT NULL, 
	scope BIGINT NOT NULL, 
	period INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	games INTEGER NOT NULL, 
	CONSTRAINT pk_standing PRIMARY KEY (player_id, pool, scope, period), 
	CONSTRAINT ck_standing_counts CHECK (games >= 0 AND period >= 0)
)
 WITHOUT ROWID

;
CREATE TABLE standstill (
	at DATETIME NOT NULL, 
	total BIGINT NOT NULL, 
	CONSTRAINT pk_standstill PRIMARY KEY (at)
)
 WITHOUT ROWID

;
CREATE TABLE tally (
	scope BIGINT NOT NULL, 
	pool VARCHAR(60) NOT NULL, 
	period INTEGER NOT NULL, 
	width INTEGER NOT NULL, 
	bucket INTEGER NOT NULL, 
	count INTEGER NOT NULL, 
	CONSTRAINT pk_tally PRIMARY KEY (scope, pool, period, width, bucket)
)
 WITHOUT ROWID

;
CREATE TABLE "vacation" (
	player_id BIGINT NOT NULL, 
	starts_at DATETIME NOT NULL, 
	ends_at DATETIME NOT NULL, 
	CONSTRAINT pk_vacation PRIMARY KEY (player_id, starts_at), 
	CONSTRAINT ck_vacation_span CHECK (starts_at < ends_at)
)
 WITHOUT ROWID

;
CREATE INDEX ix_block_blocked_id ON block (blocked_id);
CREATE INDEX ix_approach_who_at ON approach (who, at);
CREATE INDEX ix_approach_whom ON approach (whom);
CREATE INDEX ix_approach_guild_at ON approach (guild, at);
CREATE INDEX ix_approach_at ON approach (at);
CREATE INDEX ix_match_channel_status ON "match" (channel, status);
CREATE INDEX ix_match_thread ON "match" (thread);
CREATE INDEX ix_match_guild_status ON "match" (guild, status);
CREATE INDEX ix_match_at_end_due_at ON "match" (at_end, due_at);
CREATE INDEX ix_match_expires_at ON "match" (expires_at);
CREATE UNIQUE INDEX uq_match_rematch_of ON "match" (rematch_of) WHERE rematch_of IS NOT NULL AND status NOT IN ('closed', 'aborted');
CREATE INDEX ix_seat_player_id_match_id ON seat (player_id, match_id);
CREATE UNIQUE INDEX uq_entry_interaction ON entry (interaction) WHERE interaction IS NOT NULL;
CREATE INDEX ix_notice_due_at ON notice (due_at);
CREATE INDEX ix_notice_match_id ON notice (match_id);
CREATE INDEX ix_vacation_ends_at ON vacation (ends_at);
CREATE INDEX ix_rating_change_player_id_pool_id ON rating_change (player_id, pool, id);
CREATE INDEX ix_rating_change_period_at ON rating_change (period, at);
CREATE INDEX ix_standing_scope_pool_period_points_player_id ON standing (scope, pool, period, points, player_id);
CREATE INDEX ix_daily_due_at ON daily (due_at);
CREATE INDEX ix_match_host ON "match" (host);
CREATE INDEX ix_match_frozen ON "match" (status) WHERE status = 'frozen';
COMMIT;