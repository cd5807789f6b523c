//! Sequence charts as plain text.
//!
//! ```text
//!          A       B       C
//!    1     ●───────┼───────●     get
//!    2     │       ●       │     think
//! ```
//!
//! Columns are as wide as the longest name needs and the width allows; names are folded over up to
//! [`NAME_LINES`] lines, and replaced by numbers with a legend where even that does not fit. Actions are on
//! the right, so that long ones never move a column; they are folded too.

use super::SequenceChart;
use super::note::on_one_line;

/// Lines a name may take in the head of the chart.
const NAME_LINES: usize = 3;

/// The narrowest column.
const MIN_COLUMN: usize = 4;

/// The narrowest column in which names are folded; below it there are numbers.
const MIN_NAME_COLUMN: usize = 8;

/// The narrowest space for actions.
const MIN_ACTIONS: usize = 16;

/// How to draw a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextChartOptions {
    /// Characters per line, if the components allow it.
    pub width: usize,
    /// The characters to draw with.
    pub charset: Charset,
    /// After how many steps the head is repeated; 0 for never.
    pub head_every: usize,
}

impl Default for TextChartOptions {
    fn default() -> Self {
        TextChartOptions { width: 100, charset: Charset::Unicode, head_every: 50 }
    }
}

/// The characters to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Box drawing.
    #[default]
    Unicode,
    /// Only ASCII.
    Ascii,
}

