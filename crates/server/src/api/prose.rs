//! Renders the subset of Markdown that descriptions use as HTML: headings, paragraphs, lists, code.

use std::fmt::{self, Write};

/// Text with HTML's special characters escaped.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            other => f.write_char(other),
        })
    }
}

/// A line with code in backticks.
pub struct Inline<'a>(pub &'a str);

impl fmt::Display for Inline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.split('`').enumerate().try_for_each(|(place, part)| match place % 2 {
            0 => Escaped(part).fmt(f),
            _ => write!(f, "<code>{}</code>", Escaped(part)),
        })
    }
}

/// A whole description.
pub struct Prose<'a>(pub &'a str);

impl fmt::Display for Prose<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Code stands between fences, so every second part is code.
        self.0.split("```").enumerate().try_for_each(|(place, part)| match place % 2 {
            0 => part.split("\n\n").try_for_each(|block| write_block(f, block.trim())),
            _ => writeln!(f, "<pre><code>{}</code></pre>", Escaped(part.trim())),
        })
    }
}

fn write_block(f: &mut fmt::Formatter<'_>, block: &str) -> fmt::Result {
    if block.is_empty() {
        return Ok(());
    }
    if let Some(heading) = block.strip_prefix("## ") {
        return writeln!(f, "<h2>{}</h2>", Inline(heading));
    }
    if block.starts_with("- ") {
        let items = block.lines().map(|line| line.trim_start_matches("- "));
        f.write_str("<ul>\n")?;
        items.into_iter().try_for_each(|item| writeln!(f, "<li>{}</li>", Inline(item)))?;
        return f.write_str("</ul>\n");
    }
    writeln!(f, "<p>{}</p>", Inline(block))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_block() {
        let text = "One `a<b`.\n\n## Two & more\n\n- x\n- `y`\n\n```\n{\"say\":'<'}\n```\n\nEnd";
        assert_eq!(
            Prose(text).to_string(),
            "<p>One <code>a&lt;b</code>.</p>\n<h2>Two &amp; more</h2>\n<ul>\n<li>x</li>\n\
             <li><code>y</code></li>\n</ul>\n<pre><code>{&quot;say&quot;:&#39;&lt;&#39;}</code></pre>\n\
             <p>End</p>\n"
        );
    }
}
