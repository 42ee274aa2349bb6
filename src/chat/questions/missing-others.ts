import type { Rule } from "./draft.ts";
import { missingBridge } from "./missing-bridge.ts";

const one = (template: string, probe: string) => ({ template, probe });
const ORDER =
  /^(cancel|pause|resume|stop|skip)(?: (?:an?|the|my|one of my|the next|next|one))?(?: (?:twap order|order|orders|twap|slice)(?: of (?:my |the |an )?order)?)?$/;
const INTERVAL =
  /^((?:change|set|edit) the (?:interval|pace) of (?:order|twap|twap order) #?[0-9]+)$/;
const LEFT_OUT: readonly (readonly [RegExp, string, string, readonly string[]])[] = [
  [
    /^(?:set |change )?(?:my |the )?(?:default )?slippage$/,
    "Which slippage?",
    "set slippage to {}",
    ["0.5%", "1%"],
  ],
  [
    /^(?:(?:what's|whats|what is|show|check) )?(?:me )?(?:my |the |our )?balances?\??$/,
    "Of which token?",
    "{} balance",
    ["USDC", "ETH", "WETH"],
  ],
  [/^(?:a )?quote$/, "Of which trade?", "quote {}", ["1 eth to usdc"]],
  [/^(?:the )?price(?: of)?$/, "Of which token?", "price of {}", ["ETH", "WETH"]],
  [
    /^(?:cancel|delete|remove) (?:my |the |a )?trigger(?: order)?$/,
    'Which trigger order? Say its number; "triggers" lists them.',
    "cancel trigger {}",
    [],
  ],
  [
    /^(?:switch|change)(?: (?:the )?(?:chain|network))?(?: to)?$/,
    "To which chain?",
    "switch to {}",
    ["Ethereum", "Base", "Arbitrum", "Optimism"],
  ],
];

const STOP = /^(?:stop|halt|stop (?:it|that|this)|halt (?:it|that|this)|stop stop|whoa|stop now)$/;

/** A request without its order's number, its figure or its chain; and what sounds as one of two. */
export const missingOthers: Rule = (line) => {
  if (STOP.test(line))
    return {
      text:
        "Stop what? Say an order's number, or choose. A pause keeps the order; a freeze " +
        "stops everything until its owner signs otherwise.",
      options: [
        { label: "Pause all orders", words: "pause all orders" },
        { label: "Freeze the vault", words: "freeze the vault" },
      ],
      completes: [one("cancel order {}", "3"), one("cancel {}", "order 3")],
      orders: { change: "cancel", words: "cancel" },
    };
  const [, verb] = ORDER.exec(line) ?? [];
  if (verb !== undefined) {
    const words = verb === "skip" ? "skip the next slice of" : verb === "stop" ? "cancel" : verb;
    return {
      text: 'Which order? Say its number; "orders" lists them.',
      orders: { change: verb === "stop" ? "cancel" : (verb as "cancel"), words },
      ...(words === "cancel" && {
        options: [{ label: "All of them", words: "cancel all orders" }],
      }),
      completes: [one(`${words} order {}`, "3"), one(`${words} {}`, "order 3")],
    };
  }
  if (INTERVAL.test(line))
    return {
      text: "To how many minutes?",
      options: ["15 minutes", "30 minutes", "1 hour"].map((time) => ({
        label: `Every ${time}`,
        words: `${line} to every ${time}`,
      })),
      completes: [
        one(`${line} to {} minutes`, "30"),
        one(`${line} to {}`, "30 minutes"),
        one(`${line} to {}`, "every 30 minutes"),
      ],
    };
  const bridged = missingBridge(line);
  if (bridged !== undefined) return bridged;
  const found = LEFT_OUT.find(([pattern]) => pattern.test(line));
  if (found === undefined) return undefined;
  const [, text, template, values] = found;
  const filled = (value: string) => template.replace("{}", value.toLowerCase());
  return {
    text,
    options: values.map((value) => ({ label: value, words: filled(value) })),
    completes: [one(template, (values[0] ?? "3").toLowerCase())],
  };
};
