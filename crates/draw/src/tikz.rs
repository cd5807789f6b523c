//! Pictures as TikZ, for papers.
//!
//! A `tikzpicture` to be put into a document that loads `tikz`, with the colors of the light picture; all
//! coordinates are given, so that no library is needed.

use std::fmt::Write;

use crate::escape::{RELYCHAR, tex};
use crate::layout::{Piece, Route};
use crate::scene::{Anchor, Dash, Form, Ink, Item, Look, Scene, Weight, arrowhead, corners, decimal};

/// Writes a picture as a `tikzpicture`.
pub fn write_tikz(scene: &Scene) -> String {
    let mut out = String::new();
    // A comment ends with its line, and a title has only one.
    let _ = writeln!(out, "% {}", tex(&scene.title));
    let _ = writeln!(out, "% \\usepackage[T1]{{fontenc}}, \\usepackage{{textcomp}}, \\usepackage{{tikz}}");
    let _ = writeln!(out, "{RELYCHAR}");
    for (_, name, light, _) in Ink::ALL {
        let _ = writeln!(out, "\\definecolor{{rely-{name}}}{{HTML}}{{{}}}", light.to_uppercase());
    }
    let _ = writeln!(out, "\\begin{{tikzpicture}}[x=0.75pt, y=-0.75pt, inner sep=0pt, outer sep=0pt]");
    for item in &scene.items {
        write_item(item, &mut out);
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn write_item(item: &Item, out: &mut String) {
    match item {
        Item::Shape { rect, form, look } => {
            let options = options(look);
            let _ = match (corners(rect, *form), *form) {
                (Some(points), _) => {
                    let points: Vec<String> = points.iter().map(|(x, y)| format!("({x},{y})")).collect();
                    writeln!(out, "\\path[{options}] {} -- cycle;", points.join(" -- "))
                }
                (None, Form::Round(radius)) => {
                    // A corner of exactly half a side is more than TikZ can round.
                    let radius = f64::from(radius.min(rect.width / 2).min(rect.height / 2)) * 0.75 - 0.05;
                    writeln!(
                        out,
                        "\\path[{options}, rounded corners={}pt] ({},{}) rectangle ({},{});",
                        decimal(radius.max(0.0)),
                        rect.x,
                        rect.y,
                        rect.x + rect.width,
                        rect.y + rect.height
                    )
                }
                (None, _) => Ok(()),
            };
        }
        Item::Line { route, has_head, look } => {
            let (head, end) = arrowhead(route);
            let _ = writeln!(out, "\\path[{}] {};", options(look), path(route, has_head.then_some(end)));
            if *has_head {
                let points: Vec<String> =
                    head.iter().map(|(x, y)| format!("({},{})", decimal(*x), decimal(*y))).collect();
                let ink = look.stroke.unwrap_or(Ink::Line).name();
                let _ = writeln!(out, "\\path[fill=rely-{ink}] {} -- cycle;", points.join(" -- "));
            }
        }
        Item::Text { at, text, size, anchor, ink, weight } => {
            let anchor = match anchor {
                Anchor::Start => "mid west",
                Anchor::Middle => "mid",
                Anchor::End => "mid east",
            };
            let weight = match weight {
                Weight::Normal => "",
                Weight::Bold => "\\bfseries",
                Weight::Italic => "\\itshape",
            };
            // A letter of the usual typewriter font is 0.525 of its size wide: the texts keep the room they
            // were given.
            let points = f64::from(*size) * 0.75;
            let _ = writeln!(
                out,
                "\\node[anchor={anchor}, text=rely-{}, font=\\ttfamily{weight}\\fontsize{{{1}}}{{{1}}}\\selectfont] at ({2},{3}) {{{4}}};",
                ink.name(),
                decimal(points),
                at.x,
                at.y,
                tex(text)
            );
        }
        Item::Group { items, .. } => items.iter().for_each(|item| write_item(item, out)),
    }
}

fn options(look: &Look) -> String {
    let mut options = Vec::new();
    if let Some(ink) = look.fill {
        options.push(format!("fill=rely-{}", ink.name()));
    }
    if let Some(ink) = look.stroke {
        options.push(format!("draw=rely-{}", ink.name()));
        options.push(format!("line width={}pt", decimal(f64::from(look.width) * 0.075)));
    }
    match look.dash {
        Dash::Solid => {}
        Dash::Dashed => options.push("dash pattern=on 4.5pt off 3pt".to_string()),
        Dash::Dotted => options.push("line cap=round, dash pattern=on 0.1pt off 3pt".to_string()),
    }
    options.join(", ")
}

fn path(route: &Route, end: Option<(f64, f64)>) -> String {
    let mut text = format!("({},{})", route.start.x, route.start.y);
    for (i, piece) in route.pieces.iter().enumerate() {
        let to = match end {
            Some((x, y)) if i + 1 == route.pieces.len() => format!("({},{})", decimal(x), decimal(y)),
            _ => format!("({},{})", piece.end().x, piece.end().y),
        };
        let _ = match piece {
            Piece::Line(_) => write!(text, " -- {to}"),
            Piece::Curve(first, second, _) => {
                write!(text, " .. controls ({},{}) and ({},{}) .. {to}", first.x, first.y, second.x, second.y)
            }
        };
    }
    text
}
