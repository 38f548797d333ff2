// Writes dist/report.html (or the file that is named): template.html with the style and the script inside,
// and the hashes of both in its Content-Security-Policy. The same sources give the same bytes everywhere.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const LARGEST = 300_000;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const bundled = async (entry) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [here(entry)],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    charset: "utf8",
    metafile: true,
    legalComments: "none",
    lineLimit: 110,
    logLevel: "warning",
    absWorkingDir: here("."),
  });
  return { text: `\n${outputFiles[0].text.trim()}\n`, sources: Object.keys(metafile.inputs) };
};
/** The licenses of the packages that are inside, each once, with the copyrights of all that have it. */
const licensesOf = async (sources) => {
  const found = new Map();
  const names = sources.map((source) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1]);
  for (const name of [...new Set(names.filter(Boolean))].sort()) {
    const text = (await readFile(here(`node_modules/${name}/LICENSE`), "utf8"))
      .replaceAll("--", "- -")
      .trim();
    const owner = text.split("\n").filter((line) => line.startsWith("Copyright"));
    const terms = text
      .split("\n")
      .filter((line) => !line.startsWith("Copyright"))
      .join("\n")
      .trim();
    found.set(terms, [...(found.get(terms) ?? []), `${name}: ${owner.join("; ") || "public domain"}`]);
  }
  return [...found].map(([terms, owners]) => `${owners.join("\n")}\n\n${terms}`).join("\n\n");
};
const hash = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
const replaceOnce = (text, mark, content) => {
  const parts = text.split(mark);
  if (parts.length !== 2)
    throw new Error(`expected the mark ${mark} once, found it ${parts.length - 1} times`);
  return parts.join(content);
};

const style = await bundled("src/report.css");
const script = await bundled("src/main.ts");
let page = await readFile(here("src/template.html"), "utf8");
page = replaceOnce(page, "LICENSES", `What this page has inside:\n\n${await licensesOf(script.sources)}\n`);
page = replaceOnce(page, "STYLE_HASH", hash(style.text));
page = replaceOnce(page, "SCRIPT_HASH", hash(script.text));
page = replaceOnce(page, "/*STYLE*/", style.text);
page = replaceOnce(page, "/*SCRIPT*/", script.text);
// What the program fills in must be there once: the data, and the policy of a page that is served.
for (const mark of ["/*DATA*/", "connect-src 'none'"]) replaceOnce(page, mark, "");
for (const end of ["</script", "</style"])
  if (page.split(end).length !== (end === "</script" ? 3 : 2)) throw new Error(`a text holds ${end}`);
const size = Buffer.byteLength(page);
if (size > LARGEST) throw new Error(`the page has ${size} bytes; at most ${LARGEST} are allowed`);
const target = process.argv[2] ?? here("dist/report.html");
await writeFile(target, page);
console.log(`${target}: ${size} bytes`);
