import { venueOrderFamily } from "../../schemas/venue-order.ts";
import { NEVER_DELEGABLE } from "../../src/delegation/is-delegable.ts";
import type { Protocol } from "../../src/kinds/protocol.ts";

/**
 * What is wrong with a table of protocols that still compiles, each by its name; empty: nothing.
 */
export async function faultsOfProtocols(
  protocols: Readonly<Record<string, Protocol>>,
): Promise<string[]> {
  const all = Object.entries(protocols);
  const heads = all.flatMap(([id, { calls }]) =>
    Object.entries(calls).map(([kind, { selectors, sender }]) => ({ id, kind, selectors, sender })),
  );
  const faults: string[] = [];
  const fault = (isWrong: boolean, text: string) => {
    if (isWrong) faults.push(text);
  };
  for (const { id, kind, selectors, sender } of heads) {
    const others = heads.filter((one) => one.id !== id);
    fault(selectors.length === 0, `${id}: ${kind} begins with nothing`);
    fault(
      others.some((one) => one.kind === kind),
      `${id}: ${kind} is another protocol's`,
    );
    for (const selector of selectors) {
      fault(
        !/^0x[0-9a-f]{8}$/.test(selector),
        `${id}: ${kind} begins with ${selector}, which is no selector`,
      );
      fault(
        others.some((one) => one.selectors.includes(selector)),
        `${id}: ${kind} begins as another protocol's call, ${selector}`,
      );
      const isForbidden =
        sender === "agent" && NEVER_DELEGABLE.has(selector) && !WRAPPED.includes(selector);
      fault(isForbidden, `${id}: the agent may never send ${kind}, ${selector}`);
    }
  }
  for (const [id, protocol] of all) {
    fault(protocol.id !== id, `${id}: stands under another id, ${protocol.id}`);
    const { rules } = await protocol.load();
    const [kinds, ruled] = [Object.keys(protocol.calls), Object.keys(rules)];
    for (const kind of kinds) fault(!ruled.includes(kind), `${id}: nothing holds for ${kind}`);
    for (const kind of ruled) fault(!kinds.includes(kind), `${id}: nobody knows who sends ${kind}`);
    const follows = Object.entries(rules).filter(([, rule]) => rule.follow !== undefined);
    for (const [kind] of follows)
      fault(
        protocol.follow === undefined,
        `${id}: ${kind} is followed, and nobody looks at its venue`,
      );
    for (const [kind, rule] of Object.entries(rules)) {
      const isBound =
        rule.movesAssets || rule.boundByCheck === true || protocol.calls[kind]?.sender === "owner";
      fault(!isBound, `${id}: nothing bounds ${kind}`);
      fault(
        rule.boundByCheck === true && rule.check === undefined,
        `${id}: ${kind} is bound by a check it has not`,
      );
    }
    if (protocol.follow === undefined) continue;
    const { family } = protocol.follow;
    fault(
      !venueOrderFamily.safeParse(family).success,
      `${id}: follows ${family}, which is no family`,
    );
    const isTwice = all.some(([other, { follow }]) => other !== id && follow?.family === family);
    fault(isTwice, `${id}: follows ${family} beside another protocol`);
  }
  return faults;
}

/**
 * The vault's multicall around one call of 0x, which is decoded, and refused as a call of its own.
 */
const WRAPPED: readonly string[] = ["0x5ae401dc"];
