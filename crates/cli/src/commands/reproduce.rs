//! `reproduce`: the documents' tables, examples and figures beside ours.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use lightsout::reproduce::{Figure, Item, Verdict, items, triangle};
use serde_json::json;

use crate::args::{Format, OutputArgs};
use crate::fail::{Fail, Status};
use crate::output::Output;
use crate::picture;

/// The formats of the result.
pub(crate) const FORMATS: &[Format] = &[Format::Text, Format::Json, Format::Csv];

/// Arguments of `reproduce`.
#[derive(Debug, Args)]
pub(crate) struct ReproduceArgs {
    /// Only this document: a key of docs/references.md such as Triangle or Cylinder.
    #[arg(long, value_name = "KEY")]
    document: Option<String>,
    /// Draw the figures into this folder, as SVG and PNG.
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

fn figures() -> Vec<Figure> {
    let mut list = triangle::figures();
    list.extend(triangle::cylinder_figures());
    list
}

/// Compares, and draws.
pub(crate) fn run(args: &ReproduceArgs) -> Result<Status, Fail> {
    let format = args.output.format("reproduce", FORMATS)?;
    let wanted = |document: &str| args.document.as_ref().is_none_or(|d| d.eq_ignore_ascii_case(document));
    if let Some(folder) = &args.figures {
        let fail = |error: std::io::Error| Fail::io(&folder.display().to_string(), &error);
        fs::create_dir_all(folder).map_err(fail)?;
        for figure in figures().iter().filter(|f| wanted(f.document)) {
            fs::write(folder.join(format!("{}.svg", figure.file)), &figure.svg).map_err(fail)?;
            let png = picture::png(&figure.svg, None)?;
            fs::write(folder.join(format!("{}.png", figure.file)), png).map_err(fail)?;
            args.output.remark(&format!("[{}] {}: {}", figure.document, figure.item, figure.file));
        }
    }
    let items: Vec<Item> = items().into_iter().filter(|item| wanted(item.document)).collect();
    if items.is_empty() && args.figures.is_none() {
        let found = args.document.as_deref().unwrap_or("");
        return Err(Fail::Input(format!("document \"{found}\": expected Triangle, Cylinder or Chasing")));
    }
    let mut out = Output::open(&args.output)?;
    match format {
        Format::Json => {
            let list: Vec<serde_json::Value> = items
                .iter()
                .map(|i| {
                    json!({
                        "document": i.document,
                        "item": i.item,
                        "theirs": i.theirs,
                        "ours": i.ours,
                        "verdict": i.verdict.word(),
                        "note": i.note,
                    })
                })
                .collect();
            out.json(&json!({ "schema": 1, "items": list }))?;
        }
        Format::Csv => {
            let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
            out.text("document,item,theirs,ours,verdict,note\n")?;
            for i in &items {
                let fields = [i.document, &i.item, &i.theirs, &i.ours, i.verdict.word(), &i.note];
                out.text(&format!("{}\n", fields.map(quoted).join(",")))?;
            }
        }
        _ => {
            for i in &items {
                out.text(&format!("[{}] {}\n  {}", i.document, i.item, i.verdict.word()))?;
                match i.verdict {
                    Verdict::Match => out.text(&format!(": {}\n", i.ours))?,
                    _ => out.text(&format!("\n  theirs: {}\n  ours:   {}\n", i.theirs, i.ours))?,
                }
                if !i.note.is_empty() {
                    out.text(&format!("  {}\n", i.note))?;
                }
            }
            let count = |v| items.iter().filter(|i| i.verdict == v).count();
            out.text(&format!("{} match, {} differ\n", count(Verdict::Match), count(Verdict::Difference)))?;
        }
    }
    out.finish()?;
    Ok(Status::Yes)
}
