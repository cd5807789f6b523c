//! Access control.
//!
//! The page is for the user who started the server. Other programs on the same machine, and other pages in
//! the same browser, must neither see anything through it nor start work.
//!
//! # Invariants
//!
//! 1. Without the right token, no answer reveals anything, not even whether a path exists. 2. `Host` is the
//!    name of this server: another name that DNS resolves to this machine is refused. 3. A page of another
//!    origin is refused even with the token (`Origin`, `Sec-Fetch-Site`). 4. The token is never an argument
//!    of a program: the URL that opens the browser has a token of its own, valid for one request.

use hyper::header::{HOST, HeaderMap, ORIGIN};
use rely_report::Failure;

/// Bytes of a token: 128 bits cannot be guessed.
const TOKEN_BYTES: usize = 16;

/// The secret in the URL.
#[derive(Clone, Debug)]
pub struct Token(String);

impl Token {
    /// A new token, from the operating system's random numbers.
    ///
    /// # Errors
    /// If the system gives none.
    pub fn new() -> Result<Token, Failure> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| {
            Failure::Internal(format!("the operating system gives no random numbers: {error}"))
        })?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token as it appears in the URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
    fn is(&self, given: &str) -> bool {
        let (ours, given) = (self.0.as_bytes(), given.as_bytes());
        let different = ours.iter().zip(given).fold(0, |all, (x, y)| all | (x ^ y));
        // Keeps the optimizer from stopping early.
        ours.len() == given.len() && std::hint::black_box(different) == 0
    }

    /// The rest of a path after the token; `None` if the path does not begin with it.
    pub fn behind<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (first, rest) = path.strip_prefix('/')?.split_once('/')?;
        self.is(first).then_some(rest)
    }
}

/// Do the headers say that the request comes from our own page or from the user?
pub fn is_ours(headers: &HeaderMap, port: u16) -> bool {
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let mut named = headers.get_all(HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok());
    let is_host = host.is_some_and(|host| hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host)));
    if !is_host || named.next().is_some() {
        return false;
    }
    let of_page = |origin: &hyper::header::HeaderValue| {
        let origin = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some() && origin == host
    };
    if !headers.get_all(ORIGIN).iter().all(of_page) {
        return false;
    }
    // Old browsers send no such header. `none` means that the user typed or opened the URL.
    headers.get_all("sec-fetch-site").iter().all(|site| site == "same-origin" || site == "none")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token("0123456789abcdef".to_string());
        assert_eq!(token.behind("/0123456789abcdef/api/project"), Some("api/project"));
        assert_eq!(token.behind("/0123456789abcdef/"), Some(""));
        for wrong in
            ["/", "/0123456789abcdef", "/0123456789abcdee/", "/0123456789abcdef0/", "/0123/", "//", ""]
        {
            assert_eq!(token.behind(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn tokens_have_128_bits_and_differ() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(one.as_str().len(), 32);
        assert!(one.as_str().bytes().all(|b| b.is_ascii_hexdigit()));
        assert_ne!(one.as_str(), other.as_str());
    }
}
