//! How long an editor waits: a model of 2,000 lines, edited and asked about over a connection in memory.
//!
//! A line per figure: its key, and milliseconds (the middle and the worst of the rounds).

use std::time::{Duration, Instant};

use rely_lsp::{Connection, Message, Notification, Request, RequestId, Settings, serve};
use rely_workbench::Limits;
use serde_json::{Value, json};

const LINES: usize = 2_000;
const ROUNDS: usize = 60;
const URI: &str = "file:///large.lts";

/// Stations in a row, each of ten lines, with a property for every tenth, and a system of all.
fn model() -> String {
    let mut text = String::from("const MAX = 3\nrange R = 0..MAX\nset KINDS = {red, green}\n");
    let mut names = Vec::new();
    let mut station = 0;
    while text.lines().count() + 12 < LINES {
        text += &format!(
            "// Station {station}: it counts what it holds.\n\
             STATION{station}(N=MAX) = HOLD[0],\n\
             HOLD[i:0..N] =\n    \
             ( when (i < N) put[{station}][k:KINDS] -> HOLD[i + 1]\n    \
             | when (i > 0) take[{station}] -> HOLD[i - 1]\n    \
             | when (i == 0) idle[{station}] -> HOLD[i]\n    \
             | look[{station}][i] -> show[{station}][R] -> HOLD[i]\n    \
             ).\n"
        );
        names.push(format!("STATION{station}"));
        if station % 10 == 0 {
            text += &format!(
                "property FIRST{station} = (put[{station}][KINDS] -> take[{station}] -> FIRST{station}).\n\n"
            );
        }
        station += 1;
    }
    while text.lines().count() + 6 < LINES {
        text += "// Nothing more here.\n";
    }
    text + &format!(
        "||ALL = ({}).\nfluent BUSY = <put[0][KINDS], take[0]>\nassert CALM = []<>!BUSY\n",
        names.join(" || ")
    )
}

struct Editor {
    connection: Connection,
    version: i32,
    id: i32,
}

impl Editor {
    fn notify(&self, method: &str, params: Value) {
        let message = Notification::new(method.to_string(), params);
        self.connection.sender.send(message.into()).expect("the server runs");
    }

    /// Asks, and waits for the answer.
    fn ask(&mut self, method: &str, params: Value) -> Duration {
        self.id += 1;
        let id: RequestId = self.id.into();
        let begin = Instant::now();
        let request = Request::new(id.clone(), method.to_string(), params);
        self.connection.sender.send(request.into()).expect("the server runs");
        loop {
            if let Message::Response(response) = self.connection.receiver.recv().expect("the server runs")
                && response.id == id
            {
                response.response_result.expect("it is answered");
                return begin.elapsed();
            }
        }
    }

    /// Types at a place, and waits for the findings.
    fn type_at(&mut self, line: u32, character: u32, removed: u32, text: &str) -> Duration {
        self.version += 1;
        let at = |character| json!({ "line": line, "character": character });
        let change =
            json!({ "range": { "start": at(character), "end": at(character + removed) }, "text": text });
        let document = json!({ "uri": URI, "version": self.version });
        let begin = Instant::now();
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
        self.published();
        begin.elapsed()
    }

    /// Waits for findings about the newest text.
    fn published(&mut self) {
        loop {
            if let Message::Notification(notification) =
                self.connection.receiver.recv().expect("the server runs")
                && notification.method == "textDocument/publishDiagnostics"
                && notification.params["version"] == self.version
            {
                return;
            }
        }
    }
}

fn tell(key: &str, mut times: Vec<Duration>) {
    times.sort();
    let millis = |time: Duration| time.as_secs_f64() * 1000.0;
    println!("{key} {:.2}", millis(times[times.len() / 2]));
    println!("{key}_worst {:.2}", millis(times[times.len() - 1]));
}

fn main() {
    let text = model();
    println!("lines {}", text.lines().count());
    let (ours, theirs) = Connection::memory();
    let settings = Settings { limits: Limits::default(), threads: 1, pause: Duration::from_millis(150) };
    let server = std::thread::Builder::new().stack_size(256 << 20);
    let server = server.spawn(move || serve(&theirs, settings)).expect("a thread can be started");
    let mut editor = Editor { connection: ours, version: 1, id: 0 };
    editor.ask("initialize", json!({ "capabilities": {} }));
    let item = json!({ "uri": URI, "languageId": "fsp", "version": 1, "text": text });
    let begin = Instant::now();
    editor.notify("textDocument/didOpen", json!({ "textDocument": item }));
    editor.published();
    tell("open", vec![begin.elapsed()]);

    // In a line of the middle that begins a choice: a letter comes and goes, then a bracket is missing for a
    // while.
    let line = text.lines().position(|line| line.contains("look[100][i]")).expect("there is such a station");
    let (row, character) = (line as u32, 8);
    let mut letters = Vec::new();
    for round in 0..ROUNDS {
        let (removed, text) = if round % 2 == 0 { (0, "o") } else { (1, "") };
        letters.push(editor.type_at(row, character, removed, text));
    }
    tell("letter", letters);
    let mut brackets = Vec::new();
    for round in 0..ROUNDS {
        let (removed, text) = if round % 2 == 0 { (0, "[") } else { (1, "") };
        brackets.push(editor.type_at(row, character, removed, text));
    }
    tell("bracket", brackets);

    let at = |line: u32, character: u32| json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } });
    let station = text.lines().position(|line| line.starts_with("STATION100(")).expect("it is there") as u32;
    let whole = text.lines().position(|line| line.starts_with("||ALL")).expect("it is there") as u32;
    for (key, method, params) in [
        ("completion", "textDocument/completion", at(row, character)),
        ("hover", "textDocument/hover", at(station, 2)),
        ("hover_all", "textDocument/hover", at(whole, 3)),
        ("definition", "textDocument/definition", at(whole, 12)),
        ("tokens", "textDocument/semanticTokens/full", json!({ "textDocument": { "uri": URI } })),
        ("symbols", "textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } })),
        ("lenses", "textDocument/codeLens", json!({ "textDocument": { "uri": URI } })),
        (
            "formatting",
            "textDocument/formatting",
            json!({
                "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true }
            }),
        ),
    ] {
        let rounds = if key == "hover_all" { 3 } else { ROUNDS / 3 };
        tell(key, (0..rounds).map(|_| editor.ask(method, params.clone())).collect());
    }
    // A finding that only elaboration has: from the keystroke, the pause included.
    let begin = Instant::now();
    editor.type_at(whole, 9, 0, "X");
    editor.published();
    tell("elaboration", vec![begin.elapsed()]);
    editor.ask("shutdown", Value::Null);
    editor.notify("exit", Value::Null);
    let _ = server.join();
}