/// Writes a run as plain text, one step per line.
///
/// ```
/// use rely_draw::{
///     Charset, Participant, SequenceChart, SequenceStep, TextChartOptions, write_text_chart,
/// };
///
/// let participant = |name: &str| Participant { name: name.to_string(), is_property: false };
/// let step = |action: &str, participants: &[usize]| SequenceStep {
///     action: action.to_string(),
///     participants: participants.to_vec(),
///     changes: Vec::new(),
/// };
/// let chart = SequenceChart {
///     participants: vec![participant("P"), participant("Q")],
///     steps: vec![step("a", &[0]), step("b", &[0, 1])],
///     ..SequenceChart::default()
/// };
/// let options = TextChartOptions { charset: Charset::Ascii, ..TextChartOptions::default() };
/// assert_eq!(write_text_chart(&chart, &options).lines().count(), 3);
/// ```
pub fn write_text_chart(chart: &SequenceChart, options: &TextChartOptions) -> String {
    let drawing = Drawing::new(chart, options);
    let mut lines = drawing.legend();
    let cycle_from = chart.cycle_start();
    for (i, step) in chart.steps.iter().enumerate() {
        if i == 0 || (options.head_every > 0 && i % options.head_every == 0) {
            lines.extend(drawing.head());
        }
        if cycle_from == Some(i) {
            lines.push(drawing.banner("from here on forever:"));
        }
        let who = chart.takes_part(step);
        for (k, part) in fold(&on_one_line(&step.action), drawing.action_width).iter().enumerate() {
            let number = if k == 0 { (i + 1).to_string() } else { String::new() };
            let width = drawing.number_width;
            let line = format!("{number:>width$}  {}  {part}", drawing.row(if k == 0 { &who } else { &[] }));
            lines.push(line.trim_end().to_string());
        }
    }
    if let Some(from) = cycle_from {
        lines.push(drawing.banner(&format!("back to step {}", from + 1)));
    }
    if chart.steps.is_empty() {
        lines.push("no steps".to_string());
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The measures of a chart.
struct Drawing {
    /// The names of the participants.
    names: Vec<String>,
    charset: Charset,
    number_width: usize,
    column: usize,
    action_width: usize,
    /// Names are replaced by numbers.
    is_numbered: bool,
}

impl Drawing {
    fn new(chart: &SequenceChart, options: &TextChartOptions) -> Self {
        let n = chart.participants.len().max(1);
        let number_width = chart.steps.len().to_string().len().max(3);
        let longest_action = chart.steps.iter().map(|step| step.action.chars().count()).max().unwrap_or(0);
        let names: Vec<String> =
            chart.participants.iter().map(|participant| on_one_line(&participant.name)).collect();
        let longest_name = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let for_actions = longest_action.clamp(MIN_ACTIONS, (options.width / 3).max(MIN_ACTIONS));
        let for_columns = options.width.saturating_sub(number_width + 4 + for_actions);
        // An odd width has a middle.
        let odd = |width: usize| (width - 1) | 1;
        let column = odd((for_columns / n).clamp(MIN_COLUMN, (longest_name + 3).max(MIN_COLUMN)));
        let fits = |name: &String| fold(name, column - 1).len() <= NAME_LINES;
        let is_numbered = longest_name > column - 1 && (column < MIN_NAME_COLUMN || !names.iter().all(fits));
        let digits = n.to_string().len() + 2;
        let column = if is_numbered { odd(column.min(digits.max(MIN_COLUMN + 1))) } else { column };
        let action_width = options.width.saturating_sub(number_width + 4 + column * n).max(MIN_ACTIONS);
        Drawing { names, charset: options.charset, number_width, column, action_width, is_numbered }
    }

    /// Which number is which component, where numbers replace names.
    fn legend(&self) -> Vec<String> {
        if !self.is_numbered {
            return Vec::new();
        }
        let width = self.names.len().to_string().len();
        let names = self.names.iter().enumerate();
        names.map(|(i, name)| format!("{:>width$} = {name}", i + 1)).collect()
    }

    /// The lines with the names of the components.
    fn head(&self) -> Vec<String> {
        let names: Vec<Vec<String>> = self
            .names
            .iter()
            .enumerate()
            .map(
                |(i, name)| {
                    if self.is_numbered { vec![(i + 1).to_string()] } else { fold(name, self.column - 1) }
                },
            )
            .collect();
        let height = names.iter().map(Vec::len).max().unwrap_or(0);
        let line = |k: usize| {
            let mut line = " ".repeat(self.number_width + 2);
            for name in &names {
                // Names stand on the ground of the head.
                let part = (k + name.len()).checked_sub(height).map_or("", |i| name[i].as_str());
                let blanks = self.column - part.chars().count().min(self.column);
                let left = blanks.div_ceil(2);
                line.push_str(&format!("{}{part}{}", " ".repeat(left), " ".repeat(blanks - left)));
            }
            line.trim_end().to_string()
        };
        (0..height).map(line).collect()
    }

    /// The columns of a step.
    fn row(&self, who: &[usize]) -> String {
        let (joint, bar, crossing, life) = match self.charset {
            Charset::Unicode => ('●', '─', '┼', '│'),
            Charset::Ascii => ('o', '-', '+', '|'),
        };
        let first = who.iter().min().copied();
        let last = who.iter().max().copied();
        let takes_part = {
            let mut takes_part = vec![false; self.names.len()];
            for &i in who {
                takes_part[i] = true;
            }
            takes_part
        };
        let half = self.column / 2;
        let mut row = String::new();
        for (i, &takes_part) in takes_part.iter().enumerate() {
            let is_joined_left = first.is_some_and(|first| first < i) && last.is_some_and(|last| i <= last);
            let is_joined_right = first.is_some_and(|first| first <= i) && last.is_some_and(|last| i < last);
            let side = |is_joined: bool| if is_joined { bar } else { ' ' };
            row.extend(std::iter::repeat_n(side(is_joined_left), half));
            row.push(match (takes_part, is_joined_left) {
                (true, _) => joint,
                (false, true) if is_joined_right => crossing,
                _ => life,
            });
            row.extend(std::iter::repeat_n(side(is_joined_right), self.column - half - 1));
        }
        row
    }

    /// A line across the chart.
    fn banner(&self, text: &str) -> String {
        let bar = if self.charset == Charset::Unicode { "──" } else { "--" };
        format!("{} {bar} {text}", " ".repeat(self.number_width))
    }
}

/// A text in pieces of at most `width` characters, broken after `.`, `:`, `_` or a blank where there is one
/// in the second half of a piece.
fn fold(text: &str, width: usize) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut pieces = Vec::new();
    let mut from = 0;
    while chars.len() - from > width {
        let slice = &chars[from..from + width];
        let cut = slice.iter().rposition(|c| ".:_ ".contains(*c)).map(|i| i + 1).filter(|&i| i > width / 2);
        let to = from + cut.unwrap_or(width);
        pieces.push(chars[from..to].iter().collect::<String>().trim_end().to_string());
        from = to;
    }
    pieces.push(chars[from..].iter().collect());
    pieces
}
