//! The server: connections and addresses.
//!
//! One thread has all connections; other threads do the work (`jobs`). An idle connection costs a few
//! kilobytes and ends after a while, and the number of connections is limited (`places`).

use std::borrow::Cow;
use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request as Asked, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use percent_encoding::percent_decode_str;
use rely_report::Failure;
use rely_workbench::{Control, Limits, ModelFolder, ReadOptions};
use serde::Serialize;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, mpsc};

use crate::answer::{Answer, StopWhenDropped, pieces, refused, whole, with_headers};
use crate::assets;
use crate::export::{hash, picture_style};
use crate::folder::{file, project};
use crate::guard::{Token, is_ours};
use crate::jobs::{Jobs, panicked};
use crate::places::Places;
use crate::requests::Request;
use crate::watch::watch;

/// Longer requests are refused. An export contains the documents that are shown.
const MAX_BODY: u64 = 64 << 20;

/// Requests with longer headers are refused.
const MAX_HEAD: usize = 64 << 10;

/// The headers of a request must arrive within this time.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The body of a request must arrive within this time.
const BODY_TIME: Duration = Duration::from_secs(30);

/// Time between two keep-alive lines on a stream of events.
const PING: Duration = Duration::from_secs(15);

/// How often to check for an interrupt.
const GLANCE: Duration = Duration::from_millis(100);

/// Work that is still running when the server ends gets this long to stop.
const FAREWELL: Duration = Duration::from_millis(1500);

/// Maximum number of connections; a browser has a handful.
const CONNECTIONS: usize = 256;

/// Deep models recurse within the parser's depth limit; this is ample.
const STACK: usize = 256 << 20;

/// Default time limit, in seconds.
const DEFAULT_TIME: u64 = 60;

/// Default memory limit: a page that is left open must not exhaust the machine.
const DEFAULT_MEMORY: u64 = 2 << 30;

/// Limits for showing a file, without a command.
const GLANCE_LIMITS: Limits =
    Limits { states: Some(1_000_000), time: Some(20), memory: Some(DEFAULT_MEMORY) };

/// The options of a server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// A folder, or a file, whose folder is served.
    pub path: PathBuf,
    /// The port; 0 chooses a free one.
    pub port: u16,
    /// How to read files.
    pub read: ReadOptions,
    /// Limits for requests that set none. Without a time limit it is a minute, without a memory limit 2 GiB.
    pub limits: Limits,
    /// Threads of each request.
    pub threads: usize,
}

/// A server that listens on a port of this machine.
pub struct Server {
    listener: std::net::TcpListener,
    shared: Arc<Shared>,
}

/// The data that all connections share.
struct Shared {
    folder: Arc<ModelFolder>,
    token: Token,
    /// A token that leads to the page once.
    once: Mutex<Option<Token>>,
    port: u16,
    policy: HeaderValue,
    limits: Limits,
    threads: usize,
    jobs: Jobs,
    changes: broadcast::Sender<Arc<[String]>>,
}

