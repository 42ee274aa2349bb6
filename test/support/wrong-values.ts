const LONG = "a".repeat(10_000);
const CHECKSUM_ERROR = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914";

/** Text that stands in a JSON body as it is: numbers that JSON.stringify cannot write. */
export const raw = (text: string): string => `@raw:${text}@`;
/** JSON text of a body in which `raw` values stand unquoted. */
export const encodeJson = (body: unknown): string => JSON.stringify(body).replace(/"@raw:([^@]*)@"/g, "$1");

const NOT_TEXT: unknown[] = [5, -1, raw("1e400"), true, null, ["USDC"], { a: 1 }];

/** Wrong amounts in text, for human units and base units alike. */
const AMOUNT_TEXTS = [
  ...["", " ", "-1", "+1", "1,000", "1_000", "1e18", "1E2", " 1", "1 ", "1\n", "0x10", "NaN", "Infinity", "1e400"],
  ...[
    "1.",
    ".5",
    ".",
    "1.2.3",
    "01",
    "١٢٣",
    "１２",
    "½",
    "1\u0000",
    "null",
    "true",
    "[1]",
    "0",
    "-0",
    "9".repeat(79),
    "9".repeat(100),
  ],
  ...["9".repeat(10_000), `1.${"0".repeat(10_000)}`, LONG, "__proto__"],
];
const ADDRESS_TEXTS = [
  ...[
    "",
    " ",
    "0x",
    "0x12",
    "0X833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    `0x${"g".repeat(40)}`,
    `0x${"1".repeat(39)}`,
  ],
  ...[`0x${"1".repeat(41)}`, `0x${"1".repeat(10_000)}`, CHECKSUM_ERROR, `0x${"１".repeat(40)}`, "vitalik.eth"],
  ...["USDC", `0x${"1".repeat(40)}\n`, "__proto__", LONG],
];

/** What no field of a kind may take: text for a query string, and anything JSON can hold for a body. */
export const WRONG_TEXTS = {
  address: ADDRESS_TEXTS,
  baseAmount: [...AMOUNT_TEXTS, "1.5", "0.000001"],
  amount: AMOUNT_TEXTS,
  token: [
    ...[
      "",
      " ",
      "NOPE",
      "USD",
      "0x",
      "0x12",
      CHECKSUM_ERROR,
      `0x${"1".repeat(41)}`,
      "ＵＳＤＣ",
      "USDC\u0000",
      "USDC;DROP",
    ],
    ...["__proto__", "constructor", "toString", "null", "<script>", `0x${"12".repeat(20)}`, LONG],
  ],
  chainText: ["", " ", "8453.0", "0x2105", "-1", "999", "basee", "constructor", "__proto__", "1e3", "٨٤٥٣", LONG],
  chainId: ["", " ", "8453.0", "0x2105", "-1", "+8453", "0", "2", "999", "base", "1e400", "9".repeat(78), "٨٤٥٣", LONG],
  anyChainId: [
    "",
    " ",
    "8453.0",
    "0x2105",
    "-1",
    "+8453",
    "0",
    "2",
    "998",
    "base",
    "1e400",
    "9".repeat(78),
    "٨٤٥٣",
    LONG,
  ],
  bps: ["", "-1", "9", "501", "1.5", "1e2", "0x64", "100bps", "9".repeat(79), "١٠٠", LONG],
  ms: ["", "-1", "1.5", "1e3", "9007199254740993", "9".repeat(17), "now", "0x1", "١", LONG],
  tool: ["", "nope", "constructor", "__proto__", "get_pool_info", "GET_SWAP_QUOTE", " get_swap_quote", LONG],
} as const satisfies Record<string, readonly string[]>;

