//! Runs as sequence charts: a column per component, a row per step.
//!
//! An action may join any number of components and has no direction: a step is a bar over all participants,
//! with a dot at each; the bar jumps over the others. Where a component changes its state, the new state is
//! next to its dot. A cycle is framed, and the middle of a long run is replaced by a count.
//!
//! ```
//! use rely_draw::{Ending, Participant, SequenceChart, SequenceStep, write_svg};
//! let participant = |name: &str| Participant { name: name.to_string(), is_property: false };
//! let chart = SequenceChart {
//!     title: "handshake".to_string(),
//!     participants: vec![participant("CLIENT"), participant("SERVER")],
//!     steps: vec![SequenceStep {
//!         action: "connect".to_string(),
//!         participants: vec![0, 1],
//!         changes: vec![(1, "busy".to_string())],
//!     }],
//!     ending: Ending::Deadlock,
//!     ..SequenceChart::default()
//! };
//! assert!(write_svg(&chart.scene()).contains("connect"));
//! ```

mod mermaid;
mod note;
mod plantuml;
mod text;

use crate::diagram::moved;
use crate::layout::{MARGIN, Piece, Point, Rect, Route, Size};
use crate::scene::{Anchor, Dash, Form, Ink, Item, Look, Scene, Weight, straight};
use crate::text::{LARGE, NORMAL, SMALL, clean, counted, line_height, shortened, width, wrapped};
pub use mermaid::write_mermaid;
pub use plantuml::write_plantuml;
pub use text::{Charset, TextChartOptions, write_text_chart};

/// A run of components, to be drawn: as a picture ([`SequenceChart::scene`]), as text ([`write_text_chart`]),
/// in Mermaid ([`write_mermaid`]) or PlantUML ([`write_plantuml`]).
#[derive(Clone, Debug, Default)]
pub struct SequenceChart {
    /// What it shows: the heading.
    pub title: String,
    /// More about it, next to the heading.
    pub subtitle: String,
    /// The components, in the order of their columns.
    pub participants: Vec<Participant>,
    /// The steps.
    pub steps: Vec<SequenceStep>,
    /// The step (counted from 0) from which on the rest is repeated forever.
    pub cycle_from: Option<usize>,
    /// How it ends.
    pub ending: Ending,
    /// Notes below the picture.
    pub notes: Vec<String>,
}

/// A component of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Participant {
    /// Its name.
    pub name: String,
    /// Whether it is a property, which only observes.
    pub is_property: bool,
}

/// A step of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequenceStep {
    /// The action.
    pub action: String,
    /// The participants, by position.
    pub participants: Vec<usize>,
    /// The participants whose state changes, and the new state.
    pub changes: Vec<(usize, String)>,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It could continue.
    #[default]
    Open,
    /// A component is in ERROR.
    Error,
    /// No action is possible.
    Deadlock,
}

/// Rows of steps that are drawn at most.
const MOST_STEPS: usize = 120;
/// Columns that are drawn at most.
const MOST_COLUMNS: usize = 40;
/// From one step to the next.
const ROW: i32 = 42;
/// Characters of a name.
const NAME: usize = 24;
/// Characters of a state.
const STATE: usize = 12;

impl SequenceChart {
    /// The picture. Positions of participants that do not exist are left out.
    pub fn scene(&self) -> Scene {
        Drawing::new(self).scene()
    }

    /// The first step of the cycle, if it exists.
    fn cycle_start(&self) -> Option<usize> {
        self.cycle_from.filter(|&from| from < self.steps.len())
    }

    /// The participants of a step, in order. Positions that do not exist are left out.
    fn takes_part(&self, step: &SequenceStep) -> Vec<usize> {
        let exists = |who: &usize| *who < self.participants.len();
        let mut who: Vec<usize> = step.participants.iter().copied().filter(exists).collect();
        who.sort_unstable();
        who.dedup();
        who
    }