impl Server {
    /// Opens the folder and the port, on this machine only.
    ///
    /// # Errors
    /// If there is no such folder or file, or if the port is in use.
    pub fn bind(options: &ServeOptions) -> Result<Server, Failure> {
        let folder = ModelFolder::open(&options.path, options.read)?;
        let limits = usual(&options.limits);
        let wrong = |error: std::io::Error| {
            Failure::input("E1060", format!("the server cannot listen on port {}: {error}", options.port))
                .help("another program may use it; --port 0 chooses a free one")
        };
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).map_err(wrong)?;
        listener.set_nonblocking(true).map_err(wrong)?;
        let port = listener.local_addr().map_err(wrong)?.port();
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self' '{}'; img-src 'self' data: blob:; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            hash(&picture_style())
        );
        let policy = HeaderValue::try_from(policy)
            .map_err(|error| Failure::Internal(format!("the policy of the page: {error}")))?;
        let shared = Shared {
            folder: Arc::new(folder),
            token: Token::new()?,
            once: Mutex::default(),
            port,
            policy,
            limits,
            threads: options.threads,
            jobs: Jobs::new(),
            changes: broadcast::Sender::new(64),
        };
        Ok(Server { listener, shared: Arc::new(shared) })
    }

    /// The URL of the page.
    pub fn url(&self) -> String {
        self.shared.url(&self.shared.token)
    }

    /// A URL that leads to the page the first time it is opened, and nowhere after that. It is for programs
    /// that open a browser: everybody on this machine can read the arguments of running programs.
    ///
    /// # Errors
    /// If the system has no source of randomness.
    pub fn url_for_once(&self) -> Result<String, Failure> {
        let token = Token::new()?;
        let url = self.shared.url(&token);
        if let Ok(mut once) = self.shared.once.lock() {
            *once = Some(token);
        }
        Ok(url)
    }

    /// The address that it listens on.
    ///
    /// # Errors
    /// If the operating system does not know.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the flag is set.
    ///
    /// # Errors
    /// If threads cannot be started or connections cannot be accepted.
    pub fn run(self, stop: &Arc<AtomicBool>) -> Result<(), Failure> {
        let wrong = |error: std::io::Error| Failure::Internal(format!("the server cannot run: {error}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .thread_stack_size(STACK)
            .max_blocking_threads(32)
            .build()
            .map_err(wrong)?;
        let (folder, changes, flag) = (self.shared.folder.clone(), self.shared.changes.clone(), stop.clone());
        let watcher = std::thread::Builder::new()
            .name("watch".to_string())
            .spawn(move || watch(&folder, &changes, &flag))
            .map_err(wrong)?;
        let jobs = self.shared.jobs.clone();
        let served = runtime.block_on(accept(self.listener, self.shared, stop)).map_err(wrong);
        // Dropped connections stop their work, which may have to delete temporary files.
        runtime.shutdown_background();
        let end = Instant::now();
        while jobs.is_busy() && end.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(10));
        }
        stop.store(true, Ordering::Relaxed);
        let _ = watcher.join();
        served
    }
}

/// Limits with a time and a memory limit.
fn usual(limits: &Limits) -> Limits {
    Limits {
        time: limits.time.or(Some(DEFAULT_TIME)),
        memory: limits.memory.or(Some(DEFAULT_MEMORY)),
        ..limits.clone()
    }
}

/// Accepts connections until the flag is set.
async fn accept(
    listener: std::net::TcpListener,
    shared: Arc<Shared>,
    stop: &Arc<AtomicBool>,
) -> std::io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let mut places = Places::new(CONNECTIONS);
    while !stop.load(Ordering::Relaxed) {
        let Ok(accepted) = tokio::time::timeout(GLANCE, listener.accept()).await else { continue };
        // A connection that failed before it was accepted is ignored. Without file handles, wait a little.
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(GLANCE).await;
            continue;
        };
        if places.make_room() {
            let trusted = Arc::new(AtomicBool::new(false));
            let task = tokio::spawn(serve_connection(stream, shared.clone(), trusted.clone()));
            places.take(task, trusted);
        }
    }
    Ok(())
}

/// Answers the requests of a connection, which is `trusted` from its first request with the token on.
async fn serve_connection(stream: TcpStream, shared: Arc<Shared>, trusted: Arc<AtomicBool>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |asked: Asked<Incoming>| {
        let shared = shared.clone();
        if is_ours(asked.headers(), shared.port) && shared.token.behind(asked.uri().path()).is_some() {
            trusted.store(true, Ordering::Relaxed);
        }
        async move {
            let answer = shared.answer(asked).await;
            Ok::<_, Infallible>(with_headers(answer, &shared.policy))
        }
    });
    // Errors of a connection that breaks off are ignored.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MAX_HEAD)
        .max_headers(64)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

