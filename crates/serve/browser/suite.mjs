// All tests of the page, in one process: they share one browser. `node --test suite.mjs`, or `cargo xtask browser`.

import "./tests/open.mjs";
import "./tests/verdicts.mjs";
import "./tests/pictures.mjs";
import "./tests/runs.mjs";
import "./tests/animator.mjs";
import "./tests/questions.mjs";
import "./tests/links.mjs";
import "./tests/work.mjs";
import "./tests/stale.mjs";
import "./tests/export.mjs";
import "./tests/keyboard.mjs";
import "./tests/everyone.mjs";
import "./tests/hostile.mjs";
import "./tests/speed.mjs";
