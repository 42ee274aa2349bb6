import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/**
 * Fails where a file outside the folders of tools knows a tool by its name: as a text of its own, as the name of a property, or in a text that is a
 * list of such names. What is true of one tool is that tool's to say; who needs a certain one imports it and takes `tool.name`. Fails
 * too where one reads a tool's `category`, which is a heading and decides nothing. Sentences may name tools: they are
 * read by people. Its argument is another repository's folder, for its test.
 */
const root = process.argv[2] ?? join(import.meta.dirname, "..");
const inRoot = (pattern) =>
  globSync(pattern, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
/** src/tools, and the tools of one kind of order in its own folder. */
const isOfTool = (file) => /^src\/(?:\w+\/)?tools\//.test(file);
const treeOf = (file) =>
  ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.ES2024, true);
const nodesOf = (node) => [node, ...node.getChildren().flatMap(nodesOf)];

const names = new Set(
  inRoot("src/**/*.ts")
    .filter(isOfTool)
    .flatMap((file) => nodesOf(treeOf(file)).flatMap(namesOfTools)),
);
if (names.size === 0) throw new Error("no folder has a tool");

/** The `name` of what defineTool is given. */
function namesOfTools(node) {
  if (!ts.isCallExpression(node) || node.expression.getText() !== "defineTool") return [];
  const [tool] = node.arguments;
  const name = tool?.properties?.find(
    (property) => property.name?.getText() === "name",
  )?.initializer;
  return name !== undefined && ts.isStringLiteralLike(name) ? [name.text] : [];
}

/** A list of names is no sentence: each of its words is one. */
function isOfTools(text) {
  const words = text.split(/[^A-Za-z0-9_]+/).filter((word) => word !== "");
  return words.length > 0 && words.every((word) => names.has(word));
}

function faultOf(node) {
  const isText = ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node);
  if (isText || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return isOfTools(node.text) ? `"${node.text}": import the tool and take its name` : undefined;
  if (!ts.isIdentifier(node)) return undefined;
  if (names.has(node.text)) return `${node.text}: what is true of a tool stands in its own file`;
  const reads =
    (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
    (ts.isBindingElement(node.parent) && (node.parent.propertyName ?? node.parent.name) === node);
  return node.text === "category" && reads
    ? "category is a heading of the catalog, nothing is decided by it"
    : undefined;
}

const files = ["src", "functions", "schemas"]
  .flatMap((folder) => inRoot(`${folder}/**/*.ts`))
  .filter((file) => !isOfTool(file));
const faults = files.flatMap((file) => {
  const tree = treeOf(file);
  return nodesOf(tree).flatMap((node) => {
    const fault = faultOf(node);
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    return fault === undefined ? [] : [`${file}:${line + 1}  ${fault}`];
  });
});
for (const line of faults) console.error(line);
if (faults.length > 0) {
  console.error(`${faults.length} times a tool is known outside of its folder.`);
  process.exit(1);
}
console.log(
  `${names.size} tools are named in their own files alone (${files.length} others read).`,
);