impl Shared {
    fn url(&self, token: &Token) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, token.as_str())
    }

    /// Does this path lead to the page once? If so, it does not work again.
    fn leads_once(&self, path: &str) -> bool {
        let Ok(mut once) = self.once.lock() else { return false };
        once.take_if(|token| token.behind(path) == Some("")).is_some()
    }

    async fn answer(self: &Arc<Self>, asked: Asked<Incoming>) -> Answer {
        let uri = asked.uri();
        if uri.authority().is_some() || !is_ours(asked.headers(), self.port) {
            return refused(StatusCode::FORBIDDEN);
        }
        if asked.method() == Method::GET && self.leads_once(uri.path()) {
            let mut answer = whole(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", String::new());
            if let Ok(page) = HeaderValue::try_from(self.url(&self.token)) {
                answer.headers_mut().insert(LOCATION, page);
            }
            return answer;
        }
        let Some(place) = self.token.behind(uri.path()) else { return refused(StatusCode::FORBIDDEN) };
        let expected = match place {
            "" | "app.js" | "app.css" | "api/project" | "api/file" | "api/events" => Method::GET,
            "api/run" => Method::POST,
            _ => return refused(StatusCode::NOT_FOUND),
        };
        if asked.method() != expected {
            let mut answer = refused(StatusCode::METHOD_NOT_ALLOWED);
            let allowed = HeaderValue::from_static(if expected == Method::GET { "GET" } else { "POST" });
            answer.headers_mut().insert(ALLOW, allowed);
            return answer;
        }
        match place {
            "" => whole(StatusCode::OK, "text/html; charset=utf-8", assets::frame()),
            "app.js" => whole(StatusCode::OK, "text/javascript; charset=utf-8", assets::script()),
            "app.css" => whole(StatusCode::OK, "text/css; charset=utf-8", assets::style()),
            "api/project" => self.looked(|folder, _| Ok(project(folder))).await,
            "api/file" => match path_in(uri.query()) {
                Some(path) => self.looked(move |folder, control| file(folder, &path, control)).await,
                None => failed(
                    StatusCode::BAD_REQUEST,
                    &Failure::input("E1000", "the URL has no path: api/file?path=FILE"),
                ),
            },
            "api/events" => self.events(),
            _ => self.run(asked).await,
        }
    }

    /// Answers with a document that takes little time.
    async fn looked<T: Serialize + Send + 'static>(
        self: &Arc<Self>,
        look: impl FnOnce(&ModelFolder, &Control) -> Result<T, Failure> + Send + 'static,
    ) -> Answer {
        let folder = self.folder.clone();
        let stop = Arc::new(AtomicBool::new(false));
        let _stop = StopWhenDropped(stop.clone());
        let work = move || {
            let control = Control::new(&GLANCE_LIMITS, 1, stop).within(folder.sandbox.clone());
            let document = look(&folder, &control)?;
            serde_json::to_string(&document)
                .map_err(|error| Failure::Internal(format!("the document cannot be written: {error}")))
        };
        match tokio::task::spawn_blocking(work).await {
            Ok(Ok(text)) => whole(StatusCode::OK, JSON, text),
            Ok(Err(failure)) => failed(StatusCode::NOT_FOUND, &failure),
            Err(_) => failed(StatusCode::INTERNAL_SERVER_ERROR, &panicked()),
        }
    }

    /// Answers with the result of a request, as a stream.
    async fn run(self: &Arc<Self>, asked: Asked<Incoming>) -> Answer {
        if !is_json(asked.headers()) {
            return failed(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                &Failure::input("E1000", "the type of a request must be application/json"),
            );
        }
        let bytes = match tokio::time::timeout(BODY_TIME, read(asked.into_body())).await {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(answer)) => return answer,
            Err(_) => return refused(StatusCode::REQUEST_TIMEOUT),
        };
        // Parsing a long request takes a while; other connections must not wait.
        let request = match tokio::task::spawn_blocking(move || Request::read(&bytes)).await {
            Ok(Ok(request)) => request,
            Ok(Err(failure)) => return failed(StatusCode::BAD_REQUEST, &failure),
            Err(_) => return failed(StatusCode::INTERNAL_SERVER_ERROR, &panicked()),
        };
        let (folder, limits, threads) = (self.folder.clone(), self.limits.clone(), self.threads);
        let weight = request.weight();
        self.jobs.start(weight, move |stop, lines| {
            let control = request.control(&limits, threads, stop).within(folder.sandbox.clone());
            request.answer(&folder, &control.with_progress(Box::new(lines)))
        })
    }

    /// Streams the changes of files.
    fn events(&self) -> Answer {
        let (sender, receiver) = mpsc::channel(16);
        let mut changes = self.changes.subscribe();
        tokio::spawn(async move {
            let mut text = "retry: 1000\n: here\n\n".to_string();
            while sender.send(Bytes::from(text)).await.is_ok() {
                let next = tokio::time::timeout(PING, changes.recv());
                text = match next.await {
                    Ok(Ok(paths)) => format!("event: files\ndata: {}\n\n", json!({"changed": &*paths})),
                    // A slow reader learns that anything may have changed.
                    Ok(Err(broadcast::error::RecvError::Lagged(_))) => {
                        "event: files\ndata: {\"changed\":[]}\n\n".to_string()
                    }
                    Ok(Err(broadcast::error::RecvError::Closed)) => return,
                    Err(_) => ": still here\n\n".to_string(),
                };
            }
        });
        pieces("text/event-stream", receiver, StopWhenDropped(Arc::default()))
    }
}

