//! The lightsout library for the web page: named operations, JSON in and JSON out.
//!
//! [`call`] is the only function that JavaScript sees. Its answer is `{"ok": ...}` or
//! `{"error": "a sentence"}`; the operations and the shape of their requests are in `ops`.

mod ops;
mod view;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Carries out the operation `name` on a JSON request, and for those that read a file on the
/// bytes of that file.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
pub fn call(name: &str, request: &str, bytes: &[u8]) -> String {
    let answer = ops::dispatch(name, request, bytes);
    match answer {
        Ok(json) => format!("{{\"ok\":{json}}}"),
        Err(sentence) => format!("{{\"error\":{}}}", serde_json::Value::from(sentence)),
    }
}

/// The answer of an operation as JSON text, or a sentence that says what is wrong.
pub(crate) type Answer = Result<String, String>;

/// Reads a request.
pub(crate) fn parse<'a, T: Deserialize<'a>>(request: &'a str) -> Result<T, String> {
    serde_json::from_str(request).map_err(|error| format!("the request is not one: {error}"))
}

/// Writes an answer.
pub(crate) fn write<T: Serialize>(answer: &T) -> Answer {
    serde_json::to_string(answer).map_err(sentence)
}

/// Runs an operation on a parsed request.
pub(crate) fn run<T, A, F>(request: &str, operation: F) -> Answer
where
    T: DeserializeOwned,
    A: Serialize,
    F: FnOnce(T) -> Result<A, String>,
{
    write(&operation(parse(request)?)?)
}

/// An error as the sentence it prints.
pub(crate) fn sentence(error: impl ToString) -> String {
    error.to_string()
}
