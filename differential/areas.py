"""The areas by name."""

import area_check
import area_fsp
import area_ltl
import area_relations

ALL = {area.NAME: area for area in (area_fsp, area_check, area_ltl, area_relations)}