    /// The run in words.
    fn words(&self) -> String {
        const SPOKEN: usize = 60;
        let who = self.participants.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join(", ");
        let mut text = format!("A run of {} with {}.", counted(self.steps.len(), "step"), who);
        for (i, step) in self.steps.iter().take(SPOKEN).enumerate() {
            if self.cycle_from == Some(i) {
                text.push_str(" Repeated forever from here:");
            }
            let names: Vec<&str> = step
                .participants
                .iter()
                .filter_map(|&p| Some(self.participants.get(p)?.name.as_str()))
                .collect();
            text.push_str(&format!(" Step {}: {} by {}.", i + 1, step.action, names.join(", ")));
        }
        if self.steps.len() > SPOKEN {
            text.push_str(&format!(" And {} more.", counted(self.steps.len() - SPOKEN, "step")));
        }
        match self.ending {
            Ending::Open => {}
            Ending::Error => text.push_str(" It ends in ERROR."),
            Ending::Deadlock => text.push_str(" It ends in a deadlock."),
        }
        text
    }
}

/// A row of the picture.
enum Row {
    Step(usize),
    Hidden(usize),
}

struct Drawing<'a> {
    chart: &'a SequenceChart,
    /// Participants that have a column: those that take part come before those that never do.
    columns: Vec<usize>,
    /// Where the lifelines are.
    x: Vec<i32>,
    rows: Vec<Row>,
    top: i32,
}

impl<'a> Drawing<'a> {
    fn new(chart: &'a SequenceChart) -> Self {
        let n = chart.participants.len();
        let mut takes_part = vec![false; n];
        for &who in chart.steps.iter().flat_map(|step| &step.participants) {
            if let Some(takes_part) = takes_part.get_mut(who) {
                *takes_part = true;
            }
        }
        let mut columns: Vec<usize> = (0..n).collect();
        if n > MOST_COLUMNS {
            columns.sort_by_key(|&i| (!takes_part[i], i));
            columns.truncate(MOST_COLUMNS);
            columns.sort_unstable();
        }
        // A column is as wide as its name and its states, and half of it is on each side of the line.
        let mut x = Vec::new();
        let mut at = MARGIN + 34;
        for &i in &columns {
            let name = width(&shortened(&clean(&chart.participants[i].name), NAME), NORMAL) + 22;
            let states = chart.steps.iter().flat_map(|step| &step.changes).filter(|(who, _)| *who == i);
            let state =
                states.map(|(_, state)| width(&shortened(state, STATE), SMALL - 1)).max().unwrap_or(0);
            let half = (name / 2).max(20);
            x.push(at + half);
            at += half + half.max(state + 14) + 12;
        }
        let n_steps = chart.steps.len();
        let rows = if n_steps <= MOST_STEPS {
            (0..n_steps).map(Row::Step).collect()
        } else {
            let half = MOST_STEPS / 2;
            (0..half)
                .map(Row::Step)
                .chain([Row::Hidden(n_steps - MOST_STEPS)])
                .chain((n_steps - half..n_steps).map(Row::Step))
                .collect()
        };
        let heading = if chart.title.is_empty() { 0 } else { line_height(LARGE) + 6 };
        Drawing { chart, columns, x, rows, top: MARGIN + heading }
    }

