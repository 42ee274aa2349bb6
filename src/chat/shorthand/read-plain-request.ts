import { lookupToken } from "../../chain/lookup-token.ts";
import { chainOf } from "../../chain-of.ts";
import { checkDelegationStatus } from "../../tools/check-delegation-status.ts";
import { crosschainTransfer } from "../../tools/crosschain-transfer.ts";
import { disableSwapShield } from "../../tools/disable-swap-shield.ts";
import { enableSwapShield } from "../../tools/enable-swap-shield.ts";
import { freezeVault } from "../../tools/freeze-vault.ts";
import { getLpPositions } from "../../tools/get-lp-positions.ts";
import { getTokenBalance } from "../../tools/get-token-balance.ts";
import { getVaultInfo } from "../../tools/get-vault-info.ts";
import { revokeDelegation } from "../../tools/revoke-delegation.ts";
import { setDefaultSlippage } from "../../tools/set-default-slippage.ts";
import { setupDelegation } from "../../tools/setup-delegation.ts";
import { switchChain } from "../../tools/switch-chain.ts";
import { cancelTwapOrder } from "../../twap/tools/cancel-twap-order.ts";
import { listTwapOrders } from "../../twap/tools/list-twap-orders.ts";
import { pauseTwapOrder } from "../../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../../twap/tools/resume-twap-order.ts";
import type { FastPathContext } from "../fast-path/fast-path-context.ts";
import type { PassReason } from "../fast-path/pass-reason.ts";
import { wholeNumber } from "../fast-path/whole-number.ts";
import { chainOfWord } from "./chain-of-word.ts";
import { ORDER_REQUESTS } from "./order-requests.ts";
import { REQUEST_PATTERN } from "./request-pattern.ts";
import type { ShorthandCall } from "./shorthand-call.ts";

type Reading = ShorthandCall | PassReason | undefined;
type Found = Partial<Record<string, string>>;

const { on: ON, mine: MINE } = REQUEST_PATTERN;
/** How an order is named by its number; "vault 3" is none. */
const ID = "(?:(?:the )?(?:twap|order|twap order|strategy) (?:(?:no|number|id|nr) )?)?(?:# )?(?<id>[1-9][0-9]*)";

/** Requests that are one fixed phrase each, but for a number, a token, a chain: pattern, and the call that it is. */
const REQUESTS: readonly (readonly [RegExp, (found: Found, context: FastPathContext) => Reading])[] = [
  [
    line(
      `(?:(?:show|list|view|see|check)(?: me)? )?(?:all )?${MINE}(?:open |active |running |current )?(?:twap )?(?:orders|twaps|strategies)${ON}`,
    ),
    (found) => onChain(listTwapOrders.name, {}, found),
  ],
  [
    line(
      "(?:what orders do i have|what is running|what orders are (?:open|running|active)|any (?:open|active|running) orders)",
    ),
    () => call(listTwapOrders.name, {}),
  ],
  [line(`(?:cancel|stop|kill|delete|remove|end) ${ID}${ON}`), (found) => ofOrder(cancelTwapOrder.name, found)],
  [
    line(
      `(?:(?:cancel|kill|delete|remove|end) (?:all|everything)|(?:cancel|stop|kill|delete|remove|end) all (?:my |the |our )?(?:open |active )?(?:twap )?(?:orders|twaps))${ON}`,
    ),
    // "stop everything" is the whole vault's, below.
    (found) => onChain(cancelTwapOrder.name, { id: 0 }, found),
  ],
  [line(`(?:pause|hold|suspend) ${ID}${ON}`), (found) => ofOrder(pauseTwapOrder.name, found)],
  [
    line(
      `(?:pause|halt|hold|suspend) (?:all|everything|all (?:my |the |our )?(?:open |active |running )?(?:twap )?(?:orders|twaps|strategies))${ON}`,
    ),
    (found) => onChain(pauseTwapOrder.name, { id: 0 }, found),
  ],
  [line(`put ${ID} on hold`), (found) => ofOrder(pauseTwapOrder.name, found)],
  [line(`(?:resume|unpause|continue|restart) ${ID}${ON}`), (found) => ofOrder(resumeTwapOrder.name, found)],
  [line(`(?:(?:show|view)(?: me)? )?${MINE}(?:vault|vault info|nav|status)`), () => call(getVaultInfo.name, {})],
  [line(`what is (?:the|my|our) (?:nav|vault|status)`), () => call(getVaultInfo.name, {})],
  [line(`(?:(?:what is|check|show)(?: me)? )?${MINE}(?<token>[^ ]+) balance${ON}`), balance],
  [line(`balance(?: of)? (?<token>[^ ]+)${ON}`), balance],
  [
    line(`how much (?<token>[^ ]+) (?:do (?:i|we) have|is (?:there )?in (?:the|my|our) vault|have i got)${ON}`),
    balance,
  ],
  [
    line(`(?:(?:check|show) )?${MINE}delegation(?: status)?|is (?:the )?delegation active|am i delegated`),
    () => call(checkDelegationStatus.name, {}),
  ],
  [line(`(?:(?:show|list)(?: me)? )?${MINE}(?:lp|liquidity) positions`), () => call(getLpPositions.name, {})],
  [
    line(
      "(?:enable|activate|turn on) (?:the |my )?swap shield|(?:turn (?:the |my )?)?swap shield (?:back )?on|shield on",
    ),
    () => call(enableSwapShield.name, {}),
  ],
  [
    line("(?:disable|turn off) (?:the |my )?swap shield|(?:turn (?:the |my )?)?swap shield off"),
    () => call(disableSwapShield.name, {}),
  ],
  [
    line(
      "(?:emergency )?(?:freeze|stop)(?: (?:it|everything))?|(?:(?:help )?(?:, )?i (?:am|got|was|have been) hacked (?:, )?)?(?:freeze|lock)(?: (?:it|everything|(?:the|my|our) vault))?|panic|emergency",
    ),
    (_found, _context) => call(freezeVault.name, {}),
  ],
  [line("(?:set up|setup|enable|activate) delegation|delegate to the agent"), () => call(setupDelegation.name, {})],
  [line("(?:revoke|remove|end) (?:the |my )?delegation|undelegate"), () => call(revokeDelegation.name, {})],
  [
    line(
      "(?:switch|change|go|move) (?:chain |network )?to (?<chain>[a-z]+)(?: chain)?|(?:switch|change) chain to (?<other>[a-z]+)|use (?<used>[a-z]+)",
    ),
    ({ chain, other, used }) => {
      const named = chainOfWord(chain ?? other ?? used ?? "");
      return named === undefined ? undefined : call(switchChain.name, { chain: chainOf(named).name });
    },
  ],
  [
    line("(?:set )?(?:(?:my |the )?(?:default )?slippage)(?: to)? (?<figure>[0-9.]+)(?<unit>%| percent| bps)"),
    ({ figure = "", unit }) => call(setDefaultSlippage.name, { slippage: percentOf(figure, unit === " bps") }),
  ],
  [
    line(
      "bridge (?<amount>[0-9]+(?:\\.[0-9]+)?) (?<token>[a-z][a-z0-9.]*)(?: from (?:the )?(?<from>[a-z]+))? to (?:the )?(?<to>[a-z]+)(?: chain| network)?",
    ),
    bridge,
  ],
  ...ORDER_REQUESTS.map(
    ([pattern, { tool, args }]) => [line(pattern), (found: Found) => onChain(tool, args(found), found)] as const,
  ),
];

