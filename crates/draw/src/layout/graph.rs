//! What a layout is made from, and what it is.
//!
//! All lengths are whole units; a unit is a pixel of a picture that is not scaled. x grows to the right, y
//! downward.

/// A graph whose nodes and labels have sizes.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges; several between the same two nodes are allowed, and so are several loops of a node.
    pub edges: Vec<Edge>,
    /// The node that stands leftmost. The others follow in the direction of the edges, as far as there are no
    /// cycles.
    pub root: Option<usize>,
}

/// The shape of a node: a rectangle with round corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its size.
    pub size: Size,
    /// The radius of its corners: half of the height makes a circle or a capsule of it.
    pub corner: i32,
}

/// A width and a height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
}

/// An edge, drawn from left to right where possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The room of its label; nothing has no room.
    pub label: Size,
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The size of the whole.
    pub size: Size,
    /// The nodes: at least as large as they were given, higher where many edges end, wider under several
    /// loops.
    pub nodes: Vec<Rect>,
    /// The edges, from their beginnings to their ends.
    pub edges: Vec<Route>,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// The left side.
    pub x: i32,
    /// The upper side.
    pub y: i32,
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
}

impl Rect {
    /// Do two rectangles have a point inside both?
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// The rectangle that is smaller by a margin on each side.
    pub fn shrunk(&self, margin: i32) -> Rect {
        Rect {
            x: self.x + margin,
            y: self.y + margin,
            width: (self.width - 2 * margin).max(0),
            height: (self.height - 2 * margin).max(0),
        }
    }

    /// The middle, rounded.
    pub fn center(&self) -> Point {
        Point { x: self.x + self.width / 2, y: self.y + self.height / 2 }
    }

    /// The rectangle elsewhere.
    pub fn moved(&self, dx: i32, dy: i32) -> Rect {
        Rect { x: self.x + dx, y: self.y + dy, ..*self }
    }
}

/// A place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}

/// How an edge runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// Where it begins: on the border of its first node's rectangle.
    pub start: Point,
    /// Its pieces, each from the end of the one before.
    pub pieces: Vec<Piece>,
    /// The room of its label, if it has one.
    pub label: Option<Rect>,
    /// Is it a loop?
    pub is_loop: bool,
}

/// A piece of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Straight.
    Line(Point),
    /// A cubic Bézier curve with its two control points.
    Curve(Point, Point, Point),
}

impl Piece {
    /// Where the piece ends.
    pub fn end(&self) -> Point {
        match *self {
            Piece::Line(end) | Piece::Curve(_, _, end) => end,
        }
    }
}

impl Route {
    /// Where the route ends.
    pub fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, Piece::end)
    }

    /// The same line in the other direction.
    pub(crate) fn reversed(&self) -> Route {
        let mut starts = vec![self.start];
        starts.extend(self.pieces.iter().map(Piece::end));
        let turned = |(i, piece): (usize, &Piece)| match *piece {
            Piece::Line(_) => Piece::Line(starts[i]),
            Piece::Curve(first, second, _) => Piece::Curve(second, first, starts[i]),
        };
        let pieces = self.pieces.iter().enumerate().rev().map(turned).collect();
        Route { start: self.end(), pieces, label: self.label, is_loop: self.is_loop }
    }

    /// The route elsewhere.
    pub fn moved(&self, dx: i32, dy: i32) -> Route {
        let to = |p: Point| Point { x: p.x + dx, y: p.y + dy };
        let piece = |piece: &Piece| match *piece {
            Piece::Line(end) => Piece::Line(to(end)),
            Piece::Curve(first, second, end) => Piece::Curve(to(first), to(second), to(end)),
        };
        Route {
            start: to(self.start),
            pieces: self.pieces.iter().map(piece).collect(),
            label: self.label.map(|label| label.moved(dx, dy)),
            is_loop: self.is_loop,
        }
    }

    /// The route as a chain of straight lines, curves cut into `steps` of them.
    pub fn flattened(&self, steps: u32) -> Vec<(f64, f64)> {
        let real = |p: Point| (f64::from(p.x), f64::from(p.y));
        let mut points = vec![real(self.start)];
        let mut from = real(self.start);
        for piece in &self.pieces {
            match *piece {
                Piece::Line(end) => points.push(real(end)),
                Piece::Curve(first, second, end) => {
                    let (b, c, d) = (real(first), real(second), real(end));
                    for i in 1..=steps {
                        let t = f64::from(i) / f64::from(steps);
                        let s = 1.0 - t;
                        let mix = |p0: f64, p1: f64, p2: f64, p3: f64| {
                            s * s * s * p0 + 3.0 * s * s * t * p1 + 3.0 * s * t * t * p2 + t * t * t * p3
                        };
                        points.push((mix(from.0, b.0, c.0, d.0), mix(from.1, b.1, c.1, d.1)));
                    }
                }
            }
            from = real(piece.end());
        }
        points
    }
}
