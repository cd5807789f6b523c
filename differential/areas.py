"""The areas by name."""

import area_assume
import area_check
import area_code
import area_compat
import area_constraints
import area_fsp
import area_ltl
import area_monitors
import area_prove
import area_relations

AREAS = (
    area_fsp,
    area_check,
    area_ltl,
    area_constraints,
    area_relations,
    area_prove,
    area_assume,
    area_compat,
    area_monitors,
    area_code,
)
ALL = {area.NAME: area for area in AREAS}