/** Patterns are of the whole line. */
function line(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

/** A request about orders, reads, settings or the freeze; undefined where it is none. */
export function readPlainRequest(text: string, context: FastPathContext): Reading {
  // Alone it may be of an order, of all, or of the vault.
  if (text === "stop" || text === "stop it") return "incomplete";
  for (const [pattern, read] of REQUESTS) {
    const found = pattern.exec(text);
    const reading = found === null ? undefined : read(found.groups ?? {}, context);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

const call = (tool: string, args: Record<string, unknown>): ShorthandCall => ({ kind: "call", tool, args });

/** Of a tool that takes no chain: the one that was named goes with the call. */
function onChain(tool: string, args: Record<string, unknown>, { chain }: Found): Reading {
  if (chain === undefined) return call(tool, args);
  const chainId = chainOfWord(chain);
  return chainId === undefined ? undefined : { ...call(tool, args), chainId };
}

function ofOrder(tool: string, found: Found): Reading {
  const id = wholeNumber(found.id ?? "");
  return id === undefined ? "unclear" : onChain(tool, { id }, found);
}

/** It leaves the chain, so it is a card whatever reads it. */
function bridge({ amount = "", token = "", from, to = "" }: Found, { chainId }: FastPathContext): Reading {
  const [source, target] = [from, to].map((word) => (word === undefined ? undefined : chainOfWord(word)));
  if (target === undefined || (from !== undefined && source === undefined)) return undefined;
  if (target === (source ?? chainId)) return undefined;
  const args = { destinationChain: chainOf(target).name, token, amount };
  return {
    ...call(crosschainTransfer.name, { ...args, ...(source !== undefined && { sourceChain: chainOf(source).name }) }),
    isProposal: true,
  };
}

function balance({ token = "", chain }: Found, context: FastPathContext): Reading {
  const chainId = chain === undefined ? context.chainId : chainOfWord(chain);
  if (chainId === undefined) return undefined;
  const found = lookupToken(chainId, context.tokens(chainId), token);
  if (!found.ok) return "unknown_token";
  return call(getTokenBalance.name, { token, ...(chain !== undefined && { chain: chainOf(chainId).name }) });
}

/** Basis points as the percentage that the tool takes. */
function percentOf(figure: string, isBps: boolean): string {
  if (!isBps) return `${figure}%`;
  const digits = figure.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}%`.replace(/\.?0+%$/, "%");
}
