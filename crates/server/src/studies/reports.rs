//! Reports of public studies, for the operator.

use super::{Author, Studies};
use crate::error::ApiError;
use crate::store::{SqlChange, StoreError, Value, columns};
use crate::time;
use std::net::IpAddr;
use std::time::Instant;
use wire::{StudyView, Visibility};

/// The most reports kept per study, and in total.
const MOST: [u64; 2] = [20, 2_000];

/// A report about a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyReport {
    /// The study.
    pub study: String,
    /// Its title.
    pub title: String,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
    /// What is wrong with it.
    pub words: String,
}

impl Studies {
    /// Reports a public study to the operator. A second report by the same person changes nothing.
    pub async fn report(
        &self,
        study: &StudyView,
        who: &Author,
        address: IpAddr,
        words: &str,
    ) -> Result<(), ApiError> {
        if study.visibility != Visibility::Public {
            return Err(ApiError::NoStudy);
        }
        let reporter = who.reporter(address);
        self.reports.take(&reporter, Instant::now()).map_err(ApiError::too_many)?;
        let text = "INSERT INTO study_reports (study, reporter, made, words)
            SELECT $1, $2, CAST($3 AS BIGINT), $4
            WHERE (SELECT count(*) FROM study_reports WHERE study = $1) < CAST($5 AS BIGINT)
            ON CONFLICT DO NOTHING";
        // New reports replace the oldest.
        let oldest = "DELETE FROM study_reports WHERE made <=
            (SELECT made FROM study_reports ORDER BY made DESC LIMIT 1 OFFSET $1)";
        let [of_study, of_all] = MOST;
        let room = SqlChange(oldest, vec![(of_all - 1).into()]);
        let values = vec![
            study.id.as_str().into(),
            reporter.into(),
            time::now().0.into(),
            words.into(),
            of_study.into(),
        ];
        self.store.change(vec![room, SqlChange(text, values)]).await?;
        Ok(())
    }

    /// Returns the latest reports, newest first.
    pub async fn reported(&self, most: u64) -> Result<Vec<StudyReport>, ApiError> {
        let question = "SELECT study, title, study_reports.made, words FROM study_reports
            JOIN studies ON studies.id = study ORDER BY study_reports.made DESC LIMIT $1";
        let rows = self.store.rows(question, vec![most.into()]).await?;
        let report = |row: Vec<Value>| {
            let [study, title, made, words] = columns(row)?;
            Ok(StudyReport {
                study: study.text()?,
                title: title.text()?,
                made: made.number()?,
                words: words.text()?,
            })
        };
        Ok(rows.into_iter().map(report).collect::<Result<_, StoreError>>()?)
    }

    /// Marks the reports of a study as read.
    pub async fn put_away(&self, study: &str) -> Result<(), ApiError> {
        let text = "DELETE FROM study_reports WHERE study = $1";
        self.store.change(vec![SqlChange(text, vec![study.into()])]).await?;
        Ok(())
    }
}
