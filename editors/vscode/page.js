// The page around a picture.

'use strict';

/** The text as it may stand in a page. */
function escaped(text) {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/**
 * A page that shows a picture and can do nothing else: the policy allows the picture's own style, and no script, no
 * request, no frame, whatever the picture contains.
 */
function page(title, svg) {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; }
body { background: Canvas; color: CanvasText; margin: 1rem; }
svg { max-width: 100%; height: auto; }
</style>
</head>
<body>
${svg}
</body>
</html>
`;
}

module.exports = { page, escaped };
