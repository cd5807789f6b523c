//! Who may ask.
//!
//! The page is for the person who started the server. Other programs of the same machine, and other pages in
//! the same browser, must not see anything through it, or make it work.
//!
//! # Invariants
//!
//! 1. Nothing is answered, not even that a path exists, before the token of the path was compared. 2. The
//!    name that the browser believes to talk to is ours: a name that leads here by DNS is not (`Host`). 3. A
//!    page of another origin is refused even if it knows the token (`Origin`, `Sec-Fetch-Site`). 4. The token
//!    is not in the arguments of a program: what the desktop is told to open has one of its own, which is
//!    good for one request.

use hyper::header::{HOST, HeaderMap, ORIGIN};
use rely_workbench::Failure;

/// Bytes of a token: 128 bits cannot be guessed.
const TOKEN_BYTES: usize = 16;

/// What is known only to those who were told the address.
#[derive(Clone, Debug)]
pub struct Token(String);

impl Token {
    /// A new one, by the operating system's randomness.
    ///
    /// # Errors
    /// If there is none.
    pub fn new() -> Result<Token, Failure> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| {
            Failure::Internal(format!("the operating system gives no random numbers: {error}"))
        })?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// As it stands in the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Is it this one? Takes the same time wherever the first difference is.
    fn is(&self, given: &str) -> bool {
        let (ours, given) = (self.0.as_bytes(), given.as_bytes());
        let different = ours.iter().zip(given).fold(0, |all, (x, y)| all | (x ^ y));
        // Not to be shortened by the optimizer.
        ours.len() == given.len() && std::hint::black_box(different) == 0
    }

    /// What follows the token in a path; `None` if it does not begin with it.
    pub fn behind<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (first, rest) = path.strip_prefix('/')?.split_once('/')?;
        self.is(first).then_some(rest)
    }
}

/// Do the headers say that our own page asks, or the person themselves?
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
    // Old browsers do not tell. `none` is an address that was typed or opened from elsewhere than a page.
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
