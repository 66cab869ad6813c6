//! Studies and their chapters. The order of chapters is a field of the study, so that one version number guards it.

/// The migration that adds studies. A character has one byte or more, so the limits in `wire` are the stricter ones.
pub(super) const TABLES: &str = "
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    folded TEXT NOT NULL,
    visibility TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    version BIGINT NOT NULL,
    made BIGINT NOT NULL,
    places TEXT NOT NULL
);
CREATE INDEX studies_of_owner ON studies (owner, updated);
CREATE INDEX studies_public ON studies (updated) WHERE visibility = 'public';
CREATE TABLE chapters (
    study TEXT NOT NULL,
    number BIGINT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL CHECK (length(text) <= 20000),
    rules TEXT NOT NULL,
    fen TEXT,
    tree TEXT NOT NULL CHECK (length(tree) <= 131072),
    version BIGINT NOT NULL,
    PRIMARY KEY (study, number)
);
CREATE TABLE study_reports (
    study TEXT NOT NULL,
    reporter TEXT NOT NULL,
    made BIGINT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (study, reporter)
);
CREATE INDEX study_reports_by_time ON study_reports (made);
";
