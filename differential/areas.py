"""The areas by name."""

import area_check
import area_fsp

ALL = {area.NAME: area for area in (area_fsp, area_check)}
