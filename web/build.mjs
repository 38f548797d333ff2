// Writes dist/report.html (or the file that is named): template.html with the style and the script inside, and
// the hashes of both in its Content-Security-Policy. The same sources give the same bytes on every machine.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const LARGEST = 300_000;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const bundled = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [here(entry)],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    lineLimit: 110,
    logLevel: "warning",
    absWorkingDir: here("."),
  });
  return `\n${outputFiles[0].text.trim()}\n`;
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
page = replaceOnce(page, "STYLE_HASH", hash(style));
page = replaceOnce(page, "SCRIPT_HASH", hash(script));
page = replaceOnce(page, "/*STYLE*/", style);
page = replaceOnce(page, "/*SCRIPT*/", script);
replaceOnce(page, "/*DATA*/", ""); // the program fills it in: it must be there once
for (const end of ["</script", "</style"])
  if (page.split(end).length !== (end === "</script" ? 3 : 2)) throw new Error(`a text holds ${end}`);
const size = Buffer.byteLength(page);
if (size > LARGEST) throw new Error(`the page has ${size} bytes; at most ${LARGEST} are allowed`);
const target = process.argv[2] ?? here("dist/report.html");
await writeFile(target, page);
console.log(`${target}: ${size} bytes`);
