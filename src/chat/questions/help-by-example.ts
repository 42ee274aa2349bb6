import type { Rule } from "./draft.ts";

const GREETING =
  /^\/?(?:hi|hello|hey|gm|yo|there|start|help|hlp|help me|commands|all commands|command list|examples|menu|options|get started)(?: there| again)?\??$/;
const WHAT =
  /^(?:(?:hi |hello |hey )?(?:who|what) are you\b.*|.*\b(?:example|sample) (?:commands|messages|questions)\b.*|(?:i'm|im|i am) (?:totally |a bit |so )?(?:lost|confused)\b.*|.*\b(?:how does|how do i use) (?:this|it|the)(?: thing| bot| app| chat| service)?(?: work)?|.*\bwhat (?:kind|sort|type) of (?:stuff|things|questions|commands) (?:can|do|could) (?:i|you|we)\b.*|what (?:else )?(?:can|could) (?:i|you|we)(?: all)? (?:ask|do|help)\b.*|what (?:can|do) (?:you|i|we) (?:do|say|ask|type|write)(?: here)?|how (?:do i|does this|do you|can i) (?:work|start|begin|use (?:this|you|it))|what(?: is|'s) this|show me (?:what you can do|examples|how)|(?:tell me |show me )?(?:what (?:sort|kind) of (?:things|stuff) (?:i|we) can (?:ask|say|do)(?: you)?|which commands (?:do you know|are there|can i use))|(?:list|show)(?: me)?(?: all| the)*(?: available)? commands|i'm new(?: here)?(?:,? what (?:can|do|should) i (?:type|say|do|write))?)\??$/;

/**
 * Who says hello or asks what can be said is answered by examples, each a button that only looks;
 * what changes something is there to be written.
 */
export const helpByExample: Rule = (line) =>
  GREETING.test(line) || WHAT.test(line)
    ? {
        text:
          'Write what you want: "sell 1 eth for usdc", "dca 50 usdc a day into eth for 10 ' +
          'days", "stop loss: sell 1 eth if eth drops below 2000", "pause 3", "freeze". What ' +
          "is not clear is asked back, and what was not said word for word waits for your " +
          "yes. To look at something:",
        options: [
          { label: "What the vault holds", words: "portfolio" },
          { label: "Price of ETH", words: "price of eth" },
          { label: "My orders", words: "list twap orders" },
        ],
      }
    : undefined;
