import { routes } from "../functions/routes.ts";
import { ERROR_CODES } from "../schemas/error-codes.ts";
import { PRICE_TABLE } from "../schemas/price-table.ts";
import type { Route } from "../src/route.ts";
import { TOOLS } from "../src/tables/registry.ts";
import type { Tool } from "../src/tools/tool.ts";

const OPEN = /^<!-- (errors|routes|tools): written by `npm run docs` -->$/;
const CLOSE = "<!-- end -->";

/**
 * The text of docs/api.md with its three tables as the code has them; what stands around them
 * stays.
 */
export function withApiTables(markdown: string): string {
  const kept: string[] = [];
  let isInside = false;
  for (const line of markdown.split("\n")) {
    if (line === CLOSE) isInside = false;
    if (!isInside) kept.push(line);
    const [, name] = OPEN.exec(line) ?? [];
    if (name === undefined) continue;
    isInside = true;
    kept.push("", ...TABLES[name as keyof typeof TABLES](), "");
  }
  return kept.join("\n");
}

const TABLES = { errors: errorRows, routes: routeRows, tools: toolRows };

function errorRows(): string[] {
  const entries = Object.entries(ERROR_CODES);
  const statuses = [...new Set(entries.map(([, { status }]) => status))].sort((a, b) => a - b);
  const codes = (status: number, retry: boolean) =>
    entries
      .filter(([, entry]) => entry.status === status && entry.retry === retry)
      .map(([code]) => `\`${code}\``)
      .join(", ");
  return [
    "| Status | Change something first | May be sent again as it is |",
    "|---|---|---|",
    ...statuses.map((status) => `| ${status} | ${codes(status, false)} | ${codes(status, true)} |`),
  ];
}

function routeRows(): string[] {
  const shown = routes.filter(({ isInternal }) => isInternal !== true);
  return [
    "| Route | What it does | USDC | Who may call |",
    "|---|---|---|---|",
    ...shown.map((route) => {
      const { method, path, aliases = [], summary, price } = route;
      const paths = [path, ...aliases].map((one) => `\`${method} ${one}\``).join(", ");
      return (
        `| ${paths} | ${summary} | ${price === "free" ? "free" : PRICE_TABLE[price].usdc} | ` +
        `${callerOf(route)} |`
      );
    }),
  ];
}

function callerOf({ auth, signedAction, isActionOptional }: Route): string {
  if (auth !== "operator") return "any caller";
  if (signedAction === undefined) return "the operator";
  return isActionOptional
    ? "the operator, with a fresh signature to loosen"
    : "the operator, with a fresh signature";
}

const MAY_CALL = {
  anonymous: "any caller",
  vault: "any caller, for a vault",
  operator: "the operator",
  signer: "any signer",
  holder: "any signer, for a vault",
};
const EFFECTS = {
  read: "reads",
  state: "changes settings or orders",
  transaction: "a transaction",
};

function toolRows(): string[] {
  return [
    "| Tool | Who may call | Effect | What it does |",
    "|---|---|---|---|",
    ...TOOLS.map(({ name, access, effect, description }: Tool) =>
      [
        "",
        ` \`${name}\` `,
        ` ${MAY_CALL[access]} `,
        ` ${EFFECTS[effect]} `,
        ` ${description} `,
        "",
      ].join("|"),
    ),
  ];
}
