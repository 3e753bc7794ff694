// Writes the twelve courts of the package @letele/playing-cards, which are React components, as
// SVG files: node court_svgs.mjs PACKAGE/dist/index.esm.js FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [source, folder] = process.argv.slice(2);
const names = [..."SHDC"].flatMap((suit) => [..."JQK"].map((court) => suit + court));
const code = readFileSync(source, "utf8").replace(/^(import|export) .*$/gm, "");
const kept = { xlinkHref: "xlink:href", xmlnsXlink: "xmlns:xlink", viewBox: "viewBox",
  preserveAspectRatio: "preserveAspectRatio", className: "class" };
const spelt = (name) => kept[name] ?? name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
const createElement = (tag, given, ...children) => {
  const pairs = Object.entries(given ?? {}).filter(([, value]) => value != null);
  const attributes = pairs.map(([name, value]) => ` ${spelt(name)}="${value}"`).join("");
  return `<${tag}${attributes}>${children.flat().filter(Boolean).join("")}</${tag}>`;
};
const list = names.map((name) => `${name}: Svg${name}`).join(", ");
const drawn = new Function("React", "_extends", `${code}\nreturn { ${list} };`)(
  { createElement }, Object.assign);
for (const name of names) writeFileSync(join(folder, `${name}.svg`), drawn[name]({}));
