import { basename } from "node:path";
import { expect, test } from "vitest";
import { camelOf, type SourceFile, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src", "functions", "schemas");

/** More than the one thing of the file's name, each with its reason. A new entry wants a better reason than "handy". */
const ALSO: Record<string, readonly string[]> = {
  // The refusal that both callers of identifyOperator need where only they know it applies.
  "src/auth/identify-operator.ts": ["unboundRefused"],
  // Whether there is anything to parse: the same fields, one reading of "given".
  "src/auth/parse-credentials.ts": ["hasCredentials"],
  // All verbs of a sentence: what the role of a token after a preposition depends on.
  "src/chat/grounding/role-of.ts": ["verbClasses"],
  // A chain's addresses; `addresses` alone would be the data file's name.
  "src/chain/addresses.ts": ["chainAddresses"],
  // The raw call under a typed read, and the block tag that both spell.
  "src/chain/read-contract.ts": ["ethCall", "blockTag"],
  // Two questions about one error, which must agree.
  "src/chain/revert-of-rpc-error.ts": ["isRevert", "revertData"],
  // Parsing the environment and refusing what it lacks.
  "src/env.ts": ["parseEnv", "requireEnv", "notConfigured", "ENV_NAMES"],
  // The one error class, and the one way from a verdict to it.
  "src/errors.ts": ["AppError", "unwrap"],
  // The sentence of a zod error, for the route's body and a tool's arguments.
  "src/parse-input.ts": ["invalidRequest"],
  // The name of the chain that every payment is on, which the terms and their judge must spell alike.
  "src/payment/payment-terms.ts": ["PAYMENT_NETWORK"],
  // Which parts of the table's templates are addresses.
  "src/store/kernel/key-table.ts": ["ADDRESS_PARTS"],
  // The list is the registry.
  "src/tables/registry.ts": ["TOOLS"],
  // Shapes of one subject stand together in schemas: a request beside its answer, a record beside its parts.
  "schemas/attempt.ts": ["attemptStatus", "attemptSwap"],
  "schemas/audit-export.ts": ["auditEntry", "auditSeal"],
  "schemas/chains.ts": [
    "CHAIN_IDS",
    "EVERY_CHAIN_ID",
    "DEFAULT_CHAIN_ID",
    "PAYMENT_CHAIN_ID",
    "chainId",
    "everyChainId",
    "chainIdText",
  ],
  "src/chain-of.ts": ["fillChains", "knownChain", "knownChains"],
  "schemas/chat.ts": ["CHAT_LIMITS", "chatMessage", "chatRequest", "chatToolCall", "chatResponse"],
  "schemas/change-vault-limits.ts": [
    "shownVaultLimits",
    "vaultLimitsRequest",
    "vaultLimitsQuery",
    "vaultLimitsState",
    "vaultLimitsResponse",
  ],
  "schemas/order-options.ts": ["editableOptions"],
  "schemas/delegation.ts": [
    "delegationScope",
    "suggestedLimits",
    "delegationSetupRequest",
    "delegationSetupResponse",
    "delegationConfirmRequest",
    "delegationConfirmResponse",
  ],
  "schemas/freeze.ts": ["freezeRequest", "freezeResponse", "unfreezeRequest", "unfreezeResponse"],
  "schemas/health-report.ts": ["healthStatus", "healthDependencies", "schedulerState", "webhookCounts"],
  "schemas/nav-sync.ts": ["navSyncToken", "navSyncStatus", "plannedSync"],
  "schemas/notification.ts": ["debugCall"],
  "schemas/operation.ts": [
    "OPERATION_TTL_MS",
    "CHANGE_TTL_MS",
    "callOperation",
    "changeOperation",
    "operationId",
    "operationStatus",
    "operationQuote",
    "operationRequest",
  ],
  "schemas/operator-auth.ts": ["operatorCredentials"],
  "schemas/operator-settings.ts": ["SETTINGS_DEFAULTS", "SETTINGS_RANGES"],
  "schemas/pairing.ts": ["pairRequest", "pairResponse", "unpairRequest", "unpairResponse"],
  "schemas/perp-limits.ts": ["PERP_LIMITS"],
  "schemas/primitives.ts": [
    "hexAddress",
    "hexData",
    "hexHash",
    "hexSelector",
    "hexText",
    "baseUnits",
    "decimalAmount",
    "unixMs",
  ],
  "schemas/quote.ts": ["quoteQuery", "quoteResponse", "oracleEnrichment"],
  "schemas/webhook.ts": [
    "webhookRequest",
    "removeWebhookRequest",
    "webhooksQuery",
    "webhookView",
    "webhookResponse",
    "webhooksResponse",
    "removeWebhookResponse",
  ],
  "schemas/settings.ts": [
    "slippageRequest",
    "syncToleranceRequest",
    "swapShieldRequest",
    "navShieldRequest",
    "lossBudgetRequest",
    "perpLimitsRequest",
    "perpLimitsResponse",
    "settingsResponse",
    "execMode",
    "execModeRequest",
    "execModeResponse",
    "execModeQuery",
  ],
  "schemas/tool-call.ts": ["toolCallRequest", "execution", "toolResult", "catalogEntry", "toolCatalog"],
  "schemas/trigger-event.ts": ["triggerHow"],
  "schemas/trigger-order.ts": ["triggerType", "triggerPriceOf", "triggerStatus", "triggerFiring"],
  "schemas/twap-order.ts": ["twapStatus"],
  "schemas/unsigned-transaction.ts": ["swapMeta"],
  // The closed list, one of it, and the other words for them.
  "schemas/venue-ids.ts": ["VENUE_IDS", "venueId", "VENUE_ALIASES"],
  "schemas/vault-limits.ts": ["LIMIT_VENUES", "boughtTokens", "limitVenue", "limitVenues"],
  "schemas/venue-order.ts": [
    "VENUE_ORDER_FAMILIES",
    "VENUE_NAMES",
    "venueOrderFamily",
    "followedCall",
    "venueOrderStatus",
    "venueOrderEnd",
  ],
};

/** `rpc.ts` may hold what makes one (`createRpc`) or ties its types (`defineRoute`), and a table in capitals. */
function promised({ path }: SourceFile): string[] {
  const name = camelOf(path);
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const table = basename(path, ".ts").replaceAll("-", "_").toUpperCase();
  // A route may carry its tool's name: the file stands in another folder, the word needs its own ending.
  const route = path.startsWith("functions/") ? [`${name}Route`] : [];
  return [name, table, `create${capital}`, `define${capital}`, ...route];
}

const plain = (name: string): string => name.toLowerCase();

test("behavior: a file exports the one thing it is named after, its types beside it", () => {
  const wrong = files
    .filter(({ path }) => path !== "src/worker.ts")
    .map((file) => {
      const allowed = [...promised(file), ...(ALSO[file.path] ?? [])].map(plain);
      return [file.path, file.exports.values.filter((value) => !allowed.includes(plain(value)))] as const;
    })
    .filter(([, values]) => values.length > 0);
  expect(wrong).toEqual([]);
});

test("behavior: a file without a list of exceptions exports one value at most", () => {
  const several = files.filter(({ path, exports }) => ALSO[path] === undefined && exports.values.length > 1);
  expect(several.map(({ path }) => path)).toEqual([]);
});

test("behavior: every exception still exists", () => {
  const stale = Object.entries(ALSO).flatMap(([path, names]) => {
    const values = files.find((file) => file.path === path)?.exports.values ?? [];
    return names.filter((name) => !values.includes(name)).map((name) => `${path}: ${name}`);
  });
  expect(stale).toEqual([]);
});

test("behavior: no default export but the Worker's, no barrel, no file that passes another's exports on", () => {
  expect(files.filter(({ exports }) => exports.hasDefault).map(({ path }) => path)).toEqual(["src/worker.ts"]);
  expect(files.filter(({ exports }) => exports.reexports).map(({ path }) => path)).toEqual([]);
  expect(files.filter(({ path }) => basename(path) === "index.ts").map(({ path }) => path)).toEqual([]);
});

test("behavior: no file holds two ideas: 300 lines at most", () => {
  expect(files.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([]);
});
