//! Pictures as SVG.
//!
//! Colors are CSS variables (`--rely-ink`, …) with values for light and dark pages, so that a page can set
//! its own; programs that do not know variables see the light colors, which stand beside them as attributes.
//! There are no scripts, no links and no outside fonts.

use std::fmt::Write;

use crate::escape::xml;
use crate::layout::{Piece, Point, Route};
use crate::scene::{Anchor, Dash, Form, Ink, Item, Look, Scene, Weight, arrowhead, corners, decimal};

const FONT: &str = "ui-monospace, &quot;DejaVu Sans Mono&quot;, Menlo, Consolas, monospace";

/// Writes a picture as an SVG document.
pub fn write_svg(scene: &Scene) -> String {
    let mut body = String::new();
    for item in &scene.items {
        write_item(item, &mut body);
    }
    // Pictures on one page must not share names; equal pictures may.
    let id = format!("rely-{:08x}", fingerprint(&[&scene.title, &scene.description, &body]));
    let (width, height) = (scene.size.width, scene.size.height);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rely-picture\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" font-family=\"{FONT}\">"
    );
    let _ = writeln!(out, "<title id=\"{id}-title\">{}</title>", xml(&scene.title));
    let _ = writeln!(out, "<desc id=\"{id}-desc\">{}</desc>", xml(&scene.description));
    out.push_str(&style());
    let _ = writeln!(
        out,
        "<rect class=\"f-paper\" width=\"{width}\" height=\"{height}\" fill=\"#{}\"/>",
        Ink::Paper.light()
    );
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}

fn style() -> String {
    let variables = |dark: bool| -> String {
        let value = |row: &(Ink, &str, &str, &str)| {
            format!("--rely-{}:#{};", row.1, if dark { row.3 } else { row.2 })
        };
        Ink::ALL.iter().map(value).collect()
    };
    let rules: String = Ink::ALL
        .iter()
        .map(|(_, name, ..)| {
            format!(
                ".rely-picture .f-{name}{{fill:var(--rely-{name})}}.rely-picture .s-{name}{{stroke:var(--rely-{name})}}"
            )
        })
        .collect();
    // `:where` gives way to whatever a page says.
    format!(
        "<style>:where(.rely-picture){{{}}}@media (prefers-color-scheme:dark){{:where(.rely-picture){{{}}}}}{rules}</style>\n",
        variables(false),
        variables(true)
    )
}

/// FNV-1a: the same everywhere.
fn fingerprint(texts: &[&str]) -> u32 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xFF]));
    bytes.fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn write_item(item: &Item, out: &mut String) {
    match item {
        Item::Shape { rect, form, look } => {
            let paint = paint(look);
            let _ = match (corners(rect, *form), *form) {
                (Some(points), _) => {
                    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                    writeln!(out, "<polygon{paint} points=\"{}\"/>", points.join(" "))
                }
                (None, Form::Round(radius)) => {
                    let radius = radius.min(rect.width / 2).min(rect.height / 2);
                    writeln!(
                        out,
                        "<rect{paint} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
                        rect.x, rect.y, rect.width, rect.height
                    )
                }
                (None, _) => Ok(()),
            };
        }
        Item::Line { route, has_head, look } => {
            let (head, end) = arrowhead(route);
            let end = has_head.then_some(end);
            let _ = writeln!(out, "<path{} d=\"{}\"/>", paint(look), path(route, end));
            if *has_head {
                let points: Vec<String> =
                    head.iter().map(|(x, y)| format!("{},{}", decimal(*x), decimal(*y))).collect();
                let ink = look.stroke.unwrap_or(Ink::Line);
                let _ = writeln!(
                    out,
                    "<polygon class=\"f-{}\" fill=\"#{}\" points=\"{}\"/>",
                    ink.name(),
                    ink.light(),
                    points.join(" ")
                );
            }
        }
        Item::Text { at, text, size, anchor, ink, weight } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = match weight {
                Weight::Normal => "",
                Weight::Bold => " font-weight=\"600\"",
                Weight::Italic => " font-style=\"italic\"",
            };
            let _ = writeln!(
                out,
                "<text class=\"f-{}\" fill=\"#{}\" x=\"{}\" y=\"{}\" font-size=\"{size}\"{anchor}{weight}>{}</text>",
                ink.name(),
                ink.light(),
                at.x,
                at.y + size * 35 / 100,
                xml(text)
            );
        }
        Item::Group { kind, data, about, items } => {
            let attribute = |(name, value): &(&str, String)| format!(" data-{name}=\"{}\"", xml(value));
            let data: String = data.iter().map(attribute).collect();
            let _ = write!(out, "<g class=\"{kind}\"{data}>");
            if !about.is_empty() {
                let _ = write!(out, "<title>{}</title>", xml(about));
            }
            out.push('\n');
            items.iter().for_each(|item| write_item(item, out));
            out.push_str("</g>\n");
        }
    }
}

/// Classes for pages, attributes for programs that do not know variables.
fn paint(look: &Look) -> String {
    let mut classes = Vec::new();
    let mut attributes = String::new();
    match look.fill {
        Some(ink) => {
            classes.push(format!("f-{}", ink.name()));
            let _ = write!(attributes, " fill=\"#{}\"", ink.light());
        }
        None => attributes.push_str(" fill=\"none\""),
    }
    if let Some(ink) = look.stroke {
        classes.push(format!("s-{}", ink.name()));
        let _ = write!(attributes, " stroke=\"#{}\"", ink.light());
        if look.width != 10 {
            let _ = write!(attributes, " stroke-width=\"{}\"", decimal(f64::from(look.width) / 10.0));
        }
    }
    match look.dash {
        Dash::Solid => {}
        Dash::Dashed => attributes.push_str(" stroke-dasharray=\"6 4\""),
        Dash::Dotted => attributes.push_str(" stroke-dasharray=\"1.5 3.5\" stroke-linecap=\"round\""),
    }
    let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
    format!("{class}{attributes}")
}

/// A route, whose last point may be drawn back behind an arrowhead.
fn path(route: &Route, end: Option<(f64, f64)>) -> String {
    let at = |p: Point| format!("{} {}", p.x, p.y);
    let mut text = format!("M{}", at(route.start));
    for (i, piece) in route.pieces.iter().enumerate() {
        let is_last = i + 1 == route.pieces.len();
        let to = match end {
            Some((x, y)) if is_last => format!("{} {}", decimal(x), decimal(y)),
            _ => at(piece.end()),
        };
        let _ = match piece {
            Piece::Line(_) => write!(text, " L{to}"),
            Piece::Curve(first, second, _) => write!(text, " C{} {} {to}", at(*first), at(*second)),
        };
    }
    text
}
