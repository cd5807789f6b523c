//! Pictures as shapes, lines and texts with places: what the writers of SVG and TikZ read.

use crate::layout::{Point, Rect, Route, Size};

/// A picture.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The size of the picture.
    pub size: Size,
    /// What it shows, in a line.
    pub title: String,
    /// The text for screen readers.
    pub description: String,
    /// What is drawn, from back to front.
    pub items: Vec<Item>,
}

/// A part of a picture.
#[derive(Clone, Debug)]
pub enum Item {
    /// A shape with a border.
    Shape {
        /// Where.
        rect: Rect,
        /// Which.
        form: Form,
        /// Its colors and its border.
        look: Look,
    },
    /// A line.
    Line {
        /// Where.
        route: Route,
        /// Is there an arrowhead at its end?
        has_head: bool,
        /// Its color and width.
        look: Look,
    },
    /// A line of text.
    Text {
        /// Where: the middle of its height; `anchor` says what of its width.
        at: Point,
        /// The text.
        text: String,
        /// The size of the letters.
        size: i32,
        /// Which part of the text is at the place.
        anchor: Anchor,
        /// Its color.
        ink: Ink,
        /// Its weight.
        weight: Weight,
    },
    /// Parts that belong together.
    Group {
        /// What they are (`node`, `edge`, …).
        kind: &'static str,
        /// Attributes by which programs find it: names and values.
        data: Vec<(&'static str, String)>,
        /// The tooltip.
        about: String,
        /// The parts.
        items: Vec<Item>,
    },
}

/// Shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A rectangle with round corners of a radius; a circle if it is half the side.
    Round(i32),
    /// A rectangle with corners cut off.
    Cut(i32),
    /// A rectangle with pointed sides.
    Pointed(i32),
}

/// How a shape or a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The color of the line.
    pub stroke: Option<Ink>,
    /// The color inside.
    pub fill: Option<Ink>,
    /// The width of the line, in tenths.
    pub width: i32,
    /// Whether the line is interrupted.
    pub dash: Dash,
}

impl Look {
    /// A line of a width in tenths.
    pub const fn line(stroke: Ink, width: i32) -> Look {
        Look { stroke: Some(stroke), fill: None, width, dash: Dash::Solid }
    }

    /// A filled shape with a border.
    pub const fn shape(stroke: Ink, fill: Ink, width: i32) -> Look {
        Look { stroke: Some(stroke), fill: Some(fill), width, dash: Dash::Solid }
    }

    /// The same, interrupted.
    pub const fn dashed(self, dash: Dash) -> Look {
        Look { dash, ..self }
    }
}

/// Interruptions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// None.
    Solid,
    /// Dashes.
    Dashed,
    /// Dots.
    Dotted,
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Weights of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// As usual.
    Normal,
    /// Bold.
    Bold,
    /// Slanted.
    Italic,
}

/// Colors by what they are for; light and dark pictures have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// The background.
    Paper,
    /// Text.
    Ink,
    /// Text of less weight.
    Muted,
    /// Edges.
    Line,
    /// Lines that only guide the eye.
    Faint,
    /// Borders of nodes.
    Border,
    /// The inside of nodes.
    Node,
    /// ERROR, and what is violated or lost.
    Error,
    /// The inside of such nodes.
    ErrorNode,
    /// END, and what holds or is added.
    Good,
    /// The inside of such nodes.
    GoodNode,
    /// What a run passes.
    Path,
    /// The inside of such nodes.
    PathNode,
    /// Components.
    Part,
    /// The inside of components.
    PartNode,
    /// Properties.
    Property,
    /// The inside of properties.
    PropertyNode,
}

impl Ink {
    /// All colors: what they are for, the name of their CSS variable, light, dark.
    pub const ALL: [(Ink, &'static str, &'static str, &'static str); 17] = [
        (Ink::Paper, "paper", "ffffff", "0d1117"),
        (Ink::Ink, "ink", "1f2328", "e6edf3"),
        (Ink::Muted, "muted", "59636e", "9da7b3"),
        (Ink::Line, "line", "6a737d", "8b949e"),
        (Ink::Faint, "faint", "d0d7de", "30363d"),
        (Ink::Border, "border", "424a53", "b1bac4"),
        (Ink::Node, "node", "f6f8fa", "1c2128"),
        (Ink::Error, "error", "b3261e", "ff8b82"),
        (Ink::ErrorNode, "error-node", "fff1ef", "3a1719"),
        (Ink::Good, "good", "1a7f37", "57d067"),
        (Ink::GoodNode, "good-node", "eefbf1", "12291a"),
        (Ink::Path, "path", "7a3fd6", "cfa6ff"),
        (Ink::PathNode, "path-node", "f5f0ff", "2a1e40"),
        (Ink::Part, "part", "0b4fa8", "79b8ff"),
        (Ink::PartNode, "part-node", "eef5ff", "122339"),
        (Ink::Property, "property", "855200", "e3b341"),
        (Ink::PropertyNode, "property-node", "fff7e3", "2d2412"),
    ];

    /// The name of its CSS variable, after `--rely-`.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The color on light paper, as six hexadecimal digits.
    pub fn light(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (Ink, &'static str, &'static str, &'static str) {
        Self::ALL.iter().find(|row| row.0 == self).expect("every color is listed")
    }
}

/// The three points of an arrowhead at the end of a route, and the point where its line ends.
pub(crate) fn arrowhead(route: &Route) -> ([(f64, f64); 3], (f64, f64)) {
    let points = route.flattened(8);
    let tip = points[points.len() - 1];
    let from = points.iter().rev().find(|p| **p != tip).copied().unwrap_or((tip.0 - 1.0, tip.1));
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    let (dx, dy) = (dx / length, dy / length);
    let back = (tip.0 - 8.0 * dx, tip.1 - 8.0 * dy);
    let left = (back.0 + 3.6 * dy, back.1 - 3.6 * dx);
    let right = (back.0 - 3.6 * dy, back.1 + 3.6 * dx);
    ([tip, left, right], (tip.0 - 6.0 * dx, tip.1 - 6.0 * dy))
}

/// A number with one decimal at most.
pub(crate) fn decimal(x: f64) -> String {
    let tenths = (x * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}{}.{}", if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, rest.abs()),
    }
}

/// The corners of a shape that has some.
pub(crate) fn corners(rect: &Rect, form: Form) -> Option<Vec<(i32, i32)>> {
    let (x, y) = (rect.x, rect.y);
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    match form {
        Form::Round(_) => None,
        Form::Cut(c) => Some(vec![
            (x + c, y),
            (right - c, y),
            (right, y + c),
            (right, bottom - c),
            (right - c, bottom),
            (x + c, bottom),
            (x, bottom - c),
            (x, y + c),
        ]),
        Form::Pointed(c) => {
            let middle = y + rect.height / 2;
            Some(vec![
                (x + c, y),
                (right - c, y),
                (right, middle),
                (right - c, bottom),
                (x + c, bottom),
                (x, middle),
            ])
        }
    }
}

/// A straight line from one place to another.
pub(crate) fn straight(from: Point, to: Point) -> Route {
    Route { start: from, pieces: vec![crate::layout::Piece::Line(to)], label: None, is_loop: false }
}
