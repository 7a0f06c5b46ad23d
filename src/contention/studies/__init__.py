"""Studies: their catalogue, parameters, execution, results and claims."""

from contention.studies.session import StudySession, open_study

__all__ = ["StudySession", "open_study"]
