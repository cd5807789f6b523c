//! The content of a picture, before it is written in a language.

use rely_draw::{
    Diagram, DiagramEdge, DiagramNode, Hidden, Scene, SequenceChart, side_by_side, write_dot, write_mermaid,
    write_plantuml, write_svg, write_tikz,
};

use super::{Picture, PictureFormat};
use crate::Failure;
use crate::view::{ChartView, DrawDocument, EdgeView, GraphView, NodeView, ParticipantView, StepView};

/// A picture in a language.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// In the language that was asked for.
    pub text: String,
    /// A description of everything that was left out; the picture says so, too.
    pub notes: Vec<String>,
}

/// The content of a picture.
#[derive(Clone, Debug)]
pub enum Content {
    /// Graphs, side by side.
    Graphs {
        /// The graphs, from left to right.
        graphs: Vec<Diagram>,
        /// The heading of all of them.
        title: String,
        /// The kind of the picture.
        picture: Picture,
        /// The names of the components' states for each node of the only graph, where they are known.
        locals: Vec<Vec<String>>,
    },
    /// A run.
    Run(SequenceChart),
}

impl Content {
    /// A picture of one graph.
    pub fn graph(graph: Diagram, picture: Picture) -> Content {
        Content::Graphs { title: graph.title.clone(), graphs: vec![graph], picture, locals: Vec::new() }
    }

    /// The picture, with everything in its place.
    pub fn scene(&self) -> Scene {
        match self {
            Content::Graphs { graphs, title, .. } => {
                let description: Vec<&str> = graphs.iter().map(|graph| graph.description.as_str()).collect();
                side_by_side(graphs, title, &description.join(" "))
            }
            Content::Run(chart) => chart.scene(),
        }
    }

    /// The notes below the picture: everything that was left out, and more that a reader must know.
    pub fn notes(&self) -> Vec<String> {
        match self {
            Content::Graphs { graphs, .. } => graphs.iter().flat_map(|graph| graph.notes.clone()).collect(),
            Content::Run(chart) => chart.notes.clone(),
        }
    }

    /// The document of the picture of a file.
    pub fn document(&self, path: &str) -> DrawDocument {
        let scene = self.scene();
        let mut document = DrawDocument {
            schema: "rely/draw/1".to_string(),
            file: path.to_string(),
            picture: Picture::Trace.name().to_string(),
            title: scene.title.clone(),
            description: scene.description.clone(),
            notes: self.notes(),
            shown: 0,
            hidden: Some(0),
            graphs: Vec::new(),
            chart: None,
            svg: write_svg(&scene),
        };
        match self {
            Content::Graphs { graphs, picture, locals, .. } => {
                document.picture = picture.name().to_string();
                document.graphs = graphs.iter().map(|graph| graph_view(graph, locals)).collect();
                document.shown = graphs.iter().map(|graph| graph.nodes.len() as u64).sum();
                document.hidden = document.graphs.iter().map(|graph| graph.hidden).sum();
            }
            Content::Run(chart) => {
                document.shown = chart.steps.len() as u64;
                document.chart = Some(chart_view(chart));
            }
        }
        document
    }

    /// The picture of a file in a language.
    ///
    /// # Errors
    /// If the language has no such pictures: there are no graphs in Mermaid and PlantUML, and no runs in DOT.
    pub fn write(&self, path: &str, format: PictureFormat) -> Result<Drawn, Failure> {
        let wrong = |what: &str, others: &str| {
            Err(Failure::input("E1050", format!("{what} cannot be drawn as {}", format.name()))
                .help(format!("--format {others}")))
        };
        let text = match (self, format) {
            (Content::Graphs { .. }, PictureFormat::Mermaid | PictureFormat::Plantuml) => {
                return wrong("a graph", "svg, tikz, dot or json");
            }
            (Content::Run(_), PictureFormat::Dot) => {
                return wrong("a run", "svg, tikz, mermaid, plantuml or json");
            }
            (Content::Graphs { graphs, .. }, PictureFormat::Dot) => graphs.iter().map(write_dot).collect(),
            (_, PictureFormat::Svg) => write_svg(&self.scene()),
            (_, PictureFormat::Tikz) => write_tikz(&self.scene()),
            (_, PictureFormat::Json) => {
                let text = serde_json::to_string_pretty(&self.document(path));
                text.map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))?
                    + "\n"
            }
            (Content::Run(chart), PictureFormat::Mermaid) => write_mermaid(chart),
            (Content::Run(chart), PictureFormat::Plantuml) => write_plantuml(chart),
        };
        Ok(Drawn { text, notes: self.notes() })
    }
}

fn graph_view(graph: &Diagram, locals: &[Vec<String>]) -> GraphView {
    let node = |(i, node): (usize, &DiagramNode)| NodeView {
        key: node.key.clone(),
        kind: node.kind.name().to_string(),
        lines: node.lines.clone(),
        about: node.about.clone(),
        locals: locals.get(i).cloned().unwrap_or_default(),
        initial: graph.root == Some(i),
        marked: node.is_marked,
        complete: node.hidden == 0,
        hidden: node.hidden as u64,
    };
    let edge = |edge: &DiagramEdge| EdgeView {
        from: edge.from as u64,
        to: edge.to as u64,
        kind: edge.kind.name().to_string(),
        labels: edge.labels.clone(),
        lines: edge.lines.clone(),
    };
    GraphView {
        title: graph.title.clone(),
        subtitle: graph.subtitle.clone(),
        hidden: match graph.hidden {
            Hidden::Nodes(n) => Some(n as u64),
            Hidden::Unknown => None,
        },
        nodes: graph.nodes.iter().enumerate().map(node).collect(),
        edges: graph.edges.iter().map(edge).collect(),
    }
}

fn chart_view(chart: &SequenceChart) -> ChartView {
    let participants = chart.participants.iter().map(|participant| ParticipantView {
        name: participant.name.clone(),
        property: participant.is_property,
    });
    let steps = chart.steps.iter().map(|step| StepView {
        action: step.action.clone(),
        participants: step.participants.clone(),
        changes: step.changes.clone(),
        places: Vec::new(),
    });
    ChartView {
        participants: participants.collect(),
        steps: steps.collect(),
        cycle_from: chart.cycle_from.map(|from| from as u64),
    }
}