    fn scene(&self) -> Scene {
        let chart = self.chart;
        let mut items = Vec::new();
        let mut right = self.x.last().copied().unwrap_or(MARGIN) + 60;
        if !chart.title.is_empty() {
            let title = shortened(&clean(&chart.title), 60);
            let y = MARGIN + line_height(LARGE) / 2;
            let after = MARGIN + width(&title, LARGE) + 14;
            let subtitle = shortened(&clean(&chart.subtitle), 100);
            right = right.max(after + width(&subtitle, SMALL));
            items.push(text(Point { x: MARGIN, y }, title, LARGE, Anchor::Start, Ink::Ink, Weight::Bold));
            items.push(text(
                Point { x: after, y },
                subtitle,
                SMALL,
                Anchor::Start,
                Ink::Muted,
                Weight::Normal,
            ));
        }
        let head = 30;
        let first = self.top + head + ROW;
        let bottom = first + self.rows.len() as i32 * ROW - ROW / 2 + 2;
        self.heads(&mut items, head, bottom);
        let mut loop_top = None;
        for (k, row) in self.rows.iter().enumerate() {
            let y = first + k as i32 * ROW;
            match row {
                Row::Hidden(n) => {
                    let x = (self.x.first().copied().unwrap_or(0) + self.x.last().copied().unwrap_or(0)) / 2;
                    let words = format!("… {} are not drawn …", counted(*n, "step"));
                    let half = width(&words, SMALL) / 2 + 6;
                    let rect = Rect { x: x - half, y: y - 10, width: 2 * half, height: 20 };
                    let look = Look { stroke: None, fill: Some(Ink::Paper), width: 0, dash: Dash::Solid };
                    items.push(Item::Shape { rect, form: Form::Round(3), look });
                    items.push(text(
                        Point { x, y },
                        words,
                        SMALL,
                        Anchor::Middle,
                        Ink::Muted,
                        Weight::Italic,
                    ));
                }
                Row::Step(i) => {
                    if chart.cycle_from == Some(*i) {
                        loop_top = Some(y - 22);
                    }
                    let reach = self.step(*i, y, &mut items);
                    right = right.max(reach);
                }
            }
        }
        // A cycle that begins in the hidden middle is framed from there on.
        let hidden = self.rows.iter().position(|row| matches!(row, Row::Hidden(_)));
        let loop_top = loop_top.or_else(|| chart.cycle_from.and(hidden).map(|k| first + k as i32 * ROW - 22));
        right += MARGIN;
        let mut bottom = bottom + 4;
        if let (Some(top), Some(_)) = (loop_top, chart.cycle_from) {
            let rect = Rect { x: MARGIN - 8, y: top, width: right - 2 * (MARGIN - 8), height: bottom - top };
            let look = Look { stroke: Some(Ink::Path), fill: None, width: 15, dash: Dash::Dashed };
            items.push(Item::Shape { rect, form: Form::Round(6), look });
            let words = "repeated forever".to_string();
            let at = Point { x: MARGIN, y: bottom + 10 };
            items.push(text(at, words, SMALL, Anchor::Start, Ink::Path, Weight::Bold));
            bottom += 20;
        }
        bottom = self.end(bottom, &mut items);
        for note in &chart.notes {
            for line in wrapped(&clean(note), (right as usize / 8).clamp(50, 120)) {
                bottom += line_height(SMALL);
                right = right.max(width(&line, SMALL) + 2 * MARGIN);
                items.push(text(
                    Point { x: MARGIN, y: bottom },
                    line,
                    SMALL,
                    Anchor::Start,
                    Ink::Muted,
                    Weight::Normal,
                ));
            }
        }
        if self.columns.len() < chart.participants.len() {
            let n = chart.participants.len() - self.columns.len();
            bottom += line_height(SMALL);
            let words = format!(
                "{} not drawn.",
                if n == 1 { "1 component is".to_string() } else { format!("{n} components are") }
            );
            items.push(text(
                Point { x: MARGIN, y: bottom },
                words,
                SMALL,
                Anchor::Start,
                Ink::Muted,
                Weight::Normal,
            ));
        }
        Scene {
            size: Size { width: right, height: bottom + MARGIN },
            title: clean(&chart.title),
            description: clean(&chart.words()),
            items: items.iter().map(|item| moved(item, 0, 0)).collect(),
        }
    }

    /// The names and the lifelines.
    fn heads(&self, items: &mut Vec<Item>, head: i32, bottom: i32) {
        for (&i, &x) in self.columns.iter().zip(&self.x) {
            let participant = &self.chart.participants[i];
            let name = shortened(&clean(&participant.name), NAME);
            let line = straight(Point { x, y: self.top + head }, Point { x, y: bottom });
            items.push(Item::Line { route: line, has_head: false, look: Look::line(Ink::Faint, 15) });
            let half = width(&name, NORMAL) / 2 + 10;
            let rect = Rect { x: x - half, y: self.top, width: 2 * half, height: head };
            let (form, look) = if participant.is_property {
                (Form::Cut(7), Look::shape(Ink::Property, Ink::PropertyNode, 15))
            } else {
                (Form::Round(4), Look::shape(Ink::Part, Ink::PartNode, 15))
            };
            let parts = vec![
                Item::Shape { rect, form, look },
                text(
                    Point { x, y: self.top + head / 2 },
                    name,
                    NORMAL,
                    Anchor::Middle,
                    Ink::Ink,
                    Weight::Bold,
                ),
            ];
            items.push(Item::Group {
                kind: "participant",
                data: vec![("number", i.to_string()), ("name", participant.name.clone())],
                about: participant.name.clone(),
                items: parts,
            });
        }
    }

