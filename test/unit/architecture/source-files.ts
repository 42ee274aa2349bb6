import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";

export type SourceImport = { specifier: string; isTypeOnly: boolean };
/**
 * What a file of the service says about itself, read from its syntax tree. `path` is from the
 * project's root.
 */
export type SourceFile = {
  path: string;
  lines: number;
  imports: SourceImport[];
  exports: { values: string[]; types: string[]; hasDefault: boolean; reexports: boolean };
  /**
   * Property accesses (`Date.now`), plain calls (`fetch()`) and constructions (`new Date`) by their
   * text, locals left out.
   */
  uses: Set<string>;
  /** Texts of identifiers, property names and string literals. */
  words: Set<string>;
};

export const projectDir = join(import.meta.dirname, "../../..");

/** Every TypeScript file below these folders of the project. */
export const sourceFiles = (...folders: string[]): SourceFile[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: projectDir }))
    .sort()
    .map(readSource);

/** The name a file promises: `build-vault-swap.ts` is `buildVaultSwap`. */
export const camelOf = (path: string): string =>
  basename(path, ".ts").replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function readSource(path: string): SourceFile {
  const text = readFileSync(join(projectDir, path), "utf8");
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true);
  const file: SourceFile = {
    path,
    lines: text.trimEnd().split("\n").length,
    imports: [],
    exports: { values: [], types: [], hasDefault: false, reexports: false },
    uses: new Set(),
    words: new Set(),
  };
  for (const statement of tree.statements) readStatement(statement, file);
  const locals = new Set<string>();
  visit(tree, (node) => {
    const isBinding =
      ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node);
    if (isBinding && ts.isIdentifier(node.name)) locals.add(node.name.text);
  });
  visit(tree, (node) => readUse(node, file, locals));
  return file;
}

function readStatement(node: ts.Statement, file: SourceFile): void {
  const { exports } = file;
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const bindings = node.importClause?.namedBindings;
    const named =
      bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : undefined;
    const isTypeOnly =
      node.importClause?.isTypeOnly === true || named?.every((one) => one.isTypeOnly) === true;
    file.imports.push({ specifier: node.moduleSpecifier.text, isTypeOnly });
    return;
  }
  if (ts.isExportDeclaration(node)) exports.reexports = true;
  if (ts.isExportAssignment(node)) exports.hasDefault = true;
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword))
    exports.hasDefault = true;
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node))
    exports.types.push(node.name.text);
  else if (ts.isVariableStatement(node))
    exports.values.push(...node.declarationList.declarations.map(({ name }) => name.getText()));
  else if (
    (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) &&
    node.name !== undefined
  ) {
    if (!exports.values.includes(node.name.text)) exports.values.push(node.name.text);
  }
}

function readUse(node: ts.Node, { uses, words }: SourceFile, locals: ReadonlySet<string>): void {
  if (ts.isPropertyAccessExpression(node)) uses.add(node.getText());
  if (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    !locals.has(node.expression.text)
  )
    uses.add(`${node.expression.text}()`);
  if (ts.isNewExpression(node))
    uses.add(`new ${node.expression.getText()}(${node.arguments?.length ?? 0})`);
  if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) words.add(node.text);
}

function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}