export const WRONG_VALUES = {
  address: [...NOT_TEXT, ...ADDRESS_TEXTS],
  baseAmount: [...NOT_TEXT, ...WRONG_TEXTS.baseAmount],
  amount: [...NOT_TEXT, ...AMOUNT_TEXTS],
  token: [...NOT_TEXT, ...WRONG_TEXTS.token],
  chainText: [...NOT_TEXT, ...WRONG_TEXTS.chainText],
  chainId: [
    ...["8453", "", "base", 0, -1, 2, 999, 1.5, 8453.5, raw("1e400"), raw("9".repeat(78)), raw("8453e400")],
    ...[true, null, [], [8453], {}, { toString: 1 }],
  ],
  // Chain 999, of a venue, is one where delegation, its limits, its operations and its audit log are (decision 284).
  anyChainId: [
    ...["999", "", "hyperevm", 0, -1, 2, 998, 1.5, 999.5, raw("1e400"), raw("9".repeat(78)), raw("999e400")],
    ...[true, null, [], [999], {}, { toString: 1 }],
  ],
  bool: [0, 1, "true", "false", "", "yes", null, [], {}, raw("1e400")],
  object: [0, 1.5, "", "{}", true, null, [], [1], raw("1e400")],
  list: [0, "", "execute", true, null, {}, [1], [null], [{}], [[]], [""], ["nope"], Array(50).fill("execute")],
  scopes: [0, "", "liquidity", true, null, {}, [1], [null], [{}], [[]], [""], ["trade"], ["liquidity", "withdraw"]],
  ms: ["", "0", -1, 1.5, raw("1e400"), raw("9".repeat(78)), 8_640_000_000_000_001, null, true, [], {}],
  percent: ["1", "", -1, 0, 0.09, 5.01, 100, 0.123, raw("1e400"), raw("9".repeat(78)), null, true, [], {}],
  setting: [
    ...NOT_TEXT,
    "",
    "-1",
    "+1",
    "1,000",
    "1e1",
    "0x10",
    "NaN",
    "Infinity",
    "1e400",
    "٥",
    "½",
    "%",
    "1%%",
    "9".repeat(79),
    LONG,
    "0",
    "0%",
  ],
  side: [0, "", "SELL", "sel", "both", null, true, [], {}, "__proto__", LONG],
  mode: [0, "", "auto", "AUTONOMOUS", "both", null, true, [], {}, "__proto__", LONG],
  venue: [0, "", "1inch", "sushi", null, true, [], {}, "__proto__", "constructor", LONG],
  count: ["3", "", 0, -1, 1.5, 1_001, raw("1e400"), raw("9".repeat(78)), null, true, [], {}],
  leverage: ["3", "", 0, -1, 601, 2.5, raw("1e400"), raw("9".repeat(78)), null, true, [], {}],
  minutes: ["5", "", 0, -1, 4, 4.999, 5.5, 43_201, raw("1e400"), raw("9".repeat(78)), null, true, [], {}],
  duration: ["5", "", 0, -1, 5.5, raw("1e400"), raw("9".repeat(78)), null, true, [], {}],
  operationId: [...NOT_TEXT, "", " ", "a b", "a:b", "../x", "1\n", "é", "0".repeat(56), LONG],
  txHash: [...NOT_TEXT, "", "0x", `0x${"1".repeat(63)}`, `0x${"g".repeat(64)}`, LONG],
  messages: [
    ...["", 0, "sell 1 ETH for USDC", null, true, [], {}, [1], ["sell"], [{}], [null], [[]]],
    [{ role: "user" }],
    [{ role: "user", content: "" }],
    [{ role: "user", content: 5 }],
    [{ role: "user", content: "hi", parts: [] }],
    [{ role: "user", parts: [{ type: "text" }] }],
    [{ role: "assistant", content: "hi" }],
    [{ role: "system", content: "hi" }],
    [{ role: "tool", content: "hi" }],
    [{ role: "user", content: LONG }],
    Array(51).fill({ role: "user", content: "hi" }),
  ],
  chatBps: ["50", "", 1.5, raw("1e400"), raw("9".repeat(78)), null, true, [], {}],
  // Credentials: these are 401, not 400 (decision 9).
  operatorAddress: [5, true, null, [], {}, "", "0x12", `0x${"1".repeat(40)}`, CHECKSUM_ERROR, "vitalik.eth", LONG],
  authSignature: [
    ...[
      ...NOT_TEXT,
      "",
      "0x",
      "0x1",
      "hello",
      "0xzz",
      `0x${"00".repeat(64)}`,
      `0x${"00".repeat(65)}`,
      `0x${"ff".repeat(65)}`,
    ],
    ...[`0x${"11".repeat(66)}`, `0x${"11".repeat(5_000)}`, LONG],
  ],
  authTimestamp: [
    "",
    "now",
    0,
    -1,
    1.5,
    raw("1e400"),
    raw("9".repeat(78)),
    true,
    null,
    [],
    {},
    [1],
    "1700000000000",
    1_700_000_000,
  ],
} as const satisfies Record<string, readonly unknown[]>;

export type Kind = keyof typeof WRONG_VALUES;
export type TextKind = keyof typeof WRONG_TEXTS;