const JSON: &str = "application/json";

/// An answer with an error.
fn failed(status: StatusCode, failure: &Failure) -> Answer {
    whole(status, JSON, json!({ "error": failure.document() }).to_string())
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut kinds = headers.get_all(CONTENT_TYPE).iter();
    let kind = kinds.next().and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let plain = kind.split(';').next().unwrap_or_default().trim();
    plain.eq_ignore_ascii_case(JSON) && kinds.next().is_none()
}

/// The body of a request, up to the limit.
async fn read(mut body: Incoming) -> Result<Vec<u8>, Answer> {
    let too_large = || {
        let message = format!("the request has more than {} MiB", MAX_BODY >> 20);
        failed(StatusCode::PAYLOAD_TOO_LARGE, &Failure::input("E1000", message))
    };
    if body.size_hint().lower() > MAX_BODY {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(frame) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let Ok(frame) = frame else { return Err(refused(StatusCode::BAD_REQUEST)) };
        if let Ok(piece) = frame.into_data() {
            if (bytes.len() + piece.len()) as u64 > MAX_BODY {
                return Err(too_large());
            }
            bytes.extend_from_slice(&piece);
        }
    }
    Ok(bytes)
}

/// The `path` of a query; none if it is missing, repeated, or not UTF-8.
fn path_in(query: Option<&str>) -> Option<String> {
    let mut paths = query?.split('&').filter_map(|pair| pair.strip_prefix("path="));
    let path = paths.next()?;
    if paths.next().is_some() {
        return None;
    }
    // The decoder leaves a `%` without two digits as it is.
    let is_code = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    let is_complete = path.split('%').skip(1).all(is_code);
    let path = path.replace('+', " ");
    is_complete.then(|| percent_decode_str(&path).decode_utf8().ok().map(Cow::into_owned))?
}

#[cfg(test)]
mod tests {
    use rely_workbench::Limits;

    use super::{path_in, usual};

    #[test]
    fn work_has_limits_of_time_and_memory() {
        let limits = usual(&Limits::default());
        assert_eq!((limits.states, limits.time, limits.memory), (None, Some(60), Some(2 << 30)));
        let given = Limits { states: Some(5), time: Some(600), memory: Some(8 << 30) };
        assert_eq!(usual(&given), given);
    }

    #[test]
    fn paths_are_decoded_once() {
        assert_eq!(path_in(Some("path=a%2Fb%20c+d.lts")).as_deref(), Some("a/b c d.lts"));
        assert_eq!(path_in(Some("x=1&path=%252e")).as_deref(), Some("%2e"));
        assert_eq!(path_in(Some("path=%C3%BC")).as_deref(), Some("ü"));
        for wrong in ["", "x=1", "path=a&path=b", "path=%", "path=%2", "path=%zz", "path=%ff"] {
            assert_eq!(path_in(Some(wrong)), None, "{wrong}");
        }
        assert_eq!(path_in(None), None);
    }
}
