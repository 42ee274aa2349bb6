import luaparse, { type Expression, type Identifier, type Node, type Statement } from "luaparse";

/** `line` counts from 1 within the text. */
export type LuaFinding = { line: number; says: string };
/**
 * A name that the text declares at its outermost level, with the statement that does, and how often
 * it is read there.
 */
export type LuaDeclaration = { line: number; name: string; statement: string; reads: number };

type Local = {
  name: string;
  line: number;
  reads: number;
  kind: "local" | "parameter";
  parameters?: number | undefined;
};
type Scope = { names: Map<string, Local>; isFunction: boolean };

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/**
 * What Redis gives a script (https://redis.io/docs/latest/develop/programmability/lua-api/),
 * without what differs between two runs of it.
 */
const GLOBALS: Readonly<Record<string, ReadonlySet<string> | null>> = {
  KEYS: null,
  ARGV: null,
  redis: names("call pcall sha1hex error_reply status_reply"),
  cjson: names("encode decode null"),
  string: names("byte char find format gmatch gsub len lower match rep reverse sub upper"),
  table: names("concat insert remove sort"),
  math: names("abs ceil floor fmod huge max min modf"),
  ...Object.fromEntries(
    [...names("assert error ipairs next pairs pcall select tonumber tostring type unpack")].map(
      (name) => [name, null],
    ),
  ),
};
/** Standard names that a local hides at the reader's cost, and the table of key builders. */
const isReserved = (name: string): boolean => name in GLOBALS || name === "K";

/**
 * Reads one Lua 5.1 text as Redis would run it: unknown globals and unknown members of known ones
 * (of `K` too, the table of key builders), assignments to globals, locals and loop variables that
 * no line reads (a name beginning with `_` is meant so), parameters behind the last that is read,
 * more arguments than a local function takes (only wrap-lua.ts gives `main` what it need not take),
 * and a name that hides another of the same function or a function. `declared` is for a caller that
 * reads several texts with the same pieces: what of them is read in none.
 */
