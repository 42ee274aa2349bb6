/**
 * The import order of docs/map.md, for values and types alike. Folders of one line may not know each other, but for the
 * second row of the domain, which stands on the first; so there are no cycles between folders.
 * A cycle between files is allowed only where a type closes it: deps.ts names the ports that take deps.
 */
const BASE = "shields|calldata|fees|chain|store|wallet";
/** What the wallet judges by before it signs, and what calldata says of a delegation: the one thing that a folder of the base knows of another. */
const SIGNERS_TABLES = "^src/delegation/(delegable-selectors|encode-delegation)\\.ts$";
const DOMAIN = "vaults|venues|delegation|settings|venueorders|audit|webhooks";
/** A folder for each protocol. The pipeline stands on them by their table alone, and they know no more of it than the types in kinds. */
const PROTOCOLS = "bridge|gmx|hyperliquid|liquidity|protocols";
/** Kinds of orders. What one does is a tool's call, so a kind stands on the tools and on what they stand on. */
const ORDER_KINDS = "twap|navsync|triggers";
const PIPELINE = "pipeline|auth|notifications|quotes";
/** What follows a sent transaction until it is final: it judges and measures with the pipeline, which does not know it. */
const ATTEMPTS = "attempts";
const DOORS = "schedule|payment|chat|discovery|mcp|events";
/** A door that talks through another: it may use chat, and no folder knows it. */
const CHANNEL = "telegram";
/** Types and errors that every folder may use; they stand on nothing but schemas and lib, save by types. */
const FRAME = "errors|env|deps|context|route|parse-input|chain-of";
/** Where everything is put together. */
const TOP =
  "app|worker|create-worker|tables|create-deps|create-isolate|create-model|create-webhooks|create-modules|error-response|error-body|log-failure|open-stream|stream-answer|console-log|setup";

