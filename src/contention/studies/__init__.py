"""Studies: their catalogue, parameters, execution, results and claims."""

from contention.studies.opening import open_study
from contention.studies.session import StudySession

__all__ = ["StudySession", "open_study"]