export function lintLua(text: string): { findings: LuaFinding[]; declared: LuaDeclaration[] } {
  const findings: LuaFinding[] = [];
  const declared: LuaDeclaration[] = [];
  const builders = new Map<string, number>();
  const scopes: Scope[] = [];
  const lineOf = (node: Node): number => node.loc?.start.line ?? 0;
  const report = (node: Node, says: string) => findings.push({ line: lineOf(node), says });

  function resolve(name: string): Local | undefined {
    for (let i = scopes.length - 1; i >= 0; i -= 1) {
      const found = scopes[i]?.names.get(name);
      if (found) return found;
    }
    return undefined;
  }

  /** What the name would hide: one of the same function, or a function wherever it stands. */
  function hiddenBy(name: string): Local | undefined {
    let isOwn = true;
    for (let i = scopes.length - 1; i >= 0; i -= 1) {
      const found = scopes[i]?.names.get(name);
      if (found) return isOwn || found.parameters !== undefined ? found : undefined;
      if (scopes[i]?.isFunction) isOwn = false;
    }
    return undefined;
  }

  function declare(node: Identifier, kind: Local["kind"], parameters?: number): void {
    const { name } = node;
    const hidden = name.startsWith("_") ? undefined : hiddenBy(name);
    if (hidden)
      report(
        node,
        `'${name}' hides ` +
          `${hidden.parameters === undefined ? "another of the same function" : "a function"}`,
      );
    if (isReserved(name) && !(name === "K" && scopes.length === 1))
      report(node, `'${name}' hides a standard name`);
    scopes.at(-1)?.names.set(name, { name, line: lineOf(node), reads: 0, kind, parameters });
  }

  /** Of a function's own scope alone: what stands outermost may be another text's. */
  function reportUnread({ names: locals }: Scope): void {
    let isBehind = true;
    for (const local of [...locals.values()].reverse()) {
      if (local.reads > 0 && local.kind === "parameter") isBehind = false;
      if (
        local.reads > 0 ||
        local.name.startsWith("_") ||
        (local.kind === "parameter" && !isBehind)
      )
        continue;
      findings.push({ line: local.line, says: `no line reads '${local.name}'` });
    }
  }

  function within(isFunction: boolean, inside: () => void): void {
    const scope: Scope = { names: new Map(), isFunction };
    scopes.push(scope);
    inside();
    scopes.pop();
    if (scopes.length > 0) reportUnread(scope);
  }

  function read(node: Identifier): void {
    const local = resolve(node.name);
    if (local) local.reads += 1;
    else if (!(node.name in GLOBALS)) report(node, `'${node.name}' is not defined`);
  }

  function readMember(base: Identifier, member: string, node: Node): void {
    const known = resolve(base.name)
      ? base.name === "K"
        ? builders
        : undefined
      : GLOBALS[base.name];
    if (known && !known.has(member)) report(node, `'${base.name}.${member}' is not defined`);
  }

  function countArguments(base: Expression, given: Expression[], node: Node): void {
    const last = given.at(-1)?.type;
    const isOpen = last === "CallExpression" || last === "VarargLiteral";
    const takes =
      base.type === "Identifier"
        ? resolve(base.name)?.parameters
        : base.type === "MemberExpression" &&
            base.base.type === "Identifier" &&
            base.base.name === "K"
          ? builders.get(base.identifier.name)
          : undefined;
    if (takes === undefined) return;
    const called =
      base.type === "Identifier"
        ? base.name
        : `K.${(base as { identifier: Identifier }).identifier.name}`;
    if (given.length > takes && called !== "main")
      report(node, `'${called}' takes ${takes} arguments`);
    if (called.startsWith("K.") && given.length < takes && !isOpen)
      report(node, `'${called}' takes ${takes} arguments`);
  }

  const all = (nodes: Expression[]): void => nodes.forEach(expression);
  const block = (body: Statement[]) => within(false, () => body.forEach(statement));

  function functionBody(
    parameters: (Identifier | { type: "VarargLiteral" })[],
    body: Statement[],
  ): void {
    within(true, () => {
      for (const each of parameters) if (each.type === "Identifier") declare(each, "parameter");
      body.forEach(statement);
    });
  }

  function expression(node: Expression): void {
    switch (node.type) {
      case "Identifier":
        read(node);
        break;
      case "FunctionDeclaration":
        functionBody(node.parameters, node.body);
        break;
      case "BinaryExpression":
      case "LogicalExpression":
        all([node.left, node.right]);
        break;
      case "UnaryExpression":
        expression(node.argument);
        break;
      case "MemberExpression":
        expression(node.base);
        if (node.base.type === "Identifier") readMember(node.base, node.identifier.name, node);
        break;
      case "IndexExpression":
        all([node.base, node.index]);
        break;
      case "CallExpression":
        countArguments(node.base, node.arguments, node);
        all([node.base, ...node.arguments]);
        break;
      case "TableCallExpression":
        all([node.base, node.arguments]);
        break;
      case "StringCallExpression":
        all([node.base, node.argument]);
        break;
      case "TableConstructorExpression":
        for (const field of node.fields) {
          if (field.type === "TableKey") expression(field.key);
          expression(field.value);
        }
    }
  }

  function assign(target: Expression): void {
    if (target.type !== "Identifier") expression(target);
    else if (!resolve(target.name)) report(target, `'${target.name}' is assigned, but no local`);
  }

  function declareFunction(node: Extract<Statement, { type: "FunctionDeclaration" }>): void {
    const { identifier, parameters } = node;
    const takes = parameters.some(({ type }) => type === "VarargLiteral")
      ? undefined
      : parameters.length;
    if (identifier?.type === "Identifier" && node.isLocal)
      declare(identifier, "local", takes ?? Number.MAX_SAFE_INTEGER);
    else if (identifier?.type === "Identifier") assign(identifier);
    else if (identifier?.type === "MemberExpression" && identifier.base.type === "Identifier") {
      read(identifier.base);
      if (identifier.base.name === "K") builders.set(identifier.identifier.name, parameters.length);
    }
    functionBody(parameters, node.body);
  }

  function statement(node: Statement): void {
    switch (node.type) {
      case "LocalStatement":
        all(node.init);
        for (const each of node.variables) declare(each, "local");
        break;
      case "AssignmentStatement":
        all(node.init);
        node.variables.forEach(assign);
        break;
      case "FunctionDeclaration":
        declareFunction(node);
        break;
      case "CallStatement":
        expression(node.expression);
        break;
      case "ReturnStatement":
        all(node.arguments);
        break;
      case "IfStatement":
        for (const clause of node.clauses) {
          if (clause.type !== "ElseClause") expression(clause.condition);
          block(clause.body);
        }
        break;
      case "WhileStatement":
        expression(node.condition);
        block(node.body);
        break;
      case "RepeatStatement":
        within(false, () => {
          node.body.forEach(statement);
          expression(node.condition);
        });
        break;
      case "ForNumericStatement":
        all([node.start, node.end, ...(node.step ? [node.step] : [])]);
        within(false, () => {
          declare(node.variable, "local");
          node.body.forEach(statement);
        });
        break;
      case "ForGenericStatement":
        all(node.iterators);
        within(false, () => {
          for (const each of node.variables) declare(each, "local");
          node.body.forEach(statement);
        });
        break;
      case "DoStatement":
        block(node.body);
        break;
      case "BreakStatement":
        break;
      default:
        report(node, `${node.type} is no Lua 5.1`);
    }
  }

  const { body } = luaparse.parse(text, { luaVersion: "5.1", locations: true, ranges: true });
  const lines = text.split("\n");
  const outer: Scope = { names: new Map(), isFunction: true };
  scopes.push(outer);
  body.forEach(statement);
  for (const { name, line, reads } of outer.names.values()) {
    declared.push({ line, name, statement: lines[line - 1] ?? "", reads });
  }
  return { findings, declared };
}