const folders = (names) => `^src/(${names})/`;
const files = (names) => `^src/(${names})\\.ts$`;
const never = (name, from, to, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    never("schemas-stand-alone", "^schemas/", "^(src|functions)/", "schemas import nothing of src"),
    {
      name: "lib-stands-alone",
      severity: "error",
      from: { path: "^src/lib/" },
      to: { path: "^(src|functions)/", pathNot: "^src/lib/" },
    },
    {
      name: "frame-holds-no-behaviour",
      comment:
        "The frame may name the types of any folder; by value it uses only schemas, lib and itself.",
      severity: "error",
      from: { path: files(FRAME) },
      to: { path: "^src/[^/]+/", pathNot: "^src/lib/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "base-folders-do-not-know-each-other",
      severity: "error",
      from: { path: `^src/(${BASE})/` },
      to: {
        path: folders(
          `${BASE}|${DOMAIN}|${PROTOCOLS}|${ORDER_KINDS}|${PIPELINE}|${ATTEMPTS}|tools|calls|operations|${DOORS}|${CHANNEL}`,
        ),
        pathNot: ["^src/$1/", SIGNERS_TABLES],
      },
    },
    never(
      "only-the-wallet-uses-the-signers-tables",
      `^src/(${BASE.replace("calldata|", "").replace("|wallet", "")})/`,
      SIGNERS_TABLES,
    ),
    {
      name: "domain-folders-stand-on-the-base",
      severity: "error",
      from: { path: `^src/(${DOMAIN})/` },
      to: {
        path: folders(
          `${DOMAIN}|${PROTOCOLS}|${ORDER_KINDS}|${PIPELINE}|${ATTEMPTS}|tools|calls|operations|${DOORS}|${CHANNEL}`,
        ),
        pathNot: "^src/$1/",
      },
    },
    {
      name: "protocols-do-not-know-each-other",
      severity: "error",
      from: { path: `^src/(${PROTOCOLS})/(?!tools/)` },
      to: {
        path: folders(
          `${PROTOCOLS}|${ORDER_KINDS}|${PIPELINE}|${ATTEMPTS}|tools|calls|operations|${DOORS}|${CHANNEL}`,
        ),
        pathNot: "^src/$1/",
      },
    },
    {
      name: "tools-of-a-protocol-know-no-other-protocol",
      comment: "They stand on the general tools, which know none of them, as a kind of order does.",
      severity: "error",
      from: { path: `^src/(${PROTOCOLS})/tools/` },
      to: {
        path: folders(
          `${PROTOCOLS}|${ORDER_KINDS}|${ATTEMPTS}|calls|operations|${DOORS}|${CHANNEL}`,
        ),
        pathNot: "^src/$1/",
      },
    },
    never(
      "a-protocol-knows-no-tool-of-its-own",
      `^src/(${PROTOCOLS})/(?!tools/)`,
      `^src/(${PROTOCOLS})/tools/`,
    ),
    never("general-tools-know-no-tool-of-a-protocol", "^src/tools/", `^src/(${PROTOCOLS})/tools/`),
    never(
      "execution-knows-no-protocol",
      folders(`${PIPELINE}|${ATTEMPTS}|calls|operations`),
      folders(PROTOCOLS),
      "What may be called, and what follows from it, comes from the table (src/kinds/protocol.ts).",
    ),
    never(
      "order-kinds-stand-on-the-tools",
      folders(ORDER_KINDS),
      folders(`auth|notifications|quotes|${ATTEMPTS}|calls|operations|${DOORS}|${CHANNEL}`),
    ),
    {
      name: "execution-and-auth-stand-on-the-domain",
      severity: "error",
      from: { path: `^src/(${PIPELINE})/` },
      to: {
        path: folders(`${PIPELINE}|${ATTEMPTS}|tools|calls|operations|${DOORS}|${CHANNEL}`),
        pathNot: "^src/$1/",
      },
    },
    never(
      "an-overview-knows-no-door",
      "^src/(overview|history|trades)/",
      folders(`${PROTOCOLS}|notifications|quotes|${ATTEMPTS}|calls|${DOORS}|${CHANNEL}`),
    ),
    never(
      "a-quality-report-knows-no-order-kind",
      "^src/quality/",
      folders(
        `${PROTOCOLS}|${ORDER_KINDS}|${PIPELINE}|${ATTEMPTS}|tools|calls|operations|${DOORS}|${CHANNEL}`,
      ),
    ),
    never(
      "attempts-know-no-tool",
      "^src/attempts/",
      folders(`tools|calls|operations|${DOORS}|${CHANNEL}`),
    ),
    never(
      "tools-know-no-door",
      "^src/tools/",
      folders(
        `${ORDER_KINDS}|overview|history|trades|${ATTEMPTS}|calls|operations|${DOORS}|${CHANNEL}`,
      ),
    ),
    never(
      "descriptors-name-no-room",
      "^src/kinds/",
      "^src/(?!kinds/|lib/|chains?/)[^/]+/",
      "What a member is made of is known by everybody: its types stand beside it or lower.",
    ),
    never(
      "calls-know-no-door",
      "^src/calls/",
      folders(`${ATTEMPTS}|operations|${DOORS}|${CHANNEL}`),
    ),
    never("operations-know-no-door", "^src/operations/", folders(`${DOORS}|${CHANNEL}`)),
    {
      name: "doors-do-not-know-each-other",
      severity: "error",
      from: { path: `^src/(${DOORS})/` },
      to: { path: folders(`${DOORS}|${CHANNEL}`), pathNot: "^src/$1/" },
    },
    never(
      "the-channel-uses-no-door-but-chat",
      folders(CHANNEL),
      folders(DOORS.replace("|chat", "")),
    ),
    never(
      "only-the-tables-know-a-chain",
      "^(schemas|functions|src)/(?!chains/|tables\\.ts$)",
      "^src/chains/(?!chain\\.ts$)",
      "a chain's file reaches a room through the tables",
    ),
    never(
      "only-the-worker-lists-routes",
      "^src/(?!create-worker\\.ts$|tables/|client/)",
      "^functions/",
    ),
    {
      name: "the-client-takes-types-only",
      comment: "Nothing of the server reaches a caller's bundle.",
      severity: "error",
      from: { path: "^src/client/" },
      to: { pathNot: "^src/client/", dependencyTypesNot: ["type-only"] },
    },
    never(
      "nothing-of-the-service-is-a-client",
      "^(schemas|functions|src/(?!client/))",
      "^src/client/",
    ),
    {
      name: "the-script-does-not-hold-every-tool",
      comment:
        "Who runs a tool by its name asks toolOf, who needs all of them loadTools: modules beside the Worker's script have them.",
      severity: "error",
      from: {
        path: "^(src|functions)/",
        pathNot: "^src/(chat/|tables/|create-modules\\.ts$)",
      },
      to: {
        path: "^src/tables/(registry|catalog|find-tool|every-tool|tool)",
        dependencyTypesNot: ["type-only"],
      },
    },
    never("nothing-imports-an-entry", "^(schemas|functions|src)/", files("worker|setup")),
    {
      name: "only-the-top-builds-adapters",
      severity: "error",
      from: { path: "^(schemas|functions|src)/", pathNot: files(TOP) },
      to: { path: files(TOP) },
    },
    never(
      "nothing-knows-the-stack",
      "^(schemas|functions|src)/",
      "^(local|test|bench)/",
      "docs/design.md, Local stack",
    ),
    {
      name: "the-service-runs-on-dependencies-alone",
      severity: "error",
      from: { path: "^(schemas|functions|src)/" },
      to: { dependencyTypes: ["npm-dev", "npm-optional", "npm-no-pkg"] },
    },
    {
      name: "no-cycles",
      comment:
        "Types alone may close one, through deps.ts, which has the tables whose members take deps, or context.ts.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { pathNot: files("deps|context") } },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    moduleSystems: ["es6"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["workerd", "import", "default", "types"],
    },
  },
};