    /// A step; how far to the right it reaches.
    fn step(&self, i: usize, y: i32, items: &mut Vec<Item>) -> i32 {
        let step = &self.chart.steps[i];
        let column = |who: usize| self.columns.iter().position(|&c| c == who);
        let mut who: Vec<usize> = step.participants.iter().filter_map(|&p| column(p)).collect();
        who.sort_unstable();
        who.dedup();
        let failed =
            |c: usize| step.changes.iter().any(|(p, state)| column(*p) == Some(c) && state == "ERROR");
        let is_last = i + 1 == self.chart.steps.len();
        let is_bad = who.iter().any(|&c| failed(c)) || (is_last && self.chart.ending == Ending::Error);
        let ink = if is_bad { Ink::Error } else { Ink::Ink };
        let line = if is_bad { Look::line(Ink::Error, 22) } else { Look::line(Ink::Border, 20) };
        let mut parts = Vec::new();
        parts.push(text(
            Point { x: MARGIN + 22, y },
            (i + 1).to_string(),
            SMALL - 1,
            Anchor::End,
            Ink::Muted,
            Weight::Normal,
        ));
        let (from, to) = match (who.first(), who.last()) {
            (Some(&from), Some(&to)) => (from, to),
            // A step without visible participants concerns all columns.
            _ => (0, self.x.len().saturating_sub(1)),
        };
        if from < to {
            parts.push(Item::Line { route: self.bar(&who, from, to, y), has_head: false, look: line });
        }
        for &c in &who {
            let rect = Rect { x: self.x[c] - 5, y: y - 5, width: 10, height: 10 };
            let look = if failed(c) {
                Look::shape(Ink::Error, Ink::ErrorNode, 20)
            } else {
                Look::shape(Ink::Border, Ink::Border, 10)
            };
            parts.push(Item::Shape { rect, form: Form::Round(5), look });
        }
        for (p, state) in &step.changes {
            if let Some(c) = column(*p) {
                let state = shortened(&clean(state), STATE);
                let ink = if state == "ERROR" { Ink::Error } else { Ink::Muted };
                let at = Point { x: self.x[c] + 8, y: y + 11 };
                parts.push(text(at, state, SMALL - 1, Anchor::Start, ink, Weight::Normal));
            }
        }
        // The action stands over the bar, beside the first dot.
        let action = shortened(&clean(&step.action), 48);
        let x = self.x.get(from).copied().unwrap_or(MARGIN + 34) + 9;
        let weight = if step.action == "tau" { Weight::Italic } else { Weight::Bold };
        let reach = x + width(&action, SMALL);
        let paper = Look { stroke: None, fill: Some(Ink::Paper), width: 0, dash: Dash::Solid };
        let back = Rect { x: x - 2, y: y - 18, width: reach - x + 4, height: 14 };
        parts.push(Item::Shape { rect: back, form: Form::Round(2), look: paper });
        parts.push(text(Point { x, y: y - 11 }, action, SMALL, Anchor::Start, ink, weight));
        let names: Vec<&str> = step
            .participants
            .iter()
            .filter_map(|&p| Some(self.chart.participants.get(p)?.name.as_str()))
            .collect();
        let about = format!("step {}: {} by {}", i + 1, step.action, names.join(", "));
        items.push(Item::Group { kind: "step", data: vec![("number", i.to_string())], about, items: parts });
        reach
    }

    /// A bar from one column to another that jumps over those that do not take part.
    fn bar(&self, who: &[usize], from: usize, to: usize, y: i32) -> Route {
        let mut route = Route { start: Point { x: self.x[from], y }, ..Route::default() };
        for c in from + 1..to {
            if !who.contains(&c) {
                let x = self.x[c];
                let at = |dx: i32, dy: i32| Point { x: x + dx, y: y + dy };
                route.pieces.push(Piece::Line(at(-6, 0)));
                route.pieces.push(Piece::Curve(at(-6, 8), at(6, 8), at(6, 0)));
            }
        }
        route.pieces.push(Piece::Line(Point { x: self.x[to], y }));
        route
    }

    /// The last line, if there is something to say.
    fn end(&self, bottom: i32, items: &mut Vec<Item>) -> i32 {
        let words = match self.chart.ending {
            Ending::Open => return bottom,
            Ending::Error => "✗ ERROR",
            Ending::Deadlock => "✗ deadlock: nothing is possible any more",
        };
        let at = Point { x: MARGIN + 34, y: bottom + 8 };
        items.push(text(at, words.to_string(), NORMAL, Anchor::Start, Ink::Error, Weight::Bold));
        bottom + 20
    }
}

fn text(at: Point, text: String, size: i32, anchor: Anchor, ink: Ink, weight: Weight) -> Item {
    Item::Text { at, text, size, anchor, ink, weight }
}
